import { type HookKind, type PendingOperation, type ResourceState, sameValue } from "../../state";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import type { Step, StepKind } from "./events";
import type { HookValues } from "./hooks";
import type { ApplyResult, InitialisationFailure, ReadResult } from "./provider-port";
import type { Run } from "./run";
import { markSecretOutputs, markSecretsLike } from "./secret-marks";
import type { Entry } from "./stack-state";

/** Why a step is taken, for the reader. */
export interface Why {
  readonly replaces?: readonly string[];
  readonly reason?: string;
}

/** The program has nothing to learn of a step that failed: the failure has been said and the run is stopping. */
const stop = (): never => {
  throw new EngineStopping();
};

/** Keeps a resource: new inputs, old id and outputs. Not written by itself: the next write carries it. */
export function keep(run: Run, old: Entry, next: ResourceState): ResourceState {
  const state = markSecretOutputs({
    ...next,
    id: old.state.id,
    outputs: old.state.outputs,
    created: old.state.created,
    modified: old.state.modified,
  });
  run.stackState.remove(old);
  run.stackState.add(state);
  report(run, describeStep("same", { old: old.state, new: state }));
  return state;
}

/** Creates a resource. `replaced` says what becomes of the one it replaces: deleted later, or gone already. */
export async function create(
  run: Run,
  next: ResourceState,
  replaced: { readonly entry: Entry; readonly deleteLater: boolean } | undefined,
  why: Why,
): Promise<ResourceState> {
  const kind: StepKind = replaced ? "createReplacement" : "create";
  const record = (state: ResourceState) => {
    if (replaced?.deleteLater) replaced.entry.state = { ...replaced.entry.state, delete: true };
    else if (replaced) run.stackState.remove(replaced.entry);
    return run.stackState.add(state);
  };
  return run.semaphore.run(async () => {
    run.throwIfStopping();
    const planned = describeStep(kind, { old: replaced?.entry.state, new: next }, why);
    const finish = begin(run, planned);
    const values = { newInputs: next.inputs };
    await askBefore(run, finish, "BeforeCreate", next, values);
    if (!next.custom || run.options.preview) {
      const state = markSecretOutputs({
        ...next,
        outputs: next.custom ? next.inputs : {},
        created: run.time(),
        modified: run.time(),
      });
      record(state);
      if (next.custom) await run.hooks.after("AfterCreate", state, { ...values, newOutputs: state.outputs });
      else run.hooks.afterOutputs("AfterCreate", state, values);
      finish.done({ ...planned, new: state });
      return state;
    }
    const pending = await announce(run, "creating", next);
    let answer: ApplyResult;
    try {
      answer = await run.hooks.retrying("create", next, values, async () => {
        const made = await run.provider.create({
          urn: next.urn,
          provider: next.provider,
          inputs: next.inputs,
        });
        if (made.id === "") throw new Error("the provider did not return an id from create");
        return made;
      });
    } catch (cause) {
      return abandon(run, pending, finish, cause);
    }
    const state = markSecretOutputs({
      ...next,
      id: answer.id,
      outputs: markSecretsLike(answer.outputs, next.inputs),
      initErrors: answer.failure?.reasons ?? [],
      created: run.time(),
      modified: run.time(),
    });
    record(state);
    run.stackState.settlePendingCreate(state.urn);
    return settle(run, pending, finish, { ...planned, new: state }, state, answer.failure, () =>
      run.hooks.after("AfterCreate", state, { ...values, newOutputs: state.outputs }),
    );
  });
}

export async function update(run: Run, old: Entry, next: ResourceState, why: Why): Promise<ResourceState> {
  const before = old.state;
  return run.semaphore.run(async () => {
    run.throwIfStopping();
    const wanted = { ...next, id: before.id, created: before.created, modified: before.modified };
    const planned = describeStep("update", { old: before, new: wanted }, why);
    const finish = begin(run, planned);
    const values = { newInputs: next.inputs, oldInputs: before.inputs, oldOutputs: before.outputs };
    await askBefore(run, finish, "BeforeUpdate", wanted, values);
    if (!next.custom || run.options.preview) {
      const state = markSecretOutputs({ ...wanted, outputs: next.custom ? next.inputs : before.outputs });
      run.stackState.remove(old);
      run.stackState.add(state);
      if (next.custom) await run.hooks.after("AfterUpdate", state, { ...values, newOutputs: state.outputs });
      else run.hooks.afterOutputs("AfterUpdate", state, values);
      finish.done({ ...planned, new: state });
      return state;
    }
    const pending = await announce(run, "updating", wanted);
    let answer: ApplyResult;
    try {
      answer = await run.hooks.retrying("update", wanted, values, () =>
        run.provider.update({
          urn: next.urn,
          provider: next.provider,
          id: before.id,
          oldInputs: before.inputs,
          oldOutputs: before.outputs,
          newInputs: next.inputs,
          ignoreChanges: next.ignoreChanges,
        }),
      );
    } catch (cause) {
      return abandon(run, pending, finish, cause);
    }
    // A partly failed update keeps the OLD inputs, so that the next diff still sees what was wanted (engine.md 6).
    const state = markSecretOutputs({
      ...wanted,
      outputs: markSecretsLike(answer.outputs, next.inputs),
      inputs: answer.failure ? before.inputs : next.inputs,
      initErrors: answer.failure?.reasons ?? [],
      modified: run.time(),
    });
    run.stackState.remove(old);
    run.stackState.add(state);
    return settle(run, pending, finish, { ...planned, new: state }, state, answer.failure, () =>
      run.hooks.after("AfterUpdate", state, { ...values, newOutputs: state.outputs }),
    );
  });
}

/** Reads a resource that is looked at and not managed. */
export async function readExternal(
  run: Run,
  old: Entry | undefined,
  next: ResourceState,
  idKnown: boolean,
  read: (state: ResourceState) => Promise<ReadResult>,
): Promise<ResourceState> {
  const replaces = old !== undefined && !old.state.external && old.state.id !== next.id;
  return run.semaphore.run(async () => {
    run.throwIfStopping();
    const planned = describeStep(replaces ? "readReplacement" : "read", { old: old?.state, new: next });
    const finish = begin(run, planned);
    const pending = await announce(run, "reading", next);
    let answer: ReadResult;
    try {
      answer = idKnown ? await read(next) : { id: "", outputs: {} };
    } catch (cause) {
      return abandon(run, pending, finish, cause);
    }
    if (idKnown && answer.id === "") {
      // The CLI keeps the id and goes on; what is more, it does so without a word.
      const found = `nothing with the id "${next.id}" was found: the program gets that id and no outputs of it`;
      run.message("warning", found, next.urn);
    }
    const outputs = markSecretsLike(answer.outputs, next.inputs);
    const moved = !old || !sameValue(old.state.outputs, outputs) || !sameValue(old.state.inputs, next.inputs);
    const state = markSecretOutputs({
      ...next,
      id: idKnown ? answer.id || next.id : "",
      outputs,
      initErrors: answer.failure?.reasons ?? [],
      created: old?.state.created ?? "",
      modified: moved ? run.time() : old.state.modified,
    });
    if (old && replaces) old.state = { ...old.state, delete: true };
    else if (old) run.stackState.remove(old);
    run.stackState.add(state);
    return settle(run, pending, finish, { ...planned, new: state }, state, answer.failure);
  });
}

/** A step that calls nothing and is over at once. */
export function report(run: Run, step: Step): void {
  begin(run, step).done(step);
}

interface Finish {
  readonly done: (step: Step) => void;
  readonly failed: (message: string) => void;
}

/** `counts`: a look before an `up` is told of and not counted, for the `up` counts what it does about it. */
export function begin(run: Run, step: Step, counts = true): Finish {
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

/** Asks the hooks before a step; when one fails, so does the step, and nothing is done. */
async function askBefore(
  run: Run,
  finish: Finish,
  kind: HookKind,
  state: ResourceState,
  values: HookValues,
): Promise<void> {
  try {
    await run.hooks.before(kind, state, values);
  } catch (cause) {
    if (cause instanceof EngineStopping) throw cause;
    finish.failed(errorMessage(cause));
    run.fail();
    stop();
  }
}

/** Puts the pending operation on disk before the call it announces (engine.md 6). */
export async function announce(
  run: Run,
  type: PendingOperation["type"],
  resource: ResourceState,
): Promise<PendingOperation> {
  const pending = run.stackState.begin({ type, resource });
  if (type !== "reading") await run.commit();
  return pending;
}

async function abandon(run: Run, pending: PendingOperation, finish: Finish, cause: unknown): Promise<never> {
  if (!run.isStoppedAtOnce) run.stackState.end(pending);
  if (cause instanceof EngineStopping) throw cause;
  finish.failed(errorMessage(cause));
  run.fail();
  await run.commit();
  return stop();
}

/** Records what came of a call: done, or there but not ready, which fails the run. */
async function settle(
  run: Run,
  pending: PendingOperation,
  finish: Finish,
  step: Step,
  state: ResourceState,
  failure: InitialisationFailure | undefined,
  after: () => Promise<void> = async () => undefined,
): Promise<ResourceState> {
  run.stackState.end(pending);
  if (failure) run.fail();
  await run.commit();
  if (!failure) {
    await after();
    finish.done(step);
    return state;
  }
  finish.failed(initialisationMessage(failure));
  return stop();
}

export function initialisationMessage(failure: InitialisationFailure): string {
  const reasons = failure.reasons.filter((reason) => reason !== failure.message);
  return [failure.message, ...reasons.map((reason) => `  - ${reason}`)].join("\n");
}
