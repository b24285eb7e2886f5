import type { z } from "zod";
import type { Deadline } from "../client";
import type { Collection } from "./collection";
import type { CreateMatcher } from "./create-matcher";
import type { IdFormat } from "./id-format";
import type { LiveIdentity } from "./identity";
import type { Sameness } from "./same";
import type { Services } from "./services";

export type Properties = Readonly<Record<string, unknown>>;

/** What one argument is, seen by check, diff, reading and docs. */
export interface Field<V, Live, Step extends string> {
  /** What a change in the program means: a new resource, a step that changes it in place, or an update that calls nothing. */
  readonly change: "replace" | "record" | InPlace<V, Step>;
  readonly secret?: true;
  /** Never kept in outputs: only a salted fingerprint is, for comparing. */
  readonly stored?: "fingerprint";
  /** Reads the value off what the service returns; no `live`: the service never gives it back. */
  readonly live?: (live: Live) => V | null | undefined;
  /** Whether what the service shows proves that it is this value, where it does not give the value itself back. */
  readonly provesMatch?: (wanted: V, live: Live) => boolean;
  /** Whether what the service shows proves that it is another value, where it does not give the value itself back. */
  readonly provesDifference?: (wanted: V, live: Live) => boolean;
  /** When two values mean the same; by default, when they are equal in depth. */
  readonly same?: Sameness;
  /** What the service takes when the argument is left out: in every comparison the same as an absent argument. */
  readonly default?: V;
  /** What the user has to know when the program changes a value and the update calls nothing. */
  readonly changeWarning?: (wanted: V) => string | undefined;
}

interface InPlace<V, Step extends string> {
  readonly inPlace: Step;
  /** Whether a drift away from this value is put back; by default always. Where not, the program has to change. */
  readonly repairsDrift?: (wanted: V) => boolean;
  /** Why a drift is not put back, and what to do; by default, because that would destroy something. */
  readonly unrepairedReason?: string;
}

/** A field for each argument: one that is missing is an error of the compiler. */
export type Fields<I, Live, Step extends string> = {
  readonly [K in keyof I]-?: Field<NonNullable<I[K]>, Live, Step>;
};

/** A shape for each argument: one that is missing is a compile error. `timeouts` has rules of its own. */
type Shapes<I> = {
  readonly [Name in Exclude<keyof I & string, "timeouts"> as SnakeCase<Name>]-?: z.ZodType;
};

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

/** The arguments that every resource has beside its own. */
export interface CommonInputs {
  readonly adopt?: number | string;
  readonly timeouts?: Timeouts;
}

/** How long a step may take, as `90s`, `20m`, `1h30m` or `1.5h`. Default: the resource option `customTimeouts`. */
export interface Timeouts {
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
}

/** Who declares a resource: noted in its inputs, looked at by no diff. */
export interface ResourceOrigin {
  readonly project: string;
  readonly stack: string;
  readonly type: string;
  readonly name: string;
  /** The URN of the component it belongs to: two of them may hold resources of the same name. */
  readonly parent?: string;
  /** Of the stack: two of them may have stacks of the same name. Absent in what version 0.1.0 wrote. */
  readonly organization?: string;
}

/** What every operation on a resource works with. */
export interface Task<I> {
  readonly services: Services;
  readonly inputs: I;
  readonly deadline: Deadline;
  /** Tells the user what is being done; shown while the run lasts. */
  readonly reportProgress: (what: string) => void;
}

/** A resource that is being deleted; the inputs are those last applied, as far as they are known. */
export interface DeleteTask<I, Live> extends Task<Partial<I>> {
  readonly id: string;
  /** As a shared list or a view showed it, at most 5 s ago and after the last write of this process to it. */
  readonly live: Live;
  /** The service answered the delete with 404: it was gone before. */
  readonly onMissing: () => void;
  /** The delete has been, or may have been, carried out. */
  readonly onSent: () => void;
}

/** A resource that is being created, updated or adopted. */
export interface ApplyTask<I> extends Task<I> {
  /** The inputs last applied; undefined when it is new or was only read. */
  readonly applied: Partial<I> | undefined;
  readonly origin: ResourceOrigin | undefined;
  /** Whether the label was generated, so that nothing else bears it. */
  readonly generatedLabel: boolean;
}

export interface StepTask<I, Live> extends ApplyTask<I> {
  readonly id: string;
  readonly live: Live;
  /** Outputs that the service does not give back, by name. */
  readonly kept: Properties;
}

/** How a thing is after a step, with the kept outputs that the step has changed. */
export type StepResult<Live> = Live | { readonly live: Live; readonly kept: Properties };

/** What a create came to: the thing, or that nobody can tell which one of several it is. */
export type CreateResult<Live> =
  | {
      readonly id: string;
      readonly live: Live;
      /** It was made by an earlier run that was cut off, as declared then. */
      readonly isFromEarlierRun?: true;
      readonly differingFields?: readonly string[];
      readonly kept?: Properties;
    }
  | { readonly unresolved: Unresolved };

export interface Unresolved {
  /** The label that only this create used; undefined when the user wrote it. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  readonly candidates: readonly string[];
  /** It could not even be looked for: the next run looks, where the intent is at hand. */
  readonly unseen?: boolean;
  /** The candidates do not show what was sent: somebody may have changed one of them, or none is ours. */
  readonly isUnproven?: boolean;
  readonly reason: string;
}

/** What is known of a thing beside what is there and what is declared. */
export interface DriftContext<I> {
  /** The inputs last applied; undefined of a thing that is being adopted. */
  readonly applied: Partial<I> | undefined;
  /** Outputs that the service does not give back, by name. */
  readonly kept: Properties;
  /** Whether the program ignores changes of an argument. */
  readonly ignores: (name: keyof I & string) => boolean;
}

/** Everything that tells one resource from another. */
export interface Definition<I extends CommonInputs, Live, Step extends string> {
  /** What messages call it: `instance`. */
  readonly kind: string;
  readonly fields: Fields<I, Live, Step>;
  /** The shape of each argument, under its name in the contract: most are those of the create request. */
  readonly body: z.ZodObject & { readonly shape: Shapes<I> };
  /** What a single field's shape can't say; each failure names the argument, the rule and what to do. */
  readonly rules: (declared: Declared<I>, isNew: boolean) => readonly string[];
  /** Reads its label, where it has one that is generated when the user writes none. */
  readonly labelOf?: (live: Live) => string;
  /** Labels are never generated: the user writes them, and several things may bear the same. */
  readonly labelsAreWritten?: true;
  /** No two can have the same label: a replacement under a label that the user wrote has to delete first. */
  readonly labelsAreUnique?: true;
  /** Completes the declared inputs by what they stand for, such as a file's hash; answers what is wrong with them. */
  readonly prepare?: (
    inputs: Record<string, unknown>,
    services: Services,
    olds: Properties,
  ) => Promise<readonly string[]>;
  /**
   * What the service has to be asked about the inputs, where nothing else is wrong with them; answers what is wrong. Only what is
   * new or changed is asked about, and a service that does not answer makes nothing wrong.
   */
  readonly verify?: (inputs: Properties, services: Services, olds: Properties) => Promise<readonly string[]>;
  /** Learns what the program says of a thing, where another resource of the program may say something of it too. */
  readonly onDeclared?: (services: Services, id: string, inputs: Partial<I>) => void;
  /** What tells it from another thing with the same id. */
  readonly identityOf: (live: Live) => LiveIdentity;
  /** What its ids look like; default: whole numbers. */
  readonly idFormat?: IdFormat;
  /** The output that holds its id, where that is not named for the kind. */
  readonly idName?: string;
  /** Secret outputs that the API does not return when the object is read: they are copied from state to state. */
  readonly keptSecrets?: readonly string[];
  readonly timeouts: { readonly create: string; readonly update: string; readonly delete: string };
  /** The contract's shape of what the service returns: outputs are its fields. */
  readonly answer: z.ZodObject;
  readonly collection: (services: Services) => Collection<Live>;
  /** How what a create made is known again; undefined where nothing is made. */
  readonly createMatcher?: CreateMatcher<Live>;
  /** Creates it, exactly once. */
  readonly create: (work: ApplyTask<I>) => Promise<CreateResult<Live>>;
  /** The steps that follow a create. */
  readonly createSteps: (inputs: I) => readonly Step[];
  /** The steps that a state other than the wanted one asks for, where no single field says so. */
  readonly driftSteps?: (inputs: Partial<I>, live: Live, beside: DriftContext<I>) => readonly Step[];
  /** The arguments for which only a new one will do, where a failed run has left what can't be finished any more. */
  readonly needsReplacement?: (
    live: Live,
    unfinished: readonly string[],
    now: number,
  ) => readonly (keyof I & string)[];
  /** Makes sure that what was read is no passing state. */
  readonly confirmStatus?: (
    services: Services,
    id: string,
    live: Live,
    applied: Partial<I> | undefined,
  ) => Promise<Live | undefined>;
  /** In the order in which they run. Each step looks first and does what is left to do; it answers how the thing is then. */
  readonly steps: { readonly [S in Step]: (existing: StepTask<I, Live>) => Promise<StepResult<Live>> };
  /** Why a delete leaves the thing as it is, without a call; undefined: it does not. */
  readonly keepReason?: (services: Services, id: string, inputs: Partial<I>) => string | undefined;
  /** Removes it and waits until it is gone. */
  readonly remove: (removal: DeleteTask<I, Live>) => Promise<void>;
}

/** The declared arguments, told apart from those that a preview does not know yet. */
export interface Declared<I> {
  readonly values: Partial<I>;
  has(name: keyof I): boolean;
  /** Whether it is declared as something other than the service's default. */
  differsFromDefault(name: keyof I): boolean;
  unknown(name: keyof I): boolean;
}
