import { type ResourceState, referencesOf } from "../../state";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { Step, StepKind } from "./events";
import type { DeleteResult } from "./provider-port";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { recordPending, reportStep, startStep } from "./step-progress";
import { managesObject } from "./urn";

/** With `pendingReplacement`, the entries stay in the state until their replacements are created, marked as pending replacement. */
export interface DeleteOptions {
  readonly pendingReplacement: boolean;
  readonly reason: string;
}

/**
 * Deletes entries, each after all entries that refer to it. Once a deletion fails, no other deletion starts, and those in progress are
 * finished. An entry is deleted only once, so two replacements can share dependents.
 */
export class Deletions {
  readonly #run: Run;
  /** Whether the deletion of each entry succeeded. */
  readonly #results = new Map<Entry, Promise<boolean>>();
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
    const results = await Promise.all(entries.map((entry) => this.#results.get(entry)));
    return results.every((deleted) => deleted === true);
  }

  /** Waits for the deletion of an entry. Returns false if it failed, and true if it succeeded or the entry is not being deleted. */
  async waitForDeletion(entry: Entry): Promise<boolean> {
    return (await this.#results.get(entry)) ?? true;
  }

  async #deleteOne(entry: Entry, options: DeleteOptions): Promise<boolean> {
    const run = this.#run;
    const { state } = entry;
    if (state.pendingReplacement && !state.delete) return this.#discard(entry);
    return run.semaphore.run(async () => {
      if (run.isStopping) return this.#skip(entry);
      const step = this.#describe(entry, options);
      const started = startStep(run, step);
      const values = { oldInputs: state.inputs, oldOutputs: state.outputs };
      let result: DeleteResult = { alreadyDeleted: false };
      let wasCalled = false;
      const call = () => {
        wasCalled = true;
        return this.#callProvider(state);
      };
      try {
        await run.hooks.before("BeforeDelete", state, values);
        if (this.#needsCall(entry) && !run.options.preview)
          result = await run.hooks.retrying("delete", state, values, call);
      } catch (cause) {
        if (cause instanceof EngineStopping) return false;
        started.failed(errorMessage(cause));
        if (wasCalled) run.markDeleteFailed(state);
        run.fail();
        await run.commit();
        return false;
      }
      this.#recordDeletion(entry, options.pendingReplacement);
      await run.commit();
      await run.hooks.after("AfterDelete", state, values);
      started.done(withResult(step, result));
      return true;
    });
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
    return managesObject(entry.state) && !entry.state.retainOnDelete && !this.#isDeletedWithAnother(entry);
  }

  /**
   * Entries that earlier runs replaced have the URNs of those that took their place, so it is unknown with which of them an object goes. Only
   * entries that were current when the run began are deleted with another.
   */
  #isDeletedWithAnother(entry: Entry): boolean {
    const { deletedWith } = entry.state;
    const { stackState } = this.#run;
    if (deletedWith === "" || stackState.isLeftOver(entry)) return false;
    return [...this.#entries].some(
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
    if (pendingReplacement && !entry.state.delete) {
      entry.state = { ...entry.state, pendingReplacement: true };
      this.#deletedAhead.add(entry);
    } else this.#run.stackState.remove(entry);
  }
}

function withResult(step: Step, { alreadyDeleted, retained = false }: DeleteResult): Step {
  if (retained) return { ...step, retained };
  return alreadyDeleted ? { ...step, reason: "it was already deleted", alreadyDeleted } : step;
}
