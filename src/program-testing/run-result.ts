import type { Counts, StepKind } from "../engine";
import type { OutputValues } from "./output-values";

/** What a run did. */
export interface RunResult {
  /** The outputs of the stack, by name. */
  readonly outputs: OutputValues;
  /** How many resources were `created`, `updated`, `replaced`, `deleted`, `unchanged` and `read`. A preview: would be. */
  readonly changes: Counts;
  /** The steps that changed something, in order. A `refresh` has those that the next `up` would correct. */
  readonly steps: readonly TestedStep[];
  /** What the run printed, and the warnings and information of the resources. */
  readonly messages: readonly TestedMessage[];
}

/** What a run did with one resource. */
export interface TestedStep {
  readonly kind: Exclude<StepKind, "same">;
  /** The name that the program gives the resource. */
  readonly name: string;
  readonly type: string;
  readonly urn: string;
  /** The names of the properties that differ. */
  readonly changed: readonly string[];
  /** The properties that make it a replacement. */
  readonly replaces: readonly string[];
}

export interface TestedMessage {
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  /** The name of the resource that it is about. Empty: the stack. */
  readonly resource: string;
}
