import type { Counts, StepKind } from "../engine";
import type { OutputValues } from "./output-values";

/** The result of a run. */
export interface RunResult {
  /** The outputs of the stack, by name. */
  readonly outputs: OutputValues;
  /** How many resources were `created`, `updated`, `replaced`, `deleted`, `unchanged` and `read`. In a preview: how many would be. */
  readonly changes: Counts;
  /** The steps that changed something, in order. For a `refresh`: those that the next `up` would correct. */
  readonly steps: readonly TestedStep[];
  /** The output of the run, and the warnings and messages of the resources. */
  readonly messages: readonly TestedMessage[];
}

/** A step of a run with one resource. */
export interface TestedStep {
  readonly kind: Exclude<StepKind, "same">;
  /** The name that the program gives the resource. */
  readonly name: string;
  readonly type: string;
  readonly urn: string;
  /** The names of the properties that differ. */
  readonly changed: readonly string[];
  /** The properties that require a replacement. */
  readonly replaces: readonly string[];
}

export interface TestedMessage {
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  /** The name of the resource that it concerns. Empty for the stack. */
  readonly resource: string;
}
