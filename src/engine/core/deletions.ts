import { type ResourceState, referencesOf } from "../../state";
import type { StepKind } from "./events";
import type { Entry } from "./journal";
import { type DeleteAnswer, EngineStopping } from "./ports";
import { messageOf, type Run } from "./run";
import { stepOf } from "./step-of";
import { announce, begin, report } from "./steps";

/** With targets, what is to be deleted must not be needed by what is not: says so and answers false. */
export function mayDelete(run: Run, condemned: readonly Entry[]): boolean {
  if (!run.selection.hasTargets) return true;
  const going = new Set(condemned);
  const urns = new Set(condemned.map(({ state }) => state.urn));
  const users: ResourceState[] = [];
  for (const entry of run.journal.base) {
    const { state } = entry;
    if (going.has(entry) || run.journal.isDropped(entry)) continue;
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
 * Deletes entries, each after all that refer to it. One that fails leaves those it needs in place; others go on.
 * Deletions asked for twice are made once, so that two replacements can share dependents.
 */
export class Deletions {
  readonly #under = new Map<Entry, Promise<boolean>>();
  /** URNs that are being deleted: what is `deletedWith` one of them needs no call. */
  readonly #urns = new Set<string>();

  constructor(private readonly run: Run) {}

  /**
   * Resolves to whether all of them are gone. With `pendingReplacement` they stay in the state, marked, until they are
   * created again.
   */
  async delete(
    entries: readonly Entry[],
    options: { readonly pendingReplacement: boolean; readonly reason: string },
  ): Promise<boolean> {
    for (const entry of entries) this.#urns.add(entry.state.urn);
    const order = this.run.journal.base;
    const position = new Map(order.map((entry, at) => [entry, at]));
    const at = (entry: Entry) => position.get(entry) ?? 0;
    // Later ones first: who refers to an entry stands after it, so its promise exists when it is asked for.
    for (const entry of [...entries].sort((left, right) => at(right) - at(left))) {
      if (this.#under.has(entry)) continue;
      const users = [...this.#under].filter(
        ([other]) => at(other) > at(entry) && referencesOf(other.state).includes(entry.state.urn),
      );
      const work = Promise.all(users.map(([, done]) => done)).then((done) =>
        done.every(Boolean) ? this.#deleteOne(entry, options) : false,
      );
      this.#under.set(entry, this.run.track(work));
    }
    const results = await Promise.all(entries.map((entry) => this.#under.get(entry)));
    return results.every((gone) => gone === true);
  }

  async #deleteOne(
    entry: Entry,
    options: { readonly pendingReplacement: boolean; readonly reason: string },
  ): Promise<boolean> {
    const { run } = this;
    const { state } = entry;
    if (state.pendingReplacement && !state.delete) {
      run.journal.drop(entry);
      report(run, stepOf("discard", { old: state }, { reason: "deleted by an earlier run" }));
      return true;
    }
    return run.permits.run(async () => {
      if (run.stopping && run.result === "cancelled") return false;
      const replaced = state.delete || options.pendingReplacement;
      const kind: StepKind = state.external ? "discard" : replaced ? "deleteReplaced" : "delete";
      const reason = state.external ? "it was only read" : options.reason;
      const step = stepOf(kind, { old: state }, { reason });
      const finish = begin(run, step);
      if (state.protect && !replaced) {
        finish.failed(
          `it is protected. Nothing was done to it. To delete it, remove \`protect\` from it in the program, run \`up\`, and try again`,
        );
        run.markFailed();
        return false;
      }
      if (run.options.preview) {
        this.#forget(entry, options.pendingReplacement);
        finish.done(step);
        return true;
      }
      let alreadyGone = false;
      try {
        if (this.#needsCall(state)) ({ alreadyGone } = await this.#call(state));
      } catch (cause) {
        if (cause instanceof EngineStopping) return false;
        finish.failed(messageOf(cause));
        run.markFailed();
        await run.commit();
        return false;
      }
      this.#forget(entry, options.pendingReplacement);
      await run.commit();
      finish.done(alreadyGone ? { ...step, reason: "it was already gone", alreadyGone } : step);
      return true;
    });
  }

  #needsCall(state: ResourceState): boolean {
    const withAnother = state.deletedWith !== "" && this.#urns.has(state.deletedWith);
    const isProvider = state.type.startsWith("pulumi:providers:");
    return state.custom && !isProvider && !state.external && !state.retainOnDelete && !withAnother;
  }

  async #call(state: ResourceState): Promise<DeleteAnswer> {
    const pending = await announce(this.run, "deleting", state);
    try {
      return await this.run.provider.delete({
        urn: state.urn,
        id: state.id,
        inputs: state.inputs,
        outputs: state.outputs,
      });
    } finally {
      if (!this.run.halted) this.run.journal.end(pending);
    }
  }

  #forget(entry: Entry, pendingReplacement: boolean): void {
    if (pendingReplacement && !entry.state.delete) entry.state = { ...entry.state, pendingReplacement: true };
    else this.run.journal.drop(entry);
  }
}
