import { type HookKind, type PendingOperation, type ResourceState, sameValue } from "../../state";
import type { Step, StepKind } from "./events";
import type { HookValues } from "./hooks";
import type { Entry } from "./journal";
import { markAsRequested, markOutputs } from "./marks";
import { type Applied, EngineStopping, type InitialisationFailure, type ReadAnswer } from "./ports";
import { messageOf, type Run } from "./run";
import { stepOf } from "./step-of";

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
  const state = markOutputs({
    ...next,
    id: old.state.id,
    outputs: old.state.outputs,
    created: old.state.created,
    modified: old.state.modified,
  });
  run.journal.drop(old);
  run.journal.add(state);
  report(run, stepOf("same", { old: old.state, new: state }));
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
    else if (replaced) run.journal.drop(replaced.entry);
    return run.journal.add(state);
  };
  return run.permits.run(async () => {
    run.throwIfStopping();
    const planned = stepOf(kind, { old: replaced?.entry.state, new: next }, why);
    const finish = begin(run, planned);
    const values = { newInputs: next.inputs };
    await askBefore(run, finish, "BeforeCreate", next, values);
    if (!next.custom || run.options.preview) {
      const state = markOutputs({
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
    let answer: Applied;
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
    const state = markOutputs({
      ...next,
      id: answer.id,
      outputs: markAsRequested(answer.outputs, next.inputs),
      initErrors: answer.failure?.reasons ?? [],
      created: run.time(),
      modified: run.time(),
    });
    record(state);
    run.journal.settleTakenUp(state.urn);
    return settle(run, pending, finish, { ...planned, new: state }, state, answer.failure, () =>
      run.hooks.after("AfterCreate", state, { ...values, newOutputs: state.outputs }),
    );
  });
}

export async function update(run: Run, old: Entry, next: ResourceState, why: Why): Promise<ResourceState> {
  const before = old.state;
  return run.permits.run(async () => {
    run.throwIfStopping();
    const wanted = { ...next, id: before.id, created: before.created, modified: before.modified };
    const planned = stepOf("update", { old: before, new: wanted }, why);
    const finish = begin(run, planned);
    const values = { newInputs: next.inputs, oldInputs: before.inputs, oldOutputs: before.outputs };
    await askBefore(run, finish, "BeforeUpdate", wanted, values);
    if (!next.custom || run.options.preview) {
      const state = markOutputs({ ...wanted, outputs: next.custom ? next.inputs : before.outputs });
      run.journal.drop(old);
      run.journal.add(state);
      if (next.custom) await run.hooks.after("AfterUpdate", state, { ...values, newOutputs: state.outputs });
      else run.hooks.afterOutputs("AfterUpdate", state, values);
      finish.done({ ...planned, new: state });
      return state;
    }
    const pending = await announce(run, "updating", wanted);
    let answer: Applied;
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
    const state = markOutputs({
      ...wanted,
      outputs: markAsRequested(answer.outputs, next.inputs),
      inputs: answer.failure ? before.inputs : next.inputs,
      initErrors: answer.failure?.reasons ?? [],
      modified: run.time(),
    });
    run.journal.drop(old);
    run.journal.add(state);
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
  read: (state: ResourceState) => Promise<ReadAnswer>,
): Promise<ResourceState> {
  const replaces = old !== undefined && !old.state.external && old.state.id !== next.id;
  return run.permits.run(async () => {
    run.throwIfStopping();
    const planned = stepOf(replaces ? "readReplacement" : "read", { old: old?.state, new: next });
    const finish = begin(run, planned);
    const pending = await announce(run, "reading", next);
    let answer: ReadAnswer;
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
    const outputs = markAsRequested(answer.outputs, next.inputs);
    const moved = !old || !sameValue(old.state.outputs, outputs) || !sameValue(old.state.inputs, next.inputs);
    const state = markOutputs({
      ...next,
      id: idKnown ? answer.id || next.id : "",
      outputs,
      initErrors: answer.failure?.reasons ?? [],
      created: old?.state.created ?? "",
      modified: moved ? run.time() : old.state.modified,
    });
    if (old && replaces) old.state = { ...old.state, delete: true };
    else if (old) run.journal.drop(old);
    run.journal.add(state);
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
  run.report(step.urn);
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
    finish.failed(messageOf(cause));
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
  const pending = run.journal.begin({ type, resource });
  if (type !== "reading") await run.commit();
  return pending;
}

async function abandon(run: Run, pending: PendingOperation, finish: Finish, cause: unknown): Promise<never> {
  if (!run.halted) run.journal.end(pending);
  if (cause instanceof EngineStopping) throw cause;
  finish.failed(messageOf(cause));
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
  run.journal.end(pending);
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
