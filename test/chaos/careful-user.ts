import { isUnresolvedId } from "../../src/unresolved-id";
import type { ChaosOutcome, ChaosRunOptions, Operation } from "./chaos-stack";
import { externalDelete } from "./external-change";
import type { Program } from "./program";
import { checkAnnounced, unsettled } from "./promises";
import type { Runs } from "./runs";
import { type Action, type ReportedMessage, readMessage } from "./user";
import { keyOf, objectsOfState, typeOf } from "./world";

/** More actions than any history needs. */
const maxActions = 12;

/** In milliseconds: the time that a user needs to read messages and to do what they ask for. Lists usually lag behind by less. */
const reactionTime = 10_000;

/** A user who runs the stack until it succeeds, and does what messages ask for and nothing else. */
export class CarefulUser {
  readonly #runs: Runs;
  readonly #program: Program;
  /** Whether it accepts that none of the resources exists. */
  allowEmpty = false;
  /** Whether `up` refreshes first: somebody else has changed objects, or a message asked for a refresh. */
  refreshesFirst = false;
  /** What messages asked the user to do. */
  readonly actions: (Action["kind"] | "choose another label")[] = [];

  constructor(runs: Runs, program: Program) {
    this.#runs = runs;
    this.#program = program;
  }

  run(operation: Operation, options: ChaosRunOptions = {}): Promise<ChaosOutcome> {
    return this.#runs.run(operation, { allowEmpty: this.allowEmpty, ...options });
  }

  /**
   * Runs `up` or `destroy` until it succeeds: at most twice in a row without an action of the user, each of which a message has to ask
   * for.
   */
  async runUntilSuccess(operation: "up" | "destroy"): Promise<void> {
    let replace: readonly string[] = [];
    for (let failures = 0; failures < 2; ) {
      const refreshFirst = operation === "up" && this.refreshesFirst;
      const options = { refreshFirst, ...(operation === "up" ? { replace } : {}) };
      const hasPreview = operation === "up" && this.#runs.stack.comparesPreviews;
      const preview = hasPreview && (await this.run("preview", options));
      const outcome = await this.run(operation, options);
      if (preview) checkAnnounced(preview, outcome, this.#program.resources);
      const actions = this.#runs.messages.flatMap(readMessage);
      this.followAdvice(this.#runs.messages);
      const done: (boolean | string)[] = [];
      for (const action of actions) done.push(await this.#perform(action, operation, outcome.hasSucceeded));
      // `recover` may have removed one of them from the state.
      const recorded = new Set(this.#runs.stack.states.map(({ urn }) => urn));
      replace = done.filter((one) => typeof one === "string").filter((urn) => recorded.has(urn));
      const mustRefresh = operation === "up" && this.refreshesFirst && !refreshFirst;
      const hasActed = mustRefresh || done.some((one) => one !== false);
      if (hasActed) await this.#runs.stack.advance(reactionTime);
      if (this.actions.length > maxActions) throw unsettled("the same actions do not help", outcome);
      if (!hasActed && outcome.hasSucceeded) {
        if (this.#program.stopAdopting()) continue;
        this.#deleteUnneeded();
        return;
      }
      failures = hasActed ? 0 : failures + 1;
      if (failures === 2) {
        const names = new Set(outcome.failures.flatMap((text) => text.split(/[\s.,:]+/)));
        if (!this.#deleteUnneeded((id) => names.has(id)))
          throw unsettled(`${operation} failed twice`, outcome);
        failures = 0;
      }
      if (hasActed && operation === "destroy") await this.runUntilSuccess("up");
    }
  }

  /** Remembers whether a message asks for a refresh before the next `up`. */
  followAdvice(messages: readonly ReportedMessage[]): void {
    if (this.refreshesFirst || !messages.flatMap(readMessage).some(({ kind }) => kind === "refresh first"))
      return;
    this.actions.push("refresh first");
    this.refreshesFirst = true;
  }

  /**
   * Does what a message asks for. Returns false if nothing was needed, or the URN of a resource to replace. @param hasSucceeded Whether the
   * run that printed it succeeded.
   */
  async #perform(
    action: Action,
    operation: "up" | "destroy",
    hasSucceeded: boolean,
  ): Promise<boolean | string> {
    const { stack, objects } = this.#runs;
    switch (action.kind) {
      case "delete":
      case "refresh first":
        return false;
      case "recover":
        if (this.#typesToRecover.length > 0) await this.#recover();
        // `recover` has found nothing that the create may have created.
        return stack.states.some(({ urn, id }) => urn === action.urn && isUnresolvedId(id))
          ? action.urn
          : true;
      case "clear pending creates":
        // A run that fails may do that on its own the next time.
        if (!hasSucceeded) return false;
        // Only a user who knows of every object that was created may clear them.
        if (stack.alwaysRecovers || !this.#knowsOrphans) {
          await this.#recover();
          return true;
        }
        this.actions.push(action.kind);
        await this.run("refresh", { clearPendingCreates: true });
        return true;
      case "remove lock":
        this.actions.push(action.kind);
        await stack.unlock?.();
        return true;
      case "adopt": {
        const orphans = new Set(objects.orphans);
        const type = this.#program.typeOf(action.urn);
        if (!type || hasSucceeded) return false;
        const ours = action.ids.filter((id) => orphans.has(keyOf(type, id)) && !this.#program.isAdopting(id));
        const [first, ...others] = ours;
        if (first === undefined && action.orRelabel) {
          this.actions.push("choose another label");
          return this.#program.setArguments(action.urn, { label: `chosen-${this.actions.length}` });
        }
        if (first === undefined && action.orReplace === undefined) {
          await this.#recover();
          return true;
        }
        this.actions.push(first === undefined ? "replace" : "adopt");
        if (first === undefined) return action.orReplace ?? false;
        for (const id of others) objects.markUnneeded(id);
        this.#program.adopt(action.urn, first);
        return true;
      }
      case "replace":
        if (hasSucceeded) return false;
        this.actions.push("replace");
        return action.urn;
      case "forget and adopt":
        this.actions.push(action.kind);
        await stack.forget(action.urn);
        this.#program.adopt(action.urn, action.id);
        return true;
      case "allow empty":
        this.actions.push(action.kind);
        this.allowEmpty = true;
        return true;
      case "delete instead of adopting": {
        const type = this.#program.typeOf(action.urn);
        if (!type) return false;
        this.actions.push(action.kind);
        this.#program.undoAdopt(action.urn);
        stack.control.externalChange(externalDelete(keyOf(type, action.id)));
        return true;
      }
      case "leave out":
        this.actions.push(action.kind);
        this.#program.leaveOut(action.urn, action.args);
        return true;
      case "refresh":
        if (hasSucceeded) return false;
        this.actions.push(action.kind);
        await this.run("refresh");
        return true;
      case "wait a day":
        if (hasSucceeded) return false;
        this.actions.push(action.kind);
        await stack.advance(90_000_000);
        return true;
      case "unprotect":
        this.actions.push(action.kind);
        this.#program.setOption(action.urn, "protect", false);
        if (action.isInState) await stack.unprotect(action.urn);
        return true;
      case "make default": {
        this.actions.push(action.kind);
        // In an `up`, the resource has been removed or replaced, so its `onDelete` no longer takes effect, as the message says.
        const onDelete = { makeDefault: Number(action.id) };
        if (operation === "destroy" && this.#program.setArguments(action.urn, { onDelete })) return true;
        stack.control.externalChange({
          ...{
            kind: "payment_method_change",
            paymentMethodId: Number(action.id),
            patch: { is_default: true },
          },
        });
        return true;
      }
      case "keep backups": {
        const instance = keyOf("Instance", action.instanceId);
        const state = stack.states.find((one) => objectsOfState([one]).includes(instance));
        this.actions.push(action.kind);
        return state !== undefined && this.#program.setArguments(state.urn, { backupsEnabled: true });
      }
    }
  }

  /**
   * Lets `recover` apply the changes that need no decision. In the cases that it asks about, the user deletes the objects that are not in the state, which
   * nobody needs here, and clears the creates that created nothing.
   */
  async #recover(): Promise<void> {
    const { stack, objects } = this.#runs;
    this.actions.push("recover");
    await stack.recover();
    const beside = () => {
      const types = this.#typesToRecover;
      return objects.orphans.filter(
        (key) =>
          types.some((type) => key.startsWith(`${type} `)) &&
          !this.#program.isAdopting(key.slice(key.indexOf(" ") + 1)),
      );
    };
    if (beside().length > 0) {
      this.actions.push("delete");
      for (const key of beside()) stack.control.externalChange(externalDelete(key));
      await stack.recover();
    }
    if (stack.pending.length === 0 || beside().length > 0) return;
    this.actions.push("clear pending creates");
    await this.run("refresh", { clearPendingCreates: true });
  }

  /** The types of the resources with a create that `recover` may resolve. */
  get #typesToRecover(): readonly (string | undefined)[] {
    const { stack } = this.#runs;
    const unresolved = stack.states.filter(({ id }) => isUnresolvedId(id));
    return [
      ...stack.pending.map((operation) => typeOf(operation.split("::").at(-2) ?? "")),
      ...unresolved.map(({ type }) => typeOf(type)),
    ];
  }

  /** Whether messages named every object that no state records. */
  get #knowsOrphans(): boolean {
    const { orphans, unneededOrphans } = this.#runs.objects;
    return orphans.length === unneededOrphans.length;
  }

  /** Deletes the orphans that messages called unneeded: all, or those that are in the way. Returns whether there were any. */
  #deleteUnneeded(isInTheWay = (_id: string) => true): boolean {
    const { stack, objects } = this.#runs;
    const unneeded = objects.unneededOrphans.filter((key) => isInTheWay(key.slice(key.indexOf(" ") + 1)));
    for (const key of unneeded) {
      this.actions.push("delete");
      // It may have become the default instead of another one.
      this.refreshesFirst ||= key.startsWith("PaymentMethod ");
      stack.control.externalChange(externalDelete(key));
    }
    return unneeded.length > 0;
  }
}
