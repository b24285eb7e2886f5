import { type ResourceState, referencesOf } from "../../state";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { StepKind } from "./events";
import type { DeleteResult } from "./provider-port";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { announce, begin, report } from "./steps";
import { isProvider } from "./urn";

/** Whether all of this may be deleted. What stands against it is reported and fails the run, and nothing is deleted. */
export function mayDelete(run: Run, condemned: readonly Entry[]): boolean {
  return isUnprotected(run, condemned) && isUnneeded(run, condemned);
}

/** A protected resource stops the others, too: what a run would only do in part, it does not begin. */
function isUnprotected(run: Run, condemned: readonly Entry[]): boolean {
  const guarded = condemned.filter(
    ({ state }) => state.protect && !state.delete && !state.pendingReplacement,
  );
  for (const { state } of guarded) {
    begin(run, describeStep("delete", { old: state })).failed(
      "it is protected, so nothing was deleted. To delete it, first run `up` with `protect` removed from it in the program, or `nodecloud state unprotect`",
    );
  }
  if (guarded.length > 0) run.fail();
  return guarded.length === 0;
}

/** With targets, what is to be deleted must not be needed by what is not. */
function isUnneeded(run: Run, condemned: readonly Entry[]): boolean {
  if (!run.targets.hasTargets) return true;
  const going = new Set(condemned);
  const urns = new Set(condemned.map(({ state }) => state.urn));
  const users: ResourceState[] = [];
  for (const entry of run.stackState.base) {
    const { state } = entry;
    if (going.has(entry) || run.stackState.isRemoved(entry)) continue;
    if (!referencesOf(state).some((urn) => urns.has(urn))) continue;
    urns.add(state.urn);
    users.push(state);
  }
  for (const { urn } of users) {
    run.message(
      "error",
      "it needs what would be deleted, and is not among the targets. Nothing was deleted. Name it with --target, too, or add --target-dependents",
      urn,
    );
  }
  if (users.length > 0) run.fail();
  return users.length === 0;
}

/**
 * Deletes entries, each after all that refer to it. After one that fails no other one begins; those under way end.
 * A deletion that is asked for twice is made once, so that two replacements can share dependents.
 */
export class Deletions {
  readonly #run: Run;
  readonly #under = new Map<Entry, Promise<boolean>>();
  /** Entries that this run has deleted ahead of a replacement, which may never come. */
  readonly #deletedAhead = new Set<Entry>();
  /** URNs that are being deleted: what is `deletedWith` one of them needs no call. */
  readonly #urns = new Set<string>();

  constructor(run: Run) {
    this.#run = run;
  }

  /**
   * Resolves to whether all of them are gone. With `pendingReplacement` they stay in the state, marked, until they are
   * created again.
   */
  async delete(
    entries: readonly Entry[],
    options: { readonly pendingReplacement: boolean; readonly reason: string },
  ): Promise<boolean> {
    for (const entry of entries) this.#urns.add(entry.state.urn);
    const at = (entry: Entry) => this.#run.stackState.positionOf(entry);
    // Later ones first: who refers to an entry stands after it, so its promise exists when it is asked for.
    for (const entry of [...entries].sort((left, right) => at(right) - at(left))) {
      const isLeftOver = !options.pendingReplacement && this.#deletedAhead.has(entry);
      if (this.#under.has(entry) && !isLeftOver) continue;
      const users = [...this.#under].filter(
        ([other]) => at(other) > at(entry) && referencesOf(other.state).includes(entry.state.urn),
      );
      const work = Promise.all(users.map(([, done]) => done)).then((done) =>
        done.every(Boolean) ? this.#deleteOne(entry, options) : this.#leave(entry),
      );
      this.#under.set(entry, this.#run.track(work));
    }
    const results = await Promise.all(entries.map((entry) => this.#under.get(entry)));
    return results.every((gone) => gone === true);
  }

  async #deleteOne(
    entry: Entry,
    options: { readonly pendingReplacement: boolean; readonly reason: string },
  ): Promise<boolean> {
    const run = this.#run;
    const { state } = entry;
    if (state.pendingReplacement && !state.delete) return this.#discard(entry);
    return run.semaphore.run(async () => {
      if (run.isStopping) return this.#leave(entry);
      const replaced = state.delete || options.pendingReplacement;
      const kind: StepKind = state.external ? "discard" : replaced ? "deleteReplaced" : "delete";
      const isLeftOver = run.stackState.isLeftOver(entry);
      const reason = state.external
        ? "it was only read"
        : isLeftOver
          ? "replaced by an earlier run"
          : options.reason;
      const step = {
        ...describeStep(kind, { old: state }, { reason }),
        ...(isLeftOver && { leftOver: true as const }),
      };
      const finish = begin(run, step);
      const values = { oldInputs: state.inputs, oldOutputs: state.outputs };
      let alreadyGone = false;
      let wasAsked = false;
      const call = () => {
        wasAsked = true;
        return this.#call(state);
      };
      try {
        await run.hooks.before("BeforeDelete", state, values);
        if (this.#needsCall(state) && !run.options.preview)
          ({ alreadyGone } = await run.hooks.retrying("delete", state, values, call));
      } catch (cause) {
        if (cause instanceof EngineStopping) return false;
        finish.failed(errorMessage(cause));
        if (wasAsked) run.markDeleteFailed(state);
        run.fail();
        await run.commit();
        return false;
      }
      this.#forget(entry, options.pendingReplacement);
      await run.commit();
      await run.hooks.after("AfterDelete", state, values);
      finish.done(alreadyGone ? { ...step, reason: "it was already gone", alreadyGone } : step);
      return true;
    });
  }

  #leave(entry: Entry): false {
    this.#run.markNotStarted(entry.state.urn);
    return false;
  }

  /** Nothing is left of it at the service: only its entry goes. */
  #discard(entry: Entry): boolean {
    const run = this.#run;
    const old = entry.state;
    run.stackState.remove(entry);
    const step = this.#deletedAhead.has(entry)
      ? describeStep("delete", { old }, { reason: "what it depends on is replaced" })
      : describeStep("discard", { old }, { reason: "deleted by an earlier run" });
    report(run, step);
    return true;
  }

  #needsCall(state: ResourceState): boolean {
    const withAnother = state.deletedWith !== "" && this.#urns.has(state.deletedWith);
    return state.custom && !isProvider(state) && !state.external && !state.retainOnDelete && !withAnother;
  }

  async #call(state: ResourceState): Promise<DeleteResult> {
    const pending = await announce(this.#run, "deleting", state);
    try {
      return await this.#run.provider.delete({
        urn: state.urn,
        provider: state.provider,
        id: state.id,
        inputs: state.inputs,
        outputs: state.outputs,
      });
    } finally {
      if (!this.#run.isStoppedAtOnce) this.#run.stackState.end(pending);
    }
  }

  #forget(entry: Entry, pendingReplacement: boolean): void {
    if (pendingReplacement && !entry.state.delete) {
      entry.state = { ...entry.state, pendingReplacement: true };
      this.#deletedAhead.add(entry);
    } else this.#run.stackState.remove(entry);
  }
}
