import { type HookKind, messageOf, type PropertyMap, type ResourceState } from "../../state";
import { EngineStopping, type ErrorHook, type HookCall, type ResourceHook } from "./ports";
import { Refusal } from "./refusals";
import type { Run } from "./run";
import { nameOf, typeOf } from "./urn";

/** What a step has when its hooks are called: none of these before it is known. */
export interface HookValues {
  readonly newInputs?: PropertyMap;
  readonly oldInputs?: PropertyMap;
  readonly newOutputs?: PropertyMap;
  readonly oldOutputs?: PropertyMap;
}

/** As the CLI has it. */
const maxRetries = 100;

/** The functions of a program that run before and after the steps of its resources, as they are registered. */
export class Hooks {
  readonly #hooks = new Map<string, ResourceHook>();
  readonly #errorHooks = new Map<string, ErrorHook>();
  /** What components' hooks wait for: their outputs, which a program gives them at their end. */
  readonly #waiting = new Map<string, (outputs: PropertyMap) => Promise<void>>();

  register(hook: ResourceHook): void {
    this.#refuseTaken(hook.name);
    this.#hooks.set(hook.name, hook);
  }

  registerErrorHook(hook: ErrorHook): void {
    this.#refuseTaken(hook.name);
    this.#errorHooks.set(hook.name, hook);
  }

  /** Rejects when a hook fails: then the step is not taken. */
  async before(run: Run, kind: HookKind, state: ResourceState, values: HookValues): Promise<void> {
    await this.#call(run, kind, state, values, "before");
  }

  /** The step is done whatever its hooks say: one that fails is reported, and the run fails at its end. */
  async after(run: Run, kind: HookKind, state: ResourceState, values: HookValues): Promise<void> {
    try {
      await this.#call(run, kind, state, values, "after");
    } catch (cause) {
      if (cause instanceof EngineStopping) return;
      run.message("error", messageOf(cause), state.urn);
      run.markFailed();
    }
  }

  /** The hooks of a component run once it has its outputs. */
  afterOutputs(run: Run, kind: HookKind, state: ResourceState, values: HookValues): void {
    if (!state.resourceHooks[kind]) return;
    this.#waiting.set(state.urn, (newOutputs) => this.after(run, kind, state, { ...values, newOutputs }));
  }

  async outputsOf(urn: string, outputs: PropertyMap): Promise<void> {
    const waiting = this.#waiting.get(urn);
    this.#waiting.delete(urn);
    await waiting?.(outputs);
  }

  /** Makes an attempt again as long as it fails and an error hook of the resource asks for it. */
  async retrying<T>(
    run: Run,
    operation: "create" | "update" | "delete",
    state: ResourceState,
    values: HookValues,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const errors: string[] = [];
    for (;;) {
      try {
        return await attempt();
      } catch (cause) {
        if (cause instanceof EngineStopping || run.stopping) throw cause;
        errors.unshift(messageOf(cause));
        if (!(await this.#wantsRetry(run, operation, state, values, errors))) throw cause;
      }
    }
  }

  async #wantsRetry(
    run: Run,
    failedOperation: "create" | "update" | "delete",
    state: ResourceState,
    values: HookValues,
    errors: readonly string[],
  ): Promise<boolean> {
    const names = state.resourceHooks.OnError ?? [];
    if (names.length === 0) return false;
    if (errors.length >= maxRetries) {
      run.message(
        "warning",
        `it was tried ${maxRetries} times, as its error hooks asked: no more`,
        state.urn,
      );
      return false;
    }
    let retry = false;
    for (const name of names) {
      const hook = this.#errorHooks.get(name);
      if (!hook) throw new Refusal(`The error hook "${name}" is not registered.`);
      try {
        retry = (await hook.call({ ...callOf(state, values), failedOperation, errors })) || retry;
      } catch (cause) {
        throw new Refusal(`${errors[0]}\nThe error hook "${name}" failed, too: ${messageOf(cause)}`);
      }
    }
    if (retry) {
      const again = `it failed (${errors[0]}); its error hook asks for another ${failedOperation} (${errors.length} of ${maxRetries})`;
      run.message("warning", again, state.urn);
    }
    return retry;
  }

  async #call(
    run: Run,
    kind: HookKind,
    state: ResourceState,
    values: HookValues,
    when: "before" | "after",
  ): Promise<void> {
    for (const name of state.resourceHooks[kind] ?? []) {
      const hook = this.#hooks.get(name);
      if (!hook) {
        throw new Refusal(
          `Its ${when} hook "${name}" is not registered.${when === "before" ? " Nothing was done to it." : ""} Register the hook in the program, also while it only serves to delete what the program no longer has.`,
        );
      }
      if (run.options.preview && !hook.onDryRun) continue;
      try {
        await hook.call(callOf(state, values));
      } catch (cause) {
        const failed = `Its ${when} hook "${name}" failed: ${messageOf(cause)}`;
        if (!hook.ignoreErrors)
          throw new Refusal(when === "before" ? `${failed}\nNothing was done to it.` : failed);
        run.message("warning", failed, state.urn);
      }
    }
  }

  #refuseTaken(name: string): void {
    if (name === "") throw new Refusal("A hook has no name.");
    if (this.#hooks.has(name) || this.#errorHooks.has(name))
      throw new Refusal(`The program registers two hooks with the name "${name}".`);
  }
}

function callOf({ urn, id }: ResourceState, values: HookValues): HookCall {
  return { urn, id, name: nameOf(urn), type: typeOf(urn), ...values };
}

/** A destroy runs no program, so nobody would answer the hooks of what it deletes: says so and answers true. */
export function refuseDeleteHooks(run: Run, states: readonly ResourceState[]): boolean {
  let refused = false;
  for (const { urn, resourceHooks } of states) {
    const names = [...(resourceHooks.BeforeDelete ?? []), ...(resourceHooks.AfterDelete ?? [])];
    if (names.length === 0) continue;
    refused = true;
    run.message(
      "error",
      `it has hooks for its deletion (${names.join(", ")}), and \`destroy\` runs no program that could answer them. Nothing was deleted. Run \`up\` with a program that registers the hooks and no longer declares the resources, or \`pulumi destroy --run-program\``,
      urn,
    );
  }
  if (refused) run.fail();
  return refused;
}
