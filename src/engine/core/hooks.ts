import type { HookKind, PropertyMap, ResourceState } from "../../state";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { ErrorHook, HookCall, ResourceHook } from "./hook-port";
import type { Severity } from "./program-port";
import { nameOf, typeOf } from "./urn";

/** What a step has when its hooks are called: none of these before it is known. */
export interface HookValues {
  readonly newInputs?: PropertyMap;
  readonly oldInputs?: PropertyMap;
  readonly newOutputs?: PropertyMap;
  readonly oldOutputs?: PropertyMap;
}

/** What hooks need of the run that calls them. */
export interface HookContext {
  readonly options: { readonly preview: boolean };
  readonly isStopping: boolean;
  message(severity: Severity, message: string, urn?: string): void;
  markFailed(): void;
}

/** As the CLI has it. */
const maxRetries = 100;

/** The functions of a program that run before and after the steps of its resources, as they are registered. */
export class Hooks {
  readonly #run: HookContext;
  readonly #hooks = new Map<string, ResourceHook>();
  readonly #errorHooks = new Map<string, ErrorHook>();
  /** What components' hooks wait for: their outputs, which a program gives them at their end. */
  readonly #waiting = new Map<string, (outputs: PropertyMap) => Promise<void>>();

  constructor(run: HookContext) {
    this.#run = run;
  }

  register(hook: ResourceHook): void {
    this.#refuseTaken(hook.name);
    this.#hooks.set(hook.name, hook);
  }

  registerErrorHook(hook: ErrorHook): void {
    this.#refuseTaken(hook.name);
    this.#errorHooks.set(hook.name, hook);
  }

  /** Rejects when a hook fails: then the step is not taken. */
  async before(kind: HookKind, state: ResourceState, values: HookValues): Promise<void> {
    await this.#call(kind, state, values, "before");
  }

  /** The step is done whatever its hooks say: one that fails is reported, and the run fails at its end. */
  async after(kind: HookKind, state: ResourceState, values: HookValues): Promise<void> {
    try {
      await this.#call(kind, state, values, "after");
    } catch (cause) {
      if (cause instanceof EngineStopping) return;
      this.#run.message("error", errorMessage(cause), state.urn);
      this.#run.markFailed();
    }
  }

  /** The hooks of a component run once it has its outputs. */
  afterOutputs(kind: HookKind, state: ResourceState, values: HookValues): void {
    if (!state.resourceHooks[kind]) return;
    this.#waiting.set(state.urn, (newOutputs) => this.after(kind, state, { ...values, newOutputs }));
  }

  async outputsOf(urn: string, outputs: PropertyMap): Promise<void> {
    const waiting = this.#waiting.get(urn);
    this.#waiting.delete(urn);
    await waiting?.(outputs);
  }

  /** Makes an attempt again as long as it fails and an error hook of the resource asks for it. */
  async retrying<T>(
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
        if (cause instanceof EngineStopping || this.#run.isStopping) throw cause;
        errors.unshift(errorMessage(cause));
        if (!(await this.#wantsRetry(operation, state, values, errors))) throw cause;
      }
    }
  }

  async #wantsRetry(
    failedOperation: "create" | "update" | "delete",
    state: ResourceState,
    values: HookValues,
    errors: readonly string[],
  ): Promise<boolean> {
    const names = state.resourceHooks.OnError ?? [];
    if (names.length === 0) return false;
    if (errors.length >= maxRetries) {
      this.#run.message(
        "warning",
        `it was tried ${maxRetries} times, as its error hooks asked: no more`,
        state.urn,
      );
      return false;
    }
    let retry = false;
    for (const name of names) {
      const hook = this.#errorHooks.get(name);
      if (!hook) throw new EngineError(`The error hook "${name}" is not registered.`);
      try {
        retry = (await hook.call({ ...callOf(state, values), failedOperation, errors })) || retry;
      } catch (cause) {
        throw new EngineError(`${errors[0]}\nThe error hook "${name}" failed, too: ${errorMessage(cause)}`);
      }
    }
    if (retry) {
      const again = `it failed (${errors[0]}); its error hook asks for another ${failedOperation} (${errors.length} of ${maxRetries})`;
      this.#run.message("warning", again, state.urn);
    }
    return retry;
  }

  async #call(
    kind: HookKind,
    state: ResourceState,
    values: HookValues,
    when: "before" | "after",
  ): Promise<void> {
    for (const name of state.resourceHooks[kind] ?? []) {
      const hook = this.#hooks.get(name);
      if (!hook) {
        throw new EngineError(
          `Its ${when} hook "${name}" is not registered.${when === "before" ? " Nothing was done to it." : ""} Register the hook in the program, also while it only serves to delete what the program no longer has.`,
        );
      }
      if (this.#run.options.preview && !hook.onDryRun) continue;
      try {
        await hook.call(callOf(state, values));
      } catch (cause) {
        const failed = `Its ${when} hook "${name}" failed: ${errorMessage(cause)}`;
        if (!hook.ignoreErrors)
          throw new EngineError(when === "before" ? `${failed}\nNothing was done to it.` : failed);
        this.#run.message("warning", failed, state.urn);
      }
    }
  }

  #refuseTaken(name: string): void {
    if (name === "") throw new EngineError("A hook has no name.");
    if (this.#hooks.has(name) || this.#errorHooks.has(name))
      throw new EngineError(`The program registers two hooks with the name "${name}".`);
  }
}

function callOf({ urn, id }: ResourceState, values: HookValues): HookCall {
  return { urn, id, name: nameOf(urn), type: typeOf(urn), ...values };
}
