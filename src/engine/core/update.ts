import type { ResourceState } from "../../state";
import { describeStep, type StepReason } from "./describe-step";
import type { ApplyResult } from "./provider-port";
import type { Run } from "./run";
import { markSecretOutputs, markSecretsLike } from "./secret-marks";
import type { Entry } from "./stack-state";
import {
  failOperation,
  finishOperation,
  recordPending,
  reportStep,
  runBeforeHooks,
  startStep,
} from "./step-progress";

/** Keeps a resource: new inputs, old id and outputs. Does not write the state: the next write includes it. */
export function keepResource(run: Run, old: Entry, next: ResourceState): ResourceState {
  const state = markSecretOutputs({
    ...next,
    id: old.state.id,
    outputs: old.state.outputs,
    created: old.state.created,
    modified: old.state.modified,
  });
  run.stackState.remove(old);
  run.stackState.add(state);
  reportStep(run, describeStep("same", { old: old.state, new: state }));
  return state;
}

export async function updateResource(
  run: Run,
  old: Entry,
  next: ResourceState,
  reason: StepReason,
): Promise<ResourceState> {
  const before = old.state;
  return run.semaphore.run(async () => {
    run.throwIfStopping();
    const wanted = { ...next, id: before.id, created: before.created, modified: before.modified };
    const planned = describeStep("update", { old: before, new: wanted }, reason);
    const started = startStep(run, planned);
    const values = { newInputs: next.inputs, oldInputs: before.inputs, oldOutputs: before.outputs };
    await runBeforeHooks(run, started, "BeforeUpdate", wanted, values);
    if (!next.custom || run.options.preview) {
      const state = markSecretOutputs({ ...wanted, outputs: next.custom ? next.inputs : before.outputs });
      run.stackState.remove(old);
      run.stackState.add(state);
      if (next.custom) await run.hooks.after("AfterUpdate", state, { ...values, newOutputs: state.outputs });
      else run.hooks.afterOutputs("AfterUpdate", state, values);
      started.done({ ...planned, new: state });
      return state;
    }
    const pending = await recordPending(run, "updating", wanted);
    let result: ApplyResult;
    try {
      result = await run.hooks.retrying("update", wanted, values, () =>
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
      return failOperation(run, pending, started, cause);
    }
    // After a partly failed update the state keeps the old inputs, so that the next diff still finds the change.
    const state = markSecretOutputs({
      ...wanted,
      outputs: markSecretsLike(result.outputs, next.inputs),
      inputs: result.failure ? before.inputs : next.inputs,
      initErrors: result.failure?.reasons ?? [],
      modified: run.timestamp(),
    });
    run.stackState.remove(old);
    run.stackState.add(state);
    return finishOperation(run, pending, started, { ...planned, new: state }, state, result.failure, () =>
      run.hooks.after("AfterUpdate", state, { ...values, newOutputs: state.outputs }),
    );
  });
}
