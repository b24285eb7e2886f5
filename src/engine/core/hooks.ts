import { type HookKind, nameInUrn, type PropertyMap, type ResourceState } from "../../state";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { ErrorHook, HookCall, ResourceHook } from "./hook-port";
import type { Severity } from "./program-port";
import { ProviderEndedError } from "./provider-port";
import { typeOf } from "./urn";

/** The properties that a hook receives, as far as they are known when it is called. */
export interface HookValues {
  readonly newInputs?: PropertyMap;
  readonly oldInputs?: PropertyMap;
  readonly newOutputs?: PropertyMap;
  readonly oldOutputs?: PropertyMap;
}

/** The parts of the run that hooks need. */
export interface HookContext {
  readonly options: { readonly preview: boolean };
  readonly isStopping: boolean;
  message(severity: Severity, message: string, urn?: string): void;
  markFailed(): void;
}

type RetriedOperation = "create" | "update" | "delete";

/** The same limit as in the CLI. */
const maxRetries = 100;

/** The functions of a program that run before and after the steps of its resources. */
export class Hooks {
  readonly #run: HookContext;
  readonly #hooks = new Map<string, ResourceHook>();
  readonly #errorHooks = new Map<string, ErrorHook>();
  /** Hooks of components that wait for the outputs, which a program registers last. */
  readonly #waitingForOutputs = new Map<string, (outputs: PropertyMap) => Promise<void>>();

  constructor(run: HookContext) {
    this.#run = run;
  }

  register(hook: ResourceHook): void {
    this.#checkName(hook.name);
    this.#hooks.set(hook.name, hook);
  }

  registerErrorHook(hook: ErrorHook): void {
    this.#checkName(hook.name);
    this.#errorHooks.set(hook.name, hook);
  }

  /** Rejects if a hook fails: then the step must not be taken. */
  async before(kind: HookKind, state: ResourceState, values: HookValues): Promise<void> {
    await this.#call(kind, state, values, "before");
  }

  /** Never rejects because of a hook: the step is done, so a failure is reported and the run fails at its end. */
  async after(kind: HookKind, state: ResourceState, values: HookValues): Promise<void> {
    try {
      await this.#call(kind, state, values, "after");
    } catch (cause) {
      if (cause instanceof EngineStopping) return;
      this.#run.message("error", errorMessage(cause), state.urn);
      this.#run.markFailed();
    }
  }

  /** Like `after` for a component, whose hooks run when it registers its outputs. */
  afterOutputs(kind: HookKind, state: ResourceState, values: HookValues): void {
    if (!state.resourceHooks[kind]) return;
    this.#waitingForOutputs.set(state.urn, (newOutputs) =>
      this.after(kind, state, { ...values, newOutputs }),
    );
  }

  /** A component has registered its outputs. */
  async outputsRegistered(urn: string, outputs: PropertyMap): Promise<void> {
    const callHooks = this.#waitingForOutputs.get(urn);
    this.#waitingForOutputs.delete(urn);
    await callHooks?.(outputs);
  }

  /** Repeats an attempt while it fails and an error hook of the resource requests a retry. */
  async retrying<T>(
    operation: RetriedOperation,
    state: ResourceState,
    values: HookValues,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const errors: string[] = [];
    for (;;) {
      try {
        return await attempt();
      } catch (cause) {
        const isLast = cause instanceof EngineStopping || cause instanceof ProviderEndedError;
        if (isLast || this.#run.isStopping) throw cause;
        errors.unshift(errorMessage(cause));
        if (!(await this.#requestsRetry(operation, state, values, errors))) throw cause;
      }
    }
  }

  /** `errors` begins with the latest error. */
  async #requestsRetry(
    failedOperation: RetriedOperation,
    state: ResourceState,
    values: HookValues,
    errors: readonly string[],
  ): Promise<boolean> {
    const names = state.resourceHooks.OnError ?? [];
    if (names.length === 0) return false;
    if (errors.length >= maxRetries) {
      this.#run.message(
        "warning",
        `it failed ${maxRetries} times and is not retried again, although its error hooks request it`,
        state.urn,
      );
      return false;
    }
    let retry = false;
    for (const name of names) {
      const hook = this.#errorHooks.get(name);
      if (!hook) throw new EngineError(`The error hook "${name}" is not registered.`);
      try {
        retry = (await hook.call({ ...callFor(state, values), failedOperation, errors })) || retry;
      } catch (cause) {
        throw new EngineError(`${errors[0]}\nThe error hook "${name}" failed too: ${errorMessage(cause)}`);
      }
    }
    if (retry) {
      const message = `it failed (${errors[0]}); its error hook requests another ${failedOperation} (${errors.length} of ${maxRetries})`;
      this.#run.message("warning", message, state.urn);
    }
    return retry;
  }

  async #call(
    kind: HookKind,
    state: ResourceState,
    values: HookValues,
    when: "before" | "after",
  ): Promise<void> {
    const consequence = when === "before" ? "Nothing was done to it." : "";
    for (const name of state.resourceHooks[kind] ?? []) {
      const hook = this.#hooks.get(name);
      if (!hook) {
        throw new EngineError(
          [
            `Its ${when} hook "${name}" is not registered.`,
            consequence,
            "Register the hook in the program even if only resources that it no longer declares use it.",
          ]
            .filter((sentence) => sentence !== "")
            .join(" "),
        );
      }
      if (this.#run.options.preview && !hook.onDryRun) continue;
      try {
        await hook.call(callFor(state, values));
      } catch (cause) {
        const failure = `Its ${when} hook "${name}" failed: ${errorMessage(cause)}`;
        if (!hook.ignoreErrors)
          throw new EngineError(consequence === "" ? failure : `${failure}\n${consequence}`);
        this.#run.message("warning", failure, state.urn);
      }
    }
  }

  #checkName(name: string): void {
    if (name === "") throw new EngineError("A hook has no name.");
    if (this.#hooks.has(name) || this.#errorHooks.has(name))
      throw new EngineError(`The program registers two hooks with the name "${name}".`);
  }
}

function callFor({ urn, id }: ResourceState, values: HookValues): HookCall {
  return { urn, id, name: nameInUrn(urn), type: typeOf(urn), ...values };
}
