import type { Clock } from "../../clock";
import {
  type PropertyMap,
  messageOf as plainMessageOf,
  providerTypePrefix,
  type ResourceState,
  sameValue,
  stackType,
  unknown,
  unknownText,
} from "../../state";
import { withElidedAssets } from "./assets";
import type { Counts, EngineEvent, Operation, RunResult, Step, StepKind } from "./events";
import type { Entry, Journal } from "./journal";
import { Permits } from "./permits";
import { EngineStopping, type ProviderPort, type Severity } from "./ports";
import { nameOf } from "./urn";

export interface RunOptions {
  readonly operation: Operation;
  /** Nothing is changed: steps are said, not done. */
  readonly preview: boolean;
  readonly project: string;
  readonly stack: string;
  readonly parallel: number;
  /** URNs; empty: everything. */
  readonly targets: readonly string[];
  /** URNs to be replaced whatever their diff says. */
  readonly replace: readonly string[];
}

/** What the parts of one run share. */
export class Run {
  readonly permits: Permits;
  readonly provider: ProviderPort;
  #result: RunResult = "succeeded";
  #stopping = false;
  #halted = false;
  readonly #stopped: Promise<void>;
  #stop: () => void = () => undefined;
  readonly #active = new Set<Promise<unknown>>();
  readonly #counts = { created: 0, updated: 0, replaced: 0, deleted: 0, unchanged: 0, read: 0 };
  #fault: Error | undefined;

  constructor(
    readonly options: RunOptions,
    readonly clock: Clock,
    readonly journal: Journal,
    provider: ProviderPort,
    readonly emit: (event: EngineEvent) => void,
  ) {
    this.permits = new Permits(options.parallel);
    this.provider = withElidedAssets(provider);
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  /** `succeeded` until something says otherwise. */
  get result(): RunResult {
    return this.#result;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  /** Whether nothing new may begin. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Resolves when the run begins to stop before its end. */
  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** What broke the engine itself, such as a state that could not be written. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Something failed: nothing new begins, what is under way ends and is recorded. */
  fail(): void {
    if (this.#result === "succeeded") this.#result = "failed";
    this.#stopping = true;
    this.#stop();
  }

  /** Something failed that need not stop the others. */
  markFailed(): void {
    if (this.#result === "succeeded") this.#result = "failed";
  }

  cancel(): void {
    if (this.#result === "succeeded") this.#result = "cancelled";
    this.#stopping = true;
    this.#stop();
  }

  /** Stop at once: calls are cut off, so what was under way stays pending in the state. */
  halt(): void {
    this.#halted = true;
    this.cancel();
  }

  /** Whether calls were cut off, so that nothing is known of how they ended. */
  get halted(): boolean {
    return this.#halted;
  }

  break(fault: Error): void {
    this.#fault ??= fault;
    this.fail();
  }

  throwIfStopping(): void {
    if (this.#stopping) throw new EngineStopping();
  }

  /** Work under way, which the run waits for even when it stops. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#active.add(work);
    const forget = () => this.#active.delete(work);
    work.then(forget, forget);
    return work;
  }

  async settle(): Promise<void> {
    while (this.#active.size > 0) await Promise.allSettled(this.#active);
  }

  message(severity: Severity, message: string, urn = "", ephemeral = false): void {
    this.emit({ kind: "message", severity, message, urn, ephemeral, time: this.clock.now() });
  }

  /** RFC 3339. */
  time(): string {
    return new Date(this.clock.now()).toISOString();
  }

  /** Counts what users declare: not the stack itself, not the default providers. */
  count(step: Step): void {
    if (step.type === stackType || step.type.startsWith(providerTypePrefix)) return;
    const counted = countedAs[step.kind];
    if (counted) this.#counts[counted]++;
  }

  /** Writes what the journal says; a state that cannot be written stops everything. */
  async commit(): Promise<void> {
    if (this.options.preview) return;
    try {
      await this.journal.commit();
    } catch (cause) {
      const fault = cause instanceof Error ? cause : new Error(plainMessageOf(cause));
      this.break(fault);
      throw new EngineStopping();
    }
  }
}

/** A replacement is one step to the reader: its create half counts. */
const countedAs: Readonly<Record<StepKind, keyof Counts | undefined>> = {
  same: "unchanged",
  create: "created",
  update: "updated",
  delete: "deleted",
  createReplacement: "replaced",
  deleteReplaced: undefined,
  read: "read",
  readReplacement: "read",
  refresh: "updated",
  discard: undefined,
};

export function stepOf(
  kind: StepKind,
  states: { readonly old?: ResourceState | undefined; readonly new?: ResourceState | undefined },
  why: { readonly replaces?: readonly string[]; readonly reason?: string } = {},
): Step {
  const { old, new: next } = states;
  const subject = next ?? old;
  if (!subject) throw new Error("a step needs a state");
  return {
    kind,
    urn: subject.urn,
    type: subject.type,
    name: nameOf(subject.urn),
    custom: subject.custom,
    ...(old && { old }),
    ...(next && { new: next }),
    changed: old && next ? changedKeys(kind, old, next) : [],
    replaces: why.replaces ?? [],
    reason: why.reason ?? "",
  };
}

/**
 * The top-level inputs that differ. Where none does and something is done all the same, the live side has moved:
 * then the outputs that differ from the inputs, for a refresh the outputs that differ from those of before.
 */
function changedKeys(kind: StepKind, old: ResourceState, next: ResourceState): readonly string[] {
  if (kind === "same" || kind === "create" || kind === "delete" || kind === "deleteReplaced") return [];
  const differing = (left: PropertyMap, right: PropertyMap, names: readonly string[]) =>
    names.filter((name) => name !== "__provider" && !sameValue(left[name], right[name]));
  const union = (left: PropertyMap, right: PropertyMap) => [
    ...new Set([...Object.keys(left), ...Object.keys(right)]),
  ];
  if (kind === "refresh") return differing(old.outputs, next.outputs, union(old.outputs, next.outputs));
  const inputs = differing(old.inputs, next.inputs, union(old.inputs, next.inputs));
  if (inputs.length > 0) return inputs;
  const shared = Object.keys(next.inputs).filter((name) => Object.hasOwn(old.outputs, name));
  return differing(old.outputs, next.inputs, shared);
}

/** The inputs with every property that depends on one of the URNs unknown. */
export function withUnknowns(state: ResourceState, urns: ReadonlySet<string>): PropertyMap | undefined {
  let touched = false;
  const inputs = Object.entries(state.inputs).map(([name, value]) => {
    if (!state.propertyDependencies[name]?.some((urn) => urns.has(urn))) return [name, value] as const;
    touched = true;
    return [name, unknown] as const;
  });
  return touched ? Object.fromEntries(inputs) : undefined;
}

export function messageOf(cause: unknown): string {
  return plainMessageOf(cause).replaceAll(unknownText, "[unknown]");
}

export type { Entry };
