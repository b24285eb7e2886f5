import type { PropertyMap, ResourceState } from "../../state";
import type { Severity } from "./program-port";
import type { RemainingWork } from "./remaining-work";

export type Operation = "preview" | "up" | "refresh" | "destroy";

/** What is done to one resource. `discard` forgets one that is gone already. */
export type StepKind =
  | "same"
  | "create"
  | "update"
  | "delete"
  | "createReplacement"
  | "deleteReplaced"
  | "read"
  | "readReplacement"
  | "refresh"
  | "discard";

/** One step: what, on which resource, and why. Secrets in states are `Secret`s: nothing that prints shows them. */
export interface Step {
  readonly kind: StepKind;
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly old?: ResourceState;
  readonly new?: ResourceState;
  /** Top-level properties whose values differ. */
  readonly changed: readonly string[];
  /** Those of them that make it a replacement. */
  readonly replaces: readonly string[];
  /** Why, in words, where the properties do not say it. */
  readonly reason: string;
  /** A deletion found nothing left to delete. */
  readonly alreadyGone?: true;
  /** A deletion of what an earlier run replaced and could not delete. It counts as deleted. */
  readonly leftOver?: true;
}

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly replaced: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly read: number;
  /** Of what was to be deleted; absent: none. Not in `deleted`. */
  readonly alreadyGone?: number;
}

/** Everything that happens in a run, in order. */
export type EngineEvent =
  | {
      readonly kind: "started";
      readonly operation: Operation;
      readonly preview: boolean;
      readonly project: string;
      readonly stack: string;
      readonly time: number;
    }
  | { readonly kind: "stepStarted"; readonly step: Step; readonly time: number }
  | {
      readonly kind: "stepDone";
      readonly step: Step;
      readonly time: number;
      readonly milliseconds: number;
    }
  | {
      readonly kind: "stepFailed";
      readonly step: Step;
      readonly message: string;
      readonly time: number;
      readonly milliseconds: number;
    }
  | {
      readonly kind: "message";
      readonly severity: Severity;
      readonly message: string;
      /** The resource it belongs to; empty: the stack. */
      readonly urn: string;
      /** Worth showing while the run lasts only. */
      readonly ephemeral: boolean;
      readonly time: number;
    }
  | { readonly kind: "stackOutputs"; readonly old: PropertyMap; readonly new: PropertyMap }
  | {
      readonly kind: "finished";
      readonly operation: Operation;
      readonly preview: boolean;
      readonly result: RunResult;
      readonly counts: Counts;
      /** Only where the run did not succeed, and was more than a preview. */
      readonly remains?: RemainingWork;
      readonly milliseconds: number;
    };

export type RunResult = "succeeded" | "failed" | "cancelled";

export type EventListener = (event: EngineEvent) => void;
