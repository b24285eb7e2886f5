import type { Clock } from "../../clock";
import { Semaphore } from "../../semaphore";
import { isDefaultProvider, type ResourceState, stackType } from "../../state";
import { errorOf } from "../../unknown";
import { withElidedAssets } from "./assets";
import { EngineStopping } from "./engine-stopping";
import type { Counts, EngineEvent, RunResult, Step, StepKind } from "./events";
import { Hooks } from "./hooks";
import type { Severity } from "./program-port";
import type { ProviderPort } from "./provider-port";
import type { RunOptions } from "./run-options";
import type { StackState } from "./stack-state";
import { Targets } from "./targets";
import { UrnPatterns } from "./urn-patterns";

/** The data that the parts of one run share: its options, ports, result and work in progress. */
export class Run {
  readonly options: RunOptions;
  readonly clock: Clock;
  readonly stackState: StackState;
  readonly emit: (event: EngineEvent) => void;
  readonly provider: ProviderPort;
  /** Limits the calls to the provider to `--parallel` at a time. */
  readonly semaphore: Semaphore;
  readonly targets: Targets;
  /** Resources to replace regardless of their diffs (`--replace`). */
  readonly replace: UrnPatterns;
  readonly hooks = new Hooks(this);
  /** When the run started, in the format in which the state records times. */
  readonly startedAt: string;
  #result: RunResult = "succeeded";
  #isStopping = false;
  #isStoppedAtOnce = false;
  readonly #stopped: Promise<void>;
  #resolveStopped: () => void = () => undefined;
  readonly #reported = new Set<string>();
  readonly #notStarted = new Set<string>();
  readonly #failedDeletes: ResourceState[] = [];
  readonly #work = new Set<Promise<unknown>>();
  readonly #counts = {
    ...{ created: 0, updated: 0, replaced: 0, deleted: 0, unchanged: 0, read: 0 },
    ...{ alreadyDeleted: 0, retained: 0, unready: 0 },
  };
  #engineError: Error | undefined;

  constructor(
    options: RunOptions,
    clock: Clock,
    stackState: StackState,
    provider: ProviderPort,
    emit: (event: EngineEvent) => void,
  ) {
    this.options = options;
    this.clock = clock;
    this.startedAt = this.timestamp();
    this.stackState = stackState;
    this.emit = emit;
    this.provider = withElidedAssets(provider);
    this.semaphore = new Semaphore(options.parallel);
    this.targets = new Targets(options);
    this.replace = new UrnPatterns(options.replace ?? []);
    this.#stopped = new Promise((resolve) => {
      this.#resolveStopped = resolve;
    });
  }

  get result(): RunResult {
    return this.#result;
  }

  get counts(): Counts {
    const { alreadyDeleted, retained, unready, ...counts } = this.#counts;
    return {
      ...counts,
      ...(alreadyDeleted > 0 && { alreadyDeleted }),
      ...(retained > 0 && { retained }),
      ...(unready > 0 && { unready }),
    };
  }

  /** The run stopped before the step of this resource. */
  markNotStarted(urn: string): void {
    this.#notStarted.add(urn);
  }

  /** The step of this resource has started, or its error has been reported. */
  markReported(urn: string): void {
    this.#reported.add(urn);
  }

  /** Resources whose steps never started and for which no error was reported. */
  get notStarted(): readonly string[] {
    return [...this.#notStarted].filter((urn) => !this.#reported.has(urn));
  }

  /** The provider did not confirm that it deleted this resource. */
  markDeleteFailed(state: ResourceState): void {
    this.#failedDeletes.push(state);
  }

  /** The resources with their URNs in the state. */
  get failedDeletes(): readonly ResourceState[] {
    const written = this.stackState.renamedUrns();
    return this.#failedDeletes.map((state) => ({ ...state, urn: written.get(state.urn) ?? state.urn }));
  }

  /** Whether no new step may start. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Resolves when the run begins to stop early. Never resolves otherwise. */
  get stopped(): Promise<void> {
    return this.#stopped;
  }

  /** An error of the engine itself, such as a state that could not be written. */
  get engineError(): Error | undefined {
    return this.#engineError;
  }

  /** Fails the run and starts no new step. Steps in progress are finished and recorded. */
  fail(): void {
    this.markFailed();
    this.#stop();
  }

  /** Makes the run fail when it ends. Until then, it continues. */
  markFailed(): void {
    if (this.#result === "succeeded") this.#result = "failed";
  }

  /** Begins no new step. Steps in progress are finished and recorded. */
  cancel(): void {
    if (this.#result === "succeeded") this.#result = "cancelled";
    this.#stop();
  }

  /** Cancels without waiting: calls in progress are abandoned, and their operations stay pending in the state. */
  stopAtOnce(): void {
    this.#isStoppedAtOnce = true;
    this.cancel();
  }

  get isStoppedAtOnce(): boolean {
    return this.#isStoppedAtOnce;
  }

  /** Fails the run because of an error of the engine itself. */
  failEngine(error: Error): void {
    this.#engineError ??= error;
    this.fail();
  }

  #stop(): void {
    this.#isStopping = true;
    this.#resolveStopped();
  }

  throwIfStopping(): void {
    if (this.#isStopping) throw new EngineStopping();
  }

  /** Makes `waitForWork` wait for this promise. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work);
    const forget = () => this.#work.delete(work);
    work.then(forget, forget);
    return work;
  }

  async waitForWork(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  message(severity: Severity, message: string, urn = "", ephemeral = false): void {
    if (severity === "error") this.markReported(urn);
    this.emit({ kind: "message", severity, message, urn, ephemeral, time: this.clock.now() });
  }

  /** The current time in RFC 3339. */
  timestamp(): string {
    return new Date(this.clock.now()).toISOString();
  }

  /** Counts a step for the summary, except those of the stack and the default providers. */
  count(step: Step): void {
    if (step.type === stackType || isDefaultProvider(step.urn)) return;
    const name = countNameOf(step);
    if (name) this.#counts[name]++;
  }

  /** Counts an existing object that a step could not finish. */
  countUnready(): void {
    this.#counts.unready++;
  }

  /** Writes the state. If that fails, the run fails and no new step starts. */
  async commit(): Promise<void> {
    if (this.options.preview) return;
    try {
      await this.stackState.commit();
    } catch (cause) {
      this.failEngine(errorOf(cause));
      throw new EngineStopping();
    }
  }
}

function countNameOf({ kind, alreadyDeleted, retained, leftOver }: Step): keyof Counts | undefined {
  if (alreadyDeleted) return "alreadyDeleted";
  if (retained) return "retained";
  return leftOver ? "deleted" : countNames[kind];
}

/** A replacement counts once, with its create. */
const countNames: Readonly<Record<StepKind, keyof Counts | undefined>> = {
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
