import type { Row } from "../../emulator/console/messages";
import { formatTime } from "./format";
import { readText, readTime } from "./read";

export type Tier = 0 | 1 | 2;

/** One column of a table. */
export interface Column {
  readonly title: string;
  /** A width of CSS grids. */
  readonly width: string;
  /** `progress` shows the action in progress. Default: `text`. */
  readonly kind?: "text" | "mono" | "status" | "progress";
  /** Where it has room: everywhere (0), next to the details (1), or in wide tables (2, the default). */
  readonly tier?: Tier;
  readonly text: (row: Row, labelOf: LabelOf) => string;
}

/** The label of the instance with this id. */
export type LabelOf = (account: number, instance: number) => string;

export const status: Column = {
  title: "Status",
  width: "118px",
  kind: "status",
  tier: 0,
  text: ({ json }) => readText(json, "status"),
};
export const progress: Column = {
  title: "Action",
  width: "minmax(min(176px, 32%), 0.8fr)",
  kind: "progress",
  tier: 0,
  text: () => "",
};
export const stack: Column = {
  title: "Stack",
  width: "minmax(96px, 1fr)",
  text: ({ creation }) => creation?.stack ?? "",
};

export const label = (title = "Label"): Column => ({
  title,
  width: "minmax(0, 1.6fr)",
  tier: 0,
  text: ({ json }) => readText(json, "label"),
});
export const mono = (title: string, width: string, ...path: readonly string[]): Column => ({
  title,
  width,
  kind: "mono",
  text: ({ json }) => readText(json, ...path),
});
export const time = (title: string, name: string): Column => ({
  title,
  width: "160px",
  kind: "mono",
  text: ({ json }) => formatTime(readTime(json, name)),
});
export const amount = (title: string, name: string): Column => ({
  title,
  width: "100px",
  kind: "mono",
  tier: 0,
  text: ({ json }) => `$${Number(readText(json, name)).toFixed(2)}`,
});
