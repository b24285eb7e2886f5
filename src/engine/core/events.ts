import type { PropertyMap, ResourceState } from "../../state";
import type { Severity } from "./program-port";
import type { RemainingWork } from "./remaining-work";

export type Operation = "preview" | "up" | "refresh" | "destroy";

/** The operation of a step on one resource. `discard` removes one from the state that is already deleted. */
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

/** One step: the operation, the resource and the reason. Secrets in its states are `Secret`s, which are never printed. */
export interface Step {
  readonly kind: StepKind;
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly old?: ResourceState;
  readonly new?: ResourceState;
  /** The names of the properties that differ. */
  readonly changed: readonly string[];
  /** The properties that require a replacement. */
  readonly replaces: readonly string[];
  /** The reason in words, if the properties do not explain the step. */
  readonly reason: string;
  /** The object had already been deleted before this step. */
  readonly alreadyDeleted?: true;
  /** `retainOnDelete` or the provider keeps the object: only the state loses it. */
  readonly retained?: true;
  /** An earlier run replaced the object and could not delete it. This deletion counts as deleted. */
  readonly leftOver?: true;
}

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly replaced: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly read: number;
  /** Objects to delete that had already been deleted. Not part of `deleted`. Absent if there are none. */
  readonly alreadyDeleted?: number;
  /** Objects that the state loses and that `retainOnDelete` or the provider keeps. Not part of `deleted`. Absent if there are none. */
  readonly retained?: number;
  /** Existing objects that a step could not finish. Absent if there are none. */
  readonly unready?: number;
}

/** The events of a run, in order. */
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
      /** The resource that it concerns. Empty for the stack. */
      readonly urn: string;
      /** Only relevant while the run lasts. */
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
      /** Present only after a run that did not succeed and was not a preview. */
      readonly remains?: RemainingWork;
      readonly milliseconds: number;
    };

export type RunResult = "succeeded" | "failed" | "cancelled";

export type EventListener = (event: EngineEvent) => void;
