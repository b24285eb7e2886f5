import type { Deadline } from "../client";
import type { EarlierRequest } from "./intents";
import type { Properties } from "./lifecycle";
import type { ResourceOrigin } from "./origin";
import type { Services } from "./services";

/** What every operation on a resource has at hand. */
export interface Task {
  readonly services: Services;
  readonly deadline: Deadline;
  /** Whether this run created the object, so that a failed read must not end what is left to do. */
  readonly isCreated?: boolean;
  /** Shows the user what is being done, while the run lasts. */
  readonly reportProgress: (what: string) => void;
}

/** The create, update or adoption of a resource. */
export interface ApplyTask<I> extends Task {
  readonly inputs: I;
  /** The inputs last applied. Undefined when the resource is new, or was only read. */
  readonly applied: Partial<I> | undefined;
  readonly origin: ResourceOrigin | undefined;
  /** Whether the label was generated, so that no other object has it. */
  readonly generatedLabel: boolean;
  /** Set where an earlier create is only searched for: `createOnce` then sends nothing. */
  readonly earlier?: EarlierRequest;
}

/** A step of a create or update. The object exists. */
export interface StepTask<I, Live> extends ApplyTask<I> {
  readonly id: string;
  /** The object as the previous step left it, or as it was read when the update began. */
  readonly live: Live;
  /** The outputs that the service does not return, by name. */
  readonly kept: Properties;
  /** The steps that an earlier run left to do. Absent in a create or an adoption. */
  readonly unfinished?: readonly string[];
}

/** The delete of a resource. */
export interface DeleteTask<I, Live> extends Task {
  /** The inputs last applied, as far as they are known. */
  readonly inputs: Partial<I>;
  readonly id: string;
  /** The object as a list or a view showed it, at most 5 s ago and after this process last changed it. */
  readonly live: Live;
  /** Called when the service answers the delete with 404. */
  readonly onMissing: () => void;
  /** Called when the delete was, or may have been, carried out. */
  readonly onSent: () => void;
}

/** The object after a step, and the kept outputs that the step changed. */
export type StepResult<Live> = Live | { readonly live: Live; readonly kept: Properties };

/** The object that a create made, or an unresolved create. */
export type CreateResult<Live> =
  | {
      readonly id: string;
      readonly live: Live;
      /** An earlier run, which was interrupted, created it with what was declared then. */
      readonly isFromEarlierRun?: true;
      /** A search found it as the single match: its id came with no answer, and the user did not name it. */
      readonly isFound?: boolean;
      /** The create-only arguments that the program has changed since the request. */
      readonly differingFields?: readonly string[];
      /** What the record of the request holds of the create-only arguments. Used only with `differingFields`. */
      readonly sent?: Properties;
      readonly kept?: Properties;
    }
  | { readonly unresolved: Unresolved };

/** An unresolved create, under the names that the state uses. */
export interface Unresolved {
  /** The label that only this create used. Undefined when the program set the label. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  readonly candidates: readonly string[];
  /** No list could be read, so that the next run has to search. */
  readonly unseen?: boolean;
  /** The candidates do not show what was sent: either somebody changed one of them, or the create made none of them. */
  readonly isUnproven?: boolean;
  readonly reason: string;
}
