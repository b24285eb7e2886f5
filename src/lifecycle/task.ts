import type { Deadline } from "../client";
import type { ResourceOrigin } from "./identity/origin";
import type { Properties } from "./lifecycle";
import type { EarlierRequest } from "./records/intents";
import type { Services } from "./services";

/** The context of every operation on a resource. */
export interface Task {
  readonly services: Services;
  readonly deadline: Deadline;
  /** Whether this run created the object, so a failed read must not prevent the remaining steps. */
  readonly isCreated?: boolean;
  /** Called if a request that changes or deletes the object was, or may have been, carried out. */
  readonly onSent?: (() => void) | undefined;
  /** Shows the user the current activity while the run lasts. */
  readonly reportProgress: (what: string) => void;
}

/** The create, update or adoption of a resource. */
export interface ApplyTask<I> extends Task {
  readonly inputs: I;
  /** The inputs last applied. Undefined if the resource is new or was only read. After the create of an earlier run, only some are known. */
  readonly applied: Partial<I> | undefined;
  readonly origin: ResourceOrigin | undefined;
  /** Whether the label was generated, so no other object has it. */
  readonly generatedLabel: boolean;
  /** Whether no two objects can have the same label. Default: false. */
  readonly hasUniqueLabel?: boolean;
  /** Set if an earlier create is only searched for: `createOnce` then sends no create request. */
  readonly earlier?: EarlierRequest;
}

/** A step of a create or update. The object exists. */
export interface StepTask<I, Live> extends ApplyTask<I> {
  readonly id: string;
  /** The object as the previous step left it, or as it was read when the update started. */
  readonly live: Live;
  /** The outputs that the service does not return, by name. */
  readonly kept: Properties;
  /** Whether this run created the object. Default: false. */
  readonly isCreated?: boolean;
  /** The steps that an earlier run did not finish. Absent in a create or an adoption. */
  readonly unfinished?: readonly string[];
  /** The object existed before, and no state has it for this resource yet. False as soon as a step has changed the object. */
  readonly isForeign?: boolean;
}

/** The delete of a resource. */
export interface DeleteTask<I, Live> extends Task {
  /** The inputs last applied, as far as they are known. */
  readonly inputs: Partial<I>;
  readonly id: string;
  /** The object as a list or a view returned it within the last 5 s and after this process last changed it. */
  readonly live: Live;
  /** The program declares the resource, so the create of its replacement may wait for the delete. */
  readonly isReplaced: boolean;
  /** Called if the service responds to the delete with 404. */
  readonly onMissing: () => void;
  /** Called with the reason if the delete leaves the object as it is. */
  readonly onRetained: (reason: string) => void;
}

/** The object after a step, and the kept outputs that the step changed. */
export type StepResult<Live> = Live | { readonly live: Live; readonly kept: Properties };

/** A created object, or an unresolved create. */
export type CreateResult<Live> =
  | {
      readonly id: string;
      readonly live: Live;
      /** An interrupted earlier run created it with the values declared at that time. */
      readonly isFromEarlierRun?: true;
      /** A search found it as the single match: its id was not in a response, and the user did not specify it. */
      readonly isFound?: boolean;
      /** The create-only arguments that the program has changed since the request. */
      readonly differingFields?: readonly string[];
      /** The arguments in the record of the request of an earlier run. */
      readonly sent?: Properties;
      readonly kept?: Properties;
    }
  | { readonly unresolved: Unresolved };

/** An unresolved create, under the names that the state uses. */
export interface Unresolved {
  /** The label that only this create used. Undefined if the program set the label. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  readonly candidates: readonly string[];
  /** No list could be read, so the next run has to search. */
  readonly unseen?: boolean;
  /** The candidates do not have the sent values: someone changed one of them, or the create created none of them. */
  readonly isUnproven?: boolean;
  readonly reason: string;
  /** In milliseconds since 1970: when the state recorded it, so its request was sent before. Absent in older states. */
  readonly at?: number;
}
