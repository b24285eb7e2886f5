import type { Snapshot } from "../state";

/** How sure it is what a crash left behind. */
export type Certainty =
  /** It is known, and one thing is to be done about it, which deletes nothing. */
  | "certain"
  /** The user has to decide. */
  | "question"
  /** It could not be found out now: the service, or a part of it, could not be read. */
  | "unknown";

/** One thing that a crash left behind. */
export interface RecoveryCase {
  readonly urn: string;
  /** The class: `Instance`. */
  readonly type: string;
  readonly trace: "pendingOperation" | "unresolved" | "intent" | "lateCreate";
  /** What was found, in sentences. */
  readonly found: string;
  /** The ids of the objects that it is about. */
  readonly ids: readonly string[];
  readonly certainty: Certainty;
  /** What can be done about it: one thing where it is certain, nothing where it is not known. */
  readonly choices: readonly RecoveryChoice[];
  /** Records an open question in the state, so that no run loses it, and leaves it open. Absent where the state has it already. */
  readonly keep?: RecoveryChoice;
}

/** One thing that can be done about a case. */
export interface RecoveryChoice {
  /** As a sentence: `Record instance 12 in the state.` */
  readonly description: string;
  /** Whether it deletes an object of the service. */
  readonly deletes: boolean;
  readonly edit: (snapshot: Snapshot) => Promise<Snapshot>;
  /** What follows once the state is saved, such as removing a record of a create. */
  readonly complete?: () => Promise<void>;
}
