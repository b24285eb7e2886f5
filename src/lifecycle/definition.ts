import type { z } from "zod";
import type { CommonInputs } from "../common-inputs";
import type { CreateMatcher } from "./creates/create-matcher";
import type { LiveIdentity } from "./identity/identity";
import type { Properties } from "./lifecycle";
import type { Collection } from "./objects/collection";
import type { ObjectEvents } from "./objects/object-events";
import type { ReadServices, Services } from "./services";
import type { ApplyTask, CreateResult, DeleteTask, StepResult, StepTask, Task } from "./task";
import type { Fields } from "./values/fields";
import type { IdFormat } from "./values/id-format";

/** Everything in which one resource type differs from another. */
export interface Definition<I extends CommonInputs, Live, Step extends string> {
  /** The name of its objects in messages: `instance`. */
  readonly kind: string;
  /**
   * @param inputs The inputs that the objects are compared with, so that fields that take a request per object are read only if they
   * matter.
   */
  readonly collection: (services: ReadServices, inputs?: Partial<I>) => Collection<Live>;
  /** The output that holds the id. Default: the kind followed by `Id`. */
  readonly idName?: string;
  /** The format of its ids. Default: integers. */
  readonly idFormat?: IdFormat;
  /** The values that distinguish an object from another one with the same id. */
  readonly identityOf: (live: Live) => LiveIdentity;
  /** The transition that the object is in, such as `provisioning`. Absent if objects have none. */
  readonly transitionOf?: (live: Live) => string | undefined;
  /** Whether a program could manage the object. Absent if it could manage every one. */
  readonly isManageable?: (live: Live) => boolean;
  /** Why a program cannot manage the object, as a sentence. Absent if objects that cannot be managed do not exist on their own. */
  readonly unmanageableReason?: (live: Live) => string;
  /** Whether a delete was carried out, although the object, which is part of another one, is still returned. */
  readonly isRemoved?: (live: Live) => boolean;
  /** What an interrupted create may have left of an object that is part of another one, and what to do: sentences. */
  readonly leftByCreate?: (live: Live, id: string, services: Services) => string | undefined;
  /** What an interrupted update may have done that no read shows, and what to do: sentences. */
  readonly unreadableUpdateEffects?: (declared: Partial<I>, applied: Partial<I>) => string | undefined;
  /** Why a program cannot adopt the object as it is now, and what to do. Undefined if it can. */
  readonly adoptionObstacle?: (live: Live, services: Services) => string | undefined;
  /** The steps that an adopted object needs before others can use it. */
  readonly adoptionSteps?: (live: Live) => readonly Step[];
  /** Additional arguments that a program needs to adopt the object without changing it, besides those that its fields contain. */
  readonly adoptionArguments?: (live: Live) => Partial<I>;
  /** The secret arguments that would be needed only to create such an object again, and the type of each. */
  readonly createSecrets?: (live: Live) => { readonly [Name in keyof I]?: "text" | "object" };
  /** All arguments that the class's type requires without `adopt`: those that the service does not return are still needed to adopt an object. */
  readonly requiredArguments?: readonly (keyof I & string)[];
  /** Reads the label; null or undefined if the service does not return it. Absent if objects have no label. */
  readonly labelOf?: (live: Live) => string | null | undefined;
  /** The program always sets the label, and several objects may have the same one. Otherwise a missing label is generated. */
  readonly isLabelRequired?: true;
  /** The events of the account's log that concern its objects. */
  readonly events: ObjectEvents;

  readonly fields: Fields<I, Live, Step>;
  /** Secret outputs that the API does not return when the object is read: they are carried over from state to state. */
  readonly keptSecrets?: readonly string[];
  /** The contract's shape of the object. Its fields are the outputs. */
  readonly response: z.ZodObject;
  /** Replaces what some services return in place of a value of the interface, for the outputs. Absent if services return the interface's. */
  readonly normalize?: (live: Live) => object;

  /** The shape of each argument, under its name in the contract: most are those of the create request. */
  readonly body: z.ZodObject & { readonly shape: Shapes<I> };
  /** The rules that no single shape can express. Each problem names the argument, the rule and what to do. */
  readonly rules: (declared: Declared<I>, isNew: boolean) => readonly string[];
  /** Adds computed inputs, such as the hash of a file. Returns the problems of the declared inputs. */
  readonly prepare?: (
    inputs: Record<string, unknown>,
    services: Services,
    olds: Properties,
  ) => Promise<readonly string[]>;
  /**
   * Checks inputs that have no other problem against the service. Only new and changed values are checked. They pass if the service does
   * not respond.
   */
  readonly verify?: (inputs: Properties, services: Services, olds: Properties) => Promise<readonly string[]>;
  /**
   * The objects by their ids, in a list that other checks of the run read too. Undefined if the service does not respond. Default: a list of
   * the last 5 s.
   */
  readonly listForCheck?: (services: Services) => Promise<ReadonlyMap<string, Live> | undefined>;
  /** Receives the declared inputs, to detect conflicts with another resource that declares the same property of the object. */
  readonly onDeclared?: (services: Services, id: string, inputs: Partial<I>) => void;

  readonly timeouts: { readonly create: string; readonly update: string; readonly delete: string };
  /** Creates the object, exactly once. */
  readonly create: (task: ApplyTask<I>) => Promise<CreateResult<Live>>;
  /** Recognizes the object that a create request created. Absent if a create creates no object of its own. */
  readonly createMatcher?: CreateMatcher<Live>;
  /** The steps that follow a create. */
  readonly createSteps: (inputs: Partial<I>) => readonly Step[];
  /** The steps of `createSteps` that set a secret which only the response to the step's request contains. */
  readonly secretSteps?: readonly Step[];
  /** A create may end before a read has returned the object. */
  readonly skipsReadAfterCreate?: true;
  /** Drift that no argument reflects, such as an instance that is not running. */
  readonly hiddenDrift?: (
    inputs: Partial<I>,
    live: Live,
    context: DriftContext<I>,
  ) => HiddenDrift<Step> | undefined;
  /** The arguments that force a replacement, because a failed run left steps that can no longer be finished. */
  readonly needsReplacement?: (
    live: Live,
    unfinished: readonly string[],
    now: number,
  ) => readonly (keyof I & string)[];
  /** Why a replacement that was previewed will fail, and what to do. Undefined if nothing indicates that it will. */
  readonly replacementWarning?: (
    services: Services,
    inputs: Partial<I>,
    live: Live,
    applied: Partial<I>,
  ) => string | undefined;
  /** Why a replacement cannot delete the object before it creates the new one, and what to do. Undefined if it can. */
  readonly deleteFirstObstacle?: (
    services: Services,
    id: string,
    inputs: Partial<I>,
  ) => Promise<string | undefined>;
  /** The object that this one was made for or from, if any. A replacement of that object that deletes first deletes this one before it. */
  readonly sourceOf?: (
    id: string,
    applied: Partial<I>,
  ) => { readonly kind: string; readonly id: string } | undefined;
  /** Reads the object again if its status may be a transient one. Returns undefined if it no longer exists. */
  readonly confirmStatus?: (
    services: Services,
    id: string,
    live: Live,
    applied: Partial<I> | undefined,
  ) => Promise<Live | undefined>;
  /** In the order in which they run. Each step reads the object, does the remaining work, and returns the resulting object. */
  readonly steps: { readonly [S in Step]: (task: StepTask<I, Live>) => Promise<StepResult<Live>> };
  /** Why a delete leaves the object as it is, without a request. Undefined if it deletes the object. */
  readonly keepReason?: (services: Services, id: string, inputs: Partial<I>) => string | undefined;
  /** Why an object that another request for the resource created cannot be deleted, and what to do. Undefined if it can. */
  readonly lateDeleteObstacle?: (inputs: Partial<I>, late: Live) => string | undefined;
  /**
   * Restores a role that the object of another request has taken over, such as being the default, so that the other object can be deleted.
   */
  readonly restoreTakenRole?: (task: Task & { readonly id: string; readonly inputs: I }) => Promise<void>;
  /** Deletes the object and waits until it no longer exists. */
  readonly remove: (task: DeleteTask<I, Live>) => Promise<void>;
}

/** A shape for each argument: a missing one is a compile error. `timeouts` has rules of its own. */
type Shapes<I> = {
  readonly [Name in Exclude<keyof I & string, "timeouts"> as SnakeCase<Name>]-?: z.ZodType;
};

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

/** A difference between an object and its declaration that no argument reflects, and the steps that repair it. */
export interface HiddenDrift<Step extends string> {
  /** The output that reflects it: `status`. */
  readonly output: string;
  readonly declared: unknown;
  readonly live: unknown;
  readonly steps: readonly Step[];
  /** The arguments whose differences follow from it. Reports omit them. */
  readonly explainedArguments?: readonly string[];
  /** Whether it may disappear on its own within 15 s, so a single read proves nothing. */
  readonly mayBeTransient?: true;
}

/** What is known about an object besides its live and its declared values. */
export interface DriftContext<I> {
  /** The inputs last applied. Undefined for an object that is being adopted. */
  readonly applied: Partial<I> | undefined;
  /** The outputs that the service does not return, by name. */
  readonly kept: Properties;
  /** Whether the program ignores changes to an argument. */
  readonly ignores: (name: keyof I & string) => boolean;
}

/** The declared arguments. In a preview, some values are unknown. */
export interface Declared<I> {
  readonly values: Partial<I>;
  has(name: keyof I): boolean;
  /** Whether the argument is declared with a value that differs from the service's default. */
  differsFromDefault(name: keyof I): boolean;
  unknown(name: keyof I): boolean;
}
