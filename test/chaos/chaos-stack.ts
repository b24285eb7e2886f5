import type { Control } from "../../src/emulator";
import type { ResourceState } from "../../src/state";
import type { ReportedMessage } from "./user";

export type Operation = "up" | "preview" | "refresh" | "destroy";

export interface ChaosRunOptions {
  readonly refreshFirst?: boolean;
  /** URNs. Default: all resources. */
  readonly targets?: readonly string[];
  /** URNs of resources to replace. */
  readonly replace?: readonly string[];
  readonly clearPendingCreates?: boolean;
  readonly allowEmpty?: boolean;
}

/** What a run did to a resource, or what a preview announced. */
export interface ChaosStep {
  readonly kind: string;
  readonly urn: string;
}

/** The messages and the result of a run. */
export interface ChaosOutcome {
  readonly result: string;
  readonly hasSucceeded: boolean;
  readonly messages: readonly ReportedMessage[];
  readonly failures: readonly string[];
  /** The resources that it removed from the state. */
  readonly removed: readonly ResourceState[];
  /** Its steps, except for those that leave a resource as it is. Undefined over processes. */
  readonly steps?: readonly ChaosStep[];
}

/** The stack of a history and its service, whether its runs are in this process or processes of their own. */
export interface ChaosStack<O extends ChaosRunOptions = ChaosRunOptions> {
  readonly control: Control;
  /** The resources that the state records now. */
  readonly states: readonly ResourceState[];
  /** The operations that a killed run left pending in the state, in words. */
  readonly pending: readonly string[];
  run(operation: Operation, options: O): Promise<ChaosOutcome>;
  /** Lets time pass, in milliseconds. */
  advance(ms: number): Promise<void>;
  /** `pulumi state delete` */
  forget(urn: string): Promise<void>;
  /** `pulumi state unprotect` */
  unprotect(urn: string): Promise<void>;
  /** `nodecloud cancel`. Undefined if nothing locks the stack. */
  unlock?(): Promise<void>;
  /** `nodecloud recover --yes` */
  recover(): Promise<void>;
  /** Whether each `up` of the user is compared with a preview just before it. Over processes, that takes too long. */
  readonly comparesPreviews: boolean;
  /** Whether the user runs `recover` even if nothing was created, instead of clearing pending creates. */
  readonly alwaysRecovers: boolean;
}
