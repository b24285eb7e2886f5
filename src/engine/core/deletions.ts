import { type ResourceState, referencesOf } from "../../state";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { Step, StepKind } from "./events";
import type { HookValues } from "./hooks";
import type { DeleteResult } from "./provider-port";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { recordPending, reportStep, type StartedStep, startStep } from "./step-progress";
import { managesObject } from "./urn";

/** With `pendingReplacement`, the entries stay in the state until their replacements are created, marked as pending replacement. */
export interface DeleteOptions {
  readonly pendingReplacement: boolean;
  readonly reason: string;
}

interface Deletion {
  readonly entry: Entry;
  readonly pendingReplacement: boolean;
  readonly started: StartedStep;
  readonly step: Step;
}

/** A deletion without a call. Its entry leaves the state together with its host, so that a run that fails to delete the host loses neither. */
interface WaitingDeletion extends Deletion {
  readonly host: Entry;
}

/**
 * Deletes entries, each after all entries that refer to it. Once a deletion fails, no other deletion starts, and those in progress are
 * finished. An entry is deleted only once, so two replacements can share dependents.
 */
export class Deletions {
  readonly #run: Run;
  /** Whether the deletion of each entry succeeded, apart from that of its host. */
  readonly #results = new Map<Entry, Promise<boolean>>();
  readonly #waiting = new Set<WaitingDeletion>();
  /** The host of each entry that has waited for one. */
  readonly #hosts = new Map<Entry, Entry>();
  /** Entries that this run deleted ahead of a replacement that may never be created. */
  readonly #deletedAhead = new Set<Entry>();
  /** All entries to delete. A resource that is `deletedWith` one of them needs no call. */
  readonly #entries = new Set<Entry>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** Resolves to whether all of them were deleted. */
  async delete(entries: readonly Entry[], options: DeleteOptions): Promise<boolean> {
    for (const entry of entries) this.#entries.add(entry);
    const positionOf = (entry: Entry) => this.#run.stackState.positionOf(entry);
    // In the state, every entry comes after those that it refers to. In reverse order, the deletions to wait for are already in the map.
    for (const entry of [...entries].sort((left, right) => positionOf(right) - positionOf(left))) {
      const isDeletedAhead = !options.pendingReplacement && this.#deletedAhead.has(entry);
      if (this.#results.has(entry) && !isDeletedAhead) continue;
      const dependents = [...this.#results].filter(
        ([other]) =>
          positionOf(other) > positionOf(entry) && referencesOf(other.state).includes(entry.state.urn),
      );
      const work = Promise.all(dependents.map(([, result]) => result)).then((deleted) =>
        deleted.every(Boolean) ? this.#deleteOne(entry, options) : this.#skip(entry),
      );
      this.#results.set(entry, this.#run.track(work));
    }
    const results = await Promise.all(entries.map((entry) => this.waitForDeletion(entry)));
    return results.every(Boolean);
  }

  /** Waits for the deletion of an entry. Returns false if it failed, and true if it succeeded or the entry is not being deleted. */
  async waitForDeletion(entry: Entry): Promise<boolean> {
    const isDeleted = (await this.#results.get(entry)) ?? true;
    const host = this.#hosts.get(entry);
    return isDeleted && (host === undefined || this.waitForDeletion(host));
  }

  async #deleteOne(entry: Entry, options: DeleteOptions): Promise<boolean> {
    const run = this.#run;
    const { state } = entry;
    if (state.pendingReplacement && !state.delete) return this.#discard(entry);
    return run.semaphore.run(async () => {
      if (run.isStopping) return this.#skip(entry);
      const step = this.#describe(entry, options);
      const started = startStep(run, step);
      const deletion = { entry, pendingReplacement: options.pendingReplacement, started, step };
      let result: DeleteResult = { alreadyDeleted: false };
      let wasCalled = false;
      const call = () => {
        wasCalled = true;
        return this.#callProvider(state);
      };
      try {
        await run.hooks.before("BeforeDelete", state, valuesOf(state));
        const host = this.#hostOf(entry);
        if (host) {
          this.#waiting.add({ ...deletion, host });
          this.#hosts.set(entry, host);
          return true;
        }
        if (this.#needsCall(entry) && !run.options.preview)
          result = await run.hooks.retrying("delete", state, valuesOf(state), call);
      } catch (cause) {
        if (cause instanceof EngineStopping) return false;
        started.failed(errorMessage(cause));
        if (wasCalled) run.markDeleteFailed(state);
        this.#failWaiting(entry, wasCalled);
        run.fail();
        await run.commit();
        return false;
      }
      await this.#finish([{ ...deletion, step: withResult(step, result) }, ...this.#takeWaiting(entry)]);
      return true;
    });
  }

  /** Records deletions in one write. */
  async #finish(deletions: readonly Deletion[]): Promise<void> {
    const run = this.#run;
    for (const { entry, pendingReplacement } of deletions) this.#recordDeletion(entry, pendingReplacement);
    await run.commit();
    for (const { entry, started, step } of deletions) {
      await run.hooks.after("AfterDelete", entry.state, valuesOf(entry.state));
      started.done(step);
    }
  }

  /** The deletions that wait for this entry, and those that wait for them. */
  #takeWaiting(host: Entry): readonly WaitingDeletion[] {
    const waiting = [...this.#waiting].filter((deletion) => deletion.host === host);
    for (const deletion of waiting) this.#waiting.delete(deletion);
    return waiting.flatMap((deletion) => [deletion, ...this.#takeWaiting(deletion.entry)]);
  }

  #failWaiting(host: Entry, wasCalled: boolean): void {
    for (const { entry, started } of this.#takeWaiting(host)) {
      started.failed(`it stays in the state, because the deletion of ${host.state.urn} did not succeed`);
      if (wasCalled && managesObject(entry.state)) this.#run.markDeleteFailed(entry.state);
    }
  }

  #describe(entry: Entry, { pendingReplacement, reason }: DeleteOptions): Step {
    const { state } = entry;
    const isReplaced = state.delete || pendingReplacement;
    const kind: StepKind = state.external ? "discard" : isReplaced ? "deleteReplaced" : "delete";
    const isLeftOver = this.#run.stackState.isLeftOver(entry);
    const why = state.external ? "it was only read" : isLeftOver ? "replaced by an earlier run" : reason;
    return {
      ...describeStep(kind, { old: state }, { reason: why }),
      ...(isLeftOver && { leftOver: true as const }),
      ...(managesObject(state) && state.retainOnDelete && { retained: true as const }),
    };
  }

  #skip(entry: Entry): false {
    this.#failWaiting(entry, false);
    this.#run.markNotStarted(entry.state.urn);
    return false;
  }

  /** Removes an entry whose object is already deleted. */
  #discard(entry: Entry): boolean {
    const old = entry.state;
    this.#run.stackState.remove(entry);
    const step = this.#deletedAhead.has(entry)
      ? describeStep("delete", { old }, { reason: "a resource that it depends on is replaced" })
      : describeStep("discard", { old }, { reason: "deleted by an earlier run" });
    reportStep(this.#run, step);
    return true;
  }

  #needsCall(entry: Entry): boolean {
    return managesObject(entry.state) && !entry.state.retainOnDelete && !this.#deletedWith(entry);
  }

  /**
   * The entry with which this one leaves the state: the one that deletes its object or, for an entry without an object, that of an entry
   * that refers to it and waits.
   */
  #hostOf(entry: Entry): Entry | undefined {
    const { state } = entry;
    const host = managesObject(state)
      ? this.#deletedWith(entry)
      : [...this.#waiting].find((waiting) => referencesOf(waiting.entry.state).includes(state.urn))?.host;
    const isGone = host && (this.#run.stackState.isRemoved(host) || host.state.pendingReplacement);
    return isGone ? undefined : host;
  }

  /**
   * Entries that earlier runs replaced have the URNs of those that took their place, so it is unknown with which of them an object goes. Only
   * entries that were current when the run began are deleted with another.
   */
  #deletedWith(entry: Entry): Entry | undefined {
    const { deletedWith, retainOnDelete } = entry.state;
    const { stackState } = this.#run;
    if (deletedWith === "" || retainOnDelete || stackState.isLeftOver(entry)) return undefined;
    return [...this.#entries].find(
      (other) =>
        other.state.urn === deletedWith &&
        !other.state.external &&
        !other.state.retainOnDelete &&
        !stackState.isLeftOver(other),
    );
  }

  async #callProvider(state: ResourceState): Promise<DeleteResult> {
    const run = this.#run;
    const pending = await recordPending(run, "deleting", state);
    try {
      const { urn, provider, id, inputs, outputs } = state;
      return await run.provider.delete({ urn, provider, id, inputs, outputs });
    } finally {
      if (!run.isStoppedAtOnce) run.stackState.end(pending);
    }
  }

  #recordDeletion(entry: Entry, pendingReplacement: boolean): void {
    const { stackState } = this.#run;
    if (pendingReplacement && !entry.state.delete) {
      entry.state = { ...entry.state, pendingReplacement: true };
      this.#deletedAhead.add(entry);
      return;
    }
    stackState.remove(entry);
    for (const waiting of this.#waiting) stackState.forget(entry.state.urn, waiting.entry);
  }
}

function valuesOf({ inputs, outputs }: ResourceState): HookValues {
  return { oldInputs: inputs, oldOutputs: outputs };
}

function withResult(step: Step, { alreadyDeleted, retained = false }: DeleteResult): Step {
  if (retained) return { ...step, retained };
  return alreadyDeleted ? { ...step, reason: "it was already deleted", alreadyDeleted } : step;
}
