import type { HookKind, PendingOperation, ResourceState } from "../../state";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { Step } from "./events";
import type { HookValues } from "./hooks";
import { type InitializationFailure, ProviderEndedError } from "./provider-port";
import type { Run } from "./run";

/** A step in progress: exactly one of the two functions is called, once. */
export interface StartedStep {
  readonly done: (step: Step) => void;
  readonly failed: (message: string) => void;
}

/** `counts: false` leaves the step out of the summary: for a refresh before an `up`, whose own steps count the changes that it finds. */
export function startStep(run: Run, step: Step, counts = true): StartedStep {
  const time = run.clock.now();
  run.markReported(step.urn);
  run.emit({ kind: "stepStarted", step, time });
  const timing = () => ({ time: run.clock.now(), milliseconds: run.clock.now() - time });
  return {
    done: (done) => {
      if (counts) run.count(done);
      run.emit({ kind: "stepDone", step: done, ...timing() });
    },
    failed: (message) => run.emit({ kind: "stepFailed", step, message, ...timing() }),
  };
}

/** Reports a step that makes no call and is done immediately. */
export function reportStep(run: Run, step: Step): void {
  startStep(run, step).done(step);
}

/** Runs the hooks before a step. If one fails, the step fails and nothing else is called. */
export async function runBeforeHooks(
  run: Run,
  started: StartedStep,
  kind: HookKind,
  state: ResourceState,
  values: HookValues,
): Promise<void> {
  await prepareStep(run, started, () => run.hooks.before(kind, state, values));
}

/** Does what must precede the call of a step. If that fails, the step fails and nothing is called. */
export async function prepareStep(
  run: Run,
  started: StartedStep,
  prepare: () => Promise<void>,
): Promise<void> {
  try {
    await prepare();
  } catch (cause) {
    if (cause instanceof EngineStopping) throw cause;
    started.failed(errorMessage(cause));
    run.fail();
    throw new EngineStopping();
  }
}

/** Writes the pending operation to disk before the provider is called. */
export async function recordPending(
  run: Run,
  type: PendingOperation["type"],
  resource: ResourceState,
): Promise<PendingOperation> {
  const pending = run.stackState.begin({ type, resource });
  if (type === "reading") return pending;
  try {
    await run.commit();
  } catch (cause) {
    // No call was made, so a later write must not record one as pending.
    run.stackState.end(pending);
    throw cause;
  }
  return pending;
}

/**
 * Reports a call that failed without a known change. A create whose provider ended stays pending, because it may have created an object.
 * Always throws: the run is stopping.
 */
export async function failOperation(
  run: Run,
  pending: PendingOperation,
  started: StartedStep,
  cause: unknown,
): Promise<never> {
  const isUnknownCreate = pending.type === "creating" && cause instanceof ProviderEndedError;
  if (!run.isStoppedAtOnce && !isUnknownCreate) run.stackState.end(pending);
  if (cause instanceof EngineStopping) throw cause;
  started.failed(errorMessage(cause));
  run.fail();
  await run.commit();
  throw new EngineStopping();
}

/** Records the result of a call. With `failure` the object exists but is not ready, and the run fails. */
export async function finishOperation(
  run: Run,
  pending: PendingOperation,
  started: StartedStep,
  step: Step,
  state: ResourceState,
  failure: InitializationFailure | undefined,
  runAfterHooks: () => Promise<void> = async () => undefined,
): Promise<ResourceState> {
  run.stackState.end(pending);
  if (failure) {
    run.fail();
    run.countUnready();
  }
  await run.commit();
  if (failure) {
    started.failed(initializationMessage(failure));
    throw new EngineStopping();
  }
  await runAfterHooks();
  started.done(step);
  return state;
}

export function initializationMessage(failure: InitializationFailure): string {
  const reasons = failure.reasons.filter((reason) => reason !== failure.message);
  return [failure.message, ...reasons.map((reason) => `  - ${reason}`)].join("\n");
}
