import type { Clock } from "../../clock";
import { type ResourceState, stackType } from "../../state";
import { messageOf } from "../../unknown";
import { withElidedAssets } from "./assets";
import { EngineStopping } from "./engine-stopping";
import type { Counts, EngineEvent, RunResult, Step, StepKind } from "./events";
import { Hooks } from "./hooks";
import type { Severity } from "./program-port";
import type { ProviderPort } from "./provider-port";
import type { RunOptions } from "./run-options";
import { Semaphore } from "./semaphore";
import type { StackState } from "./stack-state";
import { Targets } from "./targets";
import { isDefaultProvider } from "./urn";
import { UrnPatterns } from "./urn-patterns";

/** What the parts of one run share. */
export class Run {
  readonly semaphore: Semaphore;
  readonly provider: ProviderPort;
  readonly targets: Targets;
  readonly hooks = new Hooks(this);
  /** What is to be replaced whatever its diff says. */
  readonly replace: UrnPatterns;
  #result: RunResult = "succeeded";
  #isStopping = false;
  #isStoppedAtOnce = false;
  readonly #stopped: Promise<void>;
  #stop: () => void = () => undefined;
  /** URNs of which something was reported, so that the summary need not name them. */
  readonly #reported = new Set<string>();
  readonly #notStarted = new Set<string>();
  readonly #failedDeletes: ResourceState[] = [];
  readonly #active = new Set<Promise<unknown>>();
  readonly #counts = { created: 0, updated: 0, replaced: 0, deleted: 0, unchanged: 0, read: 0 };
  #alreadyGone = 0;
  #engineError: Error | undefined;

  constructor(
    readonly options: RunOptions,
    readonly clock: Clock,
    readonly stackState: StackState,
    provider: ProviderPort,
    readonly emit: (event: EngineEvent) => void,
  ) {
    this.semaphore = new Semaphore(options.parallel);
    this.targets = new Targets(options);
    this.replace = new UrnPatterns(options.replace ?? []);
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
  markNotStarted(urn: string): void {
    this.#notStarted.add(urn);
  }

  /** A step for this resource began, or it failed before one could. */
  markReported(urn: string): void {
    this.#reported.add(urn);
  }

  /** What was to be done and was not. */
  get notStarted(): readonly string[] {
    return [...this.#notStarted].filter((urn) => !this.#reported.has(urn));
  }

  /** The provider was asked to delete this resource, and did not confirm that it has. */
  markDeleteFailed(state: ResourceState): void {
    this.#failedDeletes.push(state);
  }

  get failedDeletes(): readonly ResourceState[] {
    return this.#failedDeletes;
  }

  /** Whether nothing new may begin. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Resolves when the run begins to stop before its end. */
  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** What broke the engine itself, such as a state that could not be written. */
  get engineError(): Error | undefined {
    return this.#engineError;
  }

  /** Something failed: nothing new begins, what is under way ends and is recorded. */
  fail(): void {
    if (this.#result === "succeeded") this.#result = "failed";
    this.#isStopping = true;
    this.#stop();
  }

  /** Something failed that need not stop the others. */
  markFailed(): void {
    if (this.#result === "succeeded") this.#result = "failed";
  }

  cancel(): void {
    if (this.#result === "succeeded") this.#result = "cancelled";
    this.#isStopping = true;
    this.#stop();
  }

  /** Stop at once: calls are cut off, so what was under way stays pending in the state. */
  stopAtOnce(): void {
    this.#isStoppedAtOnce = true;
    this.cancel();
  }

  /** Whether calls were cut off, so that nothing is known of how they ended. */
  get isStoppedAtOnce(): boolean {
    return this.#isStoppedAtOnce;
  }

  failEngine(fault: Error): void {
    this.#engineError ??= fault;
    this.fail();
  }

  throwIfStopping(): void {
    if (this.#isStopping) throw new EngineStopping();
  }

  /** Work under way, which the run waits for even when it stops. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#active.add(work);
    const forget = () => this.#active.delete(work);
    work.then(forget, forget);
    return work;
  }

  async waitForWork(): Promise<void> {
    while (this.#active.size > 0) await Promise.allSettled(this.#active);
  }

  message(severity: Severity, message: string, urn = "", ephemeral = false): void {
    if (severity === "error") this.markReported(urn);
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
    const counted = step.leftOver ? "deleted" : countNames[step.kind];
    if (counted) this.#counts[counted]++;
  }

  /** Writes what the journal says; a state that cannot be written stops everything. */
  async commit(): Promise<void> {
    if (this.options.preview) return;
    try {
      await this.stackState.commit();
    } catch (cause) {
      const fault = cause instanceof Error ? cause : new Error(messageOf(cause));
      this.failEngine(fault);
      throw new EngineStopping();
    }
  }
}

/** A replacement is one step to the reader: its create half counts. What an earlier run left of one counts by itself. */
const countNames: Readonly<Record<StepKind, Exclude<keyof Counts, "alreadyGone"> | undefined>> = {
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
