import type { ResourceState } from "../../state";
import { describeStep, type StepReason } from "./describe-step";
import { EngineError } from "./engine-error";
import { errorMessage } from "./error-message";
import type { ApplyResult } from "./provider-port";
import type { Run } from "./run";
import { markSecretOutputs, markSecretsLike } from "./secret-marks";
import type { Entry } from "./stack-state";
import {
  failOperation,
  finishOperation,
  prepareStep,
  recordPending,
  runBeforeHooks,
  startStep,
} from "./step-progress";

/** The entry that a create replaces. `deleteLater: false` means that its object is already deleted. */
export interface ReplacedEntry {
  readonly entry: Entry;
  readonly deleteLater: boolean;
}

/** Creates a resource, as a replacement if `replaced` is given. */
export async function createResource(
  run: Run,
  next: ResourceState,
  replaced: ReplacedEntry | undefined,
  reason: StepReason,
): Promise<ResourceState> {
  return run.semaphore.run(async () => {
    run.throwIfStopping();
    const kind = replaced ? "createReplacement" : "create";
    const planned = describeStep(kind, { old: replaced?.entry.state, new: next }, reason);
    const started = startStep(run, planned);
    const values = { newInputs: next.inputs };
    await runBeforeHooks(run, started, "BeforeCreate", next, values);
    if (!next.custom || run.options.preview) {
      const state = markSecretOutputs({
        ...next,
        outputs: next.custom ? next.inputs : {},
        created: run.timestamp(),
        modified: run.timestamp(),
      });
      addCreated(run, state, replaced);
      if (next.custom) await run.hooks.after("AfterCreate", state, { ...values, newOutputs: state.outputs });
      else run.hooks.afterOutputs("AfterCreate", state, values);
      started.done({ ...planned, new: state });
      return state;
    }
    const begun = { ...next, created: run.startedAt };
    await prepareStep(run, started, () => recordCreate(run, begun));
    const pending = await recordPending(run, "creating", begun);
    let result: ApplyResult;
    try {
      result = await run.hooks.retrying("create", next, values, () => callCreate(run, next));
    } catch (cause) {
      run.stackState.resolvePendingCreate(next.urn, { hasFailed: true });
      return failOperation(run, pending, started, cause);
    }
    const state = markSecretOutputs({
      ...next,
      id: result.id,
      outputs: markSecretsLike(result.outputs, next.inputs),
      initErrors: result.failure?.reasons ?? [],
      created: run.timestamp(),
      modified: run.timestamp(),
    });
    addCreated(run, state, replaced);
    run.stackState.resolvePendingCreate(state.urn);
    return finishOperation(run, pending, started, { ...planned, new: state }, state, result.failure, () =>
      run.hooks.after("AfterCreate", state, { ...values, newOutputs: state.outputs }),
    );
  });
}

async function recordCreate(run: Run, begun: ResourceState): Promise<void> {
  try {
    await run.options.recordCreate?.(begun);
  } catch (cause) {
    throw new EngineError(
      `its create could not be recorded on this machine (${errorMessage(cause)}), so nothing was created. Fix this and run \`up\` again`,
    );
  }
}

async function callCreate(run: Run, { urn, provider, inputs }: ResourceState): Promise<ApplyResult> {
  const result = await run.provider.create({ urn, provider, inputs });
  if (result.id === "") throw new Error("the provider did not return an id from create");
  return result;
}

function addCreated(run: Run, state: ResourceState, replaced: ReplacedEntry | undefined): void {
  if (replaced?.deleteLater) replaced.entry.state = { ...replaced.entry.state, delete: true };
  else if (replaced) run.stackState.remove(replaced.entry);
  run.stackState.add(state);
}
