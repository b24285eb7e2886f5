import type { Call, ConsoleTableName, Row } from "../../emulator/console/messages";
import { amount, type Column, type LabelOf, label, mono, progress, stack, status, time } from "./columns";
import { formatTime } from "./format";
import { read, readList, readText, readTime } from "./read";

/** A list of objects that the console shows. */
export interface WorldTable {
  readonly id: string;
  readonly title: string;
  readonly table: ConsoleTableName;
  /** The segment of the API's paths before the id of an object. */
  readonly path: string;
  /** The argument with which external changes name an object. Undefined if none concerns these objects. */
  readonly changeArgument?: string;
  /** The text for an empty list: what would be listed here, and how to create it. */
  readonly empty: string;
  readonly columns: readonly Column[];
  readonly includes?: (row: Row) => boolean;
  /** The human-readable name of the object. */
  readonly name: (row: Row) => string;
}

const labeled = ({ json, key }: Row) => readText(json, "label") || String(key);

export const worldTables: readonly WorldTable[] = [
  {
    id: "instances",
    title: "Instances",
    table: "instances",
    path: "instances",
    changeArgument: "instanceId",
    empty:
      "No instances. Create one with `nodecloud api instances create`, or run a program against this emulator.",
    name: labeled,
    columns: [
      status,
      label(),
      progress,
      { ...mono("Id", "44px", "id"), tier: 1 },
      { ...mono("Type", "minmax(90px, 0.8fr)", "type"), tier: 1 },
      mono("Region", "76px", "region"),
      mono("Image", "minmax(112px, 1fr)", "image"),
      {
        title: "Address",
        width: "112px",
        kind: "mono",
        text: ({ json }) => String(readList(json, "ipv4")[0] ?? ""),
      },
      { title: "Tags", width: "minmax(0, 0.6fr)", text: ({ json }) => readList(json, "tags").join(", ") },
      stack,
    ],
  },
  {
    id: "images",
    title: "Images",
    table: "images",
    path: "images",
    changeArgument: "imageId",
    empty: "No images.",
    name: labeled,
    columns: [
      status,
      label(),
      mono("Id", "minmax(0, 1fr)", "id"),
      {
        title: "Kind",
        width: "90px",
        text: ({ json }) => (read(json, "is_public") === true ? "public" : readText(json, "type")),
      },
      { title: "Size", width: "90px", kind: "mono", text: ({ json }) => `${readText(json, "size")} MB` },
      time("Created", "created"),
      progress,
      stack,
    ],
  },
  {
    id: "backups",
    title: "Backups",
    table: "backups",
    path: "backups",
    changeArgument: "backupId",
    empty: "No backups. Enable the backup service of an instance, or take a snapshot.",
    name: labeled,
    columns: [
      status,
      {
        title: "Instance",
        width: "minmax(0, 1.2fr)",
        tier: 0,
        text: ({ account, instance }, labelOf) => (instance === undefined ? "" : labelOf(account, instance)),
      },
      label(),
      mono("Id", "64px", "id"),
      mono("Type", "90px", "type"),
      time("Created", "created"),
      progress,
    ],
  },
  {
    id: "schedules",
    title: "Schedules",
    table: "instances",
    path: "instances",
    changeArgument: "instanceId",
    empty: "No backup schedules. Enable the backup service of an instance.",
    includes: ({ json }) => read(json, "backups", "enabled") === true,
    name: labeled,
    columns: [
      label("Instance"),
      mono("Id", "64px", "id"),
      {
        title: "Day",
        width: "120px",
        tier: 0,
        text: ({ json }) => readText(json, "backups", "schedule", "day") || "any",
      },
      {
        title: "Window",
        width: "100px",
        kind: "mono",
        tier: 0,
        text: ({ json }) => readText(json, "backups", "schedule", "window") || "any",
      },
      {
        title: "Last successful backup",
        width: "minmax(0, 1fr)",
        kind: "mono",
        text: ({ json }) => formatTime(readTime(json, "backups", "last_successful")) || "none yet",
      },
    ],
  },
  {
    id: "oauth-clients",
    title: "OAuth clients",
    table: "oauth_clients",
    path: "oauth-clients",
    changeArgument: "clientId",
    empty: "No OAuth clients.",
    name: labeled,
    columns: [
      status,
      label(),
      mono("Id", "minmax(0, 1fr)", "id"),
      mono("Redirect URI", "minmax(0, 1.5fr)", "redirect_uri"),
      mono("Public", "80px", "public"),
      stack,
    ],
  },
  {
    id: "payment-methods",
    title: "Payment methods",
    table: "payment_methods",
    path: "payment-methods",
    changeArgument: "paymentMethodId",
    empty: "No payment methods.",
    name: ({ json }) =>
      `${readText(json, "type").replaceAll("_", " ")} ${readText(json, "data", "last_four") || readText(json, "data", "email")}`,
    columns: [
      {
        title: "Type",
        width: "130px",
        tier: 0,
        text: ({ json }) => readText(json, "type").replaceAll("_", " "),
      },
      {
        title: "Account",
        width: "minmax(0, 1fr)",
        kind: "mono",
        tier: 0,
        text: ({ json }) =>
          readText(json, "data", "last_four")
            ? `${readText(json, "data", "card_type")} ···· ${readText(json, "data", "last_four")}`
            : readText(json, "data", "email"),
      },
      mono("Expiry", "100px", "data", "expiry"),
      {
        title: "Default",
        width: "90px",
        text: ({ json }) => (read(json, "is_default") === true ? "default" : ""),
      },
      mono("Id", "64px", "id"),
      time("Created", "created"),
    ],
  },
  {
    id: "invoices",
    title: "Invoices",
    table: "invoices",
    path: "invoices",
    empty: "No invoices. One is created at the end of each month with usage: step or advance the clock.",
    name: labeled,
    columns: [
      label("Invoice"),
      time("Date", "date"),
      amount("Subtotal", "subtotal"),
      amount("Tax", "tax"),
      amount("Total", "total"),
    ],
  },
  {
    id: "transfers",
    title: "Transfers",
    table: "entity_transfers",
    path: "entity-transfers",
    empty: "No transfers of instances between accounts.",
    name: ({ key }) => String(key),
    columns: [
      status,
      { ...mono("Token", "minmax(0, 1.4fr)", "token"), tier: 0 },
      {
        title: "Instances",
        width: "minmax(0, 1fr)",
        kind: "mono",
        text: ({ json }) => entitiesOf(json).join(", "),
      },
      {
        title: "Direction",
        width: "90px",
        text: ({ json }) => (read(json, "is_sender") === true ? "sent" : "received"),
      },
      time("Created", "created"),
      time("Expires", "expiry"),
    ],
  },
];

/** The first list that shows objects of this table of the world. */
export function worldTableOf(name: string): WorldTable | undefined {
  return worldTables.find(({ table }) => table === name);
}

/** The brand's name of the field is not known here: a transfer has one list of ids. */
function entitiesOf(json: unknown): readonly unknown[] {
  const entities = read(json, "entities");
  return typeof entities === "object" && entities !== null ? Object.values(entities).flat() : [];
}

/** Whether a call names the object in its path. */
export function isAbout({ path }: Pick<Call, "path">, table: WorldTable, { key }: Pick<Row, "key">): boolean {
  const ids = [String(key), encodeURIComponent(String(key))];
  const [route = ""] = path.split("?");
  return ids.some((id) => `${route}/`.includes(`/${table.path}/${id}/`));
}

/** Whether all words of a search occur in the cells or the object of a row. */
export function matchesSearch(row: Row, table: WorldTable, search: string, labelOf: LabelOf): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = [...table.columns.map((column) => column.text(row, labelOf)), String(row.key)]
    .join("\n")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
