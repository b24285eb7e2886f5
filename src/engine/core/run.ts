import type { Clock } from "../../clock";
import { messageOf as plainMessageOf, stackType, unknownText } from "../../state";
import { withElidedAssets } from "./assets";
import type { Counts, EngineEvent, Operation, RunResult, Step, StepKind } from "./events";
import { Hooks } from "./hooks";
import type { Journal } from "./journal";
import { Permits } from "./permits";
import { EngineStopping, type ProviderPort, type Severity } from "./ports";
import { Patterns, Selection, type SelectionOptions } from "./selection";
import { isDefaultProvider } from "./urn";

export interface RunOptions extends SelectionOptions {
  readonly operation: Operation;
  /** Nothing is changed: steps are said, not done. */
  readonly preview: boolean;
  readonly project: string;
  readonly stack: string;
  readonly parallel: number;
  /** URNs, which may hold `*` and `**`, to be replaced whatever their diff says. */
  readonly replace?: readonly string[];
}

/** What the parts of one run share. */
export class Run {
  readonly permits: Permits;
  readonly provider: ProviderPort;
  readonly selection: Selection;
  readonly hooks = new Hooks(this);
  /** What is to be replaced whatever its diff says. */
  readonly replace: Patterns;
  #result: RunResult = "succeeded";
  #stopping = false;
  #halted = false;
  readonly #stopped: Promise<void>;
  #stop: () => void = () => undefined;
  /** URNs of which something was reported, so that the summary need not name them. */
  readonly #reported = new Set<string>();
  readonly #notBegun = new Set<string>();
  readonly #active = new Set<Promise<unknown>>();
  readonly #counts = { created: 0, updated: 0, replaced: 0, deleted: 0, unchanged: 0, read: 0 };
  #alreadyGone = 0;
  #fault: Error | undefined;

  constructor(
    readonly options: RunOptions,
    readonly clock: Clock,
    readonly journal: Journal,
    provider: ProviderPort,
    readonly emit: (event: EngineEvent) => void,
  ) {
    this.permits = new Permits(options.parallel);
    this.selection = new Selection(options);
    this.replace = new Patterns(options.replace ?? []);
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
    return { ...this.#counts, ...(this.#alreadyGone > 0 && { alreadyGone: this.#alreadyGone }) };
  }

  /** The run stopped before it came to this resource. */
  leave(urn: string): void {
    this.#notBegun.add(urn);
  }

  /** A step for this resource began, or it failed before one could. */
  report(urn: string): void {
    this.#reported.add(urn);
  }

  /** What was to be done and was not. */
  get notBegun(): readonly string[] {
    return [...this.#notBegun].filter((urn) => !this.#reported.has(urn));
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
    if (severity === "error") this.report(urn);
    this.emit({ kind: "message", severity, message, urn, ephemeral, time: this.clock.now() });
  }

  /** RFC 3339. */
  time(): string {
    return new Date(this.clock.now()).toISOString();
  }

  /** Counts what users declare: not the stack itself, not the default providers. */
  count(step: Step): void {
    if (step.type === stackType || isDefaultProvider(step.urn)) return;
    if (step.alreadyGone) {
      this.#alreadyGone++;
      return;
    }
    const counted = step.leftOver ? "deleted" : countedAs[step.kind];
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

/** A replacement is one step to the reader: its create half counts. What an earlier run left of one counts by itself. */
const countedAs: Readonly<Record<StepKind, Exclude<keyof Counts, "alreadyGone"> | undefined>> = {
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

export function messageOf(cause: unknown): string {
  return plainMessageOf(cause).replaceAll(unknownText, "[unknown]");
}
