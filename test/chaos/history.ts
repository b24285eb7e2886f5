import type { FaultRuleInput, Settings } from "../../src/emulator";
import type { ResourceClass } from "../../src/resources/resource-class";

/** A random history of one stack: a plain value that JSON can hold, from which everything that happens follows. */
export interface History {
  /** Of ids, labels, jitter and the probabilities of faults. */
  readonly seed: number;
  readonly brand: "node" | "acme";
  /** Those of the emulator that differ from its defaults. */
  readonly settings: Partial<Settings>;
  /** In seconds: by how much the service's clock is ahead of this machine's. */
  readonly clockOffset: number;
  /** In seconds: by how much the creation times of the service are ahead of the dates of its responses. */
  readonly createdOffset: number;
  /** How often the clock of this machine is read per millisecond that passes while code runs. Default: no time passes. */
  readonly readsPerMillisecond?: number | undefined;
  readonly parallel: number;
  readonly resources: readonly Declared[];
  readonly steps: readonly Step[];
  /** In seconds: how long after the last fault the user runs `up` again. */
  readonly pause: number;
  /** Whether the plugin knows which objects the state has. Under the Pulumi CLI, it does not. Default: true. */
  readonly knowsState?: boolean;
}

/** What a program declares of one resource. */
export interface Declared {
  readonly type: ResourceClass;
  readonly name: string;
  /** Whether it is a child of the program's component. */
  readonly inComponent: boolean;
  readonly options: readonly Option[];
  /** Changes of the class's basic arguments, by their positions in its `argumentChanges`. */
  readonly changes: readonly number[];
  /** The resource that it refers to, by its number among the earlier ones. Undefined if there is none. */
  readonly refersTo: number | undefined;
  /** The account of its explicit provider. Undefined if it has the default provider, whose account is the first. */
  readonly provider?: Account | undefined;
}

export type Account = "first" | "second";

export type Option = "protect" | "retainOnDelete" | "ignoreTags" | "ignoreLabel";

/**
 * A change to the program. A resource is chosen by its number. `reusesName`: the new name is one that a resource of this type had before, if
 * there is one.
 */
export type Edit =
  | { readonly kind: "change"; readonly resource: number; readonly change: number }
  | {
      readonly kind: "rename";
      readonly resource: number;
      readonly name: string;
      readonly reusesName?: boolean;
    }
  | { readonly kind: "move"; readonly resource: number }
  | { readonly kind: "option"; readonly resource: number; readonly option: Option }
  | { readonly kind: "remove"; readonly resource: number }
  /** The resource gets the explicit provider of its account, or the default provider back. */
  | { readonly kind: "provider"; readonly resource: number }
  | { readonly kind: "add"; readonly declared: Declared; readonly reusesName?: boolean };

/** What somebody else does to the object of a resource. */
export interface External {
  readonly resource: number;
  readonly kind: "label" | "settings" | "status" | "delete";
}

/** How a run ends early. */
export type Stop =
  /** The engine is killed after this many writes of the state. */
  | { readonly kind: "engine killed"; readonly after: number; readonly isNoticed: boolean }
  | { readonly kind: "plugin killed"; readonly request: number; readonly isCarriedOut: boolean }
  /** The user interrupts it, after this many milliseconds. */
  | { readonly kind: "interrupted"; readonly after: number };

/** A fault of the service, and how many seconds it lasts after the start of its step. Undefined if it lasts as long as the step. */
export interface Fault {
  /** Its operation may also be the name of a group in `draw.ts`: `creates`. */
  readonly rule: FaultRuleInput;
  readonly seconds: number | undefined;
}

interface Run {
  readonly faults: readonly Fault[];
  readonly stop: Stop | undefined;
  /** What somebody else does during the run, after this many milliseconds. */
  readonly during: { readonly after: number; readonly external: External } | undefined;
}

export type Step =
  | (Run & {
      readonly kind: "up";
      readonly edits: readonly Edit[];
      readonly refreshFirst: boolean;
      readonly targets: readonly number[];
      readonly replace: readonly number[];
    })
  | (Run & { readonly kind: "refresh" | "preview" | "destroy" })
  | { readonly kind: "external"; readonly external: External }
  /** `up` and `refresh` with the token of another account. */
  | { readonly kind: "other account"; readonly operation: "up" | "refresh" | "destroy" }
  /** From now on, runs are on another machine, without the records of this one. */
  | { readonly kind: "other machine" }
  | { readonly kind: "wait"; readonly seconds: number };
