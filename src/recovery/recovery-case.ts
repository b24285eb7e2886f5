import type { Snapshot } from "../state";

/** How certain the findings of a case are. */
export type Certainty =
  /** The result is proven, and there is one choice, which deletes nothing. */
  | "certain"
  /** The user has to decide. */
  | "question"
  /** The result could not be determined: the service, or a part of it, could not be read. */
  | "unknown";

/** One thing that a crash left behind. */
export interface RecoveryCase {
  readonly urn: string;
  /** The class: `Instance`. */
  readonly type: string;
  /** The record that led to this case. */
  readonly trace: "pendingOperation" | "unresolved" | "intent" | "lateCreate" | "reset";
  /** What was found, in sentences. */
  readonly found: string;
  /** The address of the service that was searched. Absent if none was. */
  readonly address?: string;
  /** The ids of the objects that it concerns. */
  readonly ids: readonly string[];
  readonly certainty: Certainty;
  /** The choices: one if the case is certain, none if it is unknown. */
  readonly choices: readonly RecoveryChoice[];
  /** Records an open question in the state, so that no run loses it, and leaves it open. Absent if the state already contains it. */
  readonly keep?: RecoveryChoice;
  /**
   * Like `keep`, for a store that drops pending operations, if only the record of the create on this machine can keep the question open.
   */
  readonly keepOnMachine?: RecoveryChoice;
}

/** A choice for a case. */
export interface RecoveryChoice {
  /** As a sentence: `Record instance 12 in the state.` */
  readonly description: string;
  /** Whether it deletes an object of the service. */
  readonly deletes: boolean;
  readonly edit: (snapshot: Snapshot) => Promise<Snapshot>;
  /** The work after the state is saved, such as removing a record of a create. */
  readonly complete?: () => Promise<void>;
}
