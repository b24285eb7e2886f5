import { isSameValue, type ResourceState, removeDanglingReferences } from "../../state";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import { diffResource } from "./plan";
import type { Run } from "./run";
import { markSecretOutputs, markSecretsLike } from "./secret-marks";
import type { Entry } from "./stack-state";
import { initializationMessage, startStep } from "./step-progress";

/** Reads every managed resource. One that cannot be read keeps its state and fails the run; the others continue. */
export async function refreshAll(run: Run): Promise<void> {
  const excluded = run.targets.excludedFrom(run.stackState.base.map(({ state }) => state));
  await Promise.all(
    run.stackState.base
      .filter(({ state }) => !excluded.has(state.urn) && isReadable(state))
      .map((entry) => run.track(refreshOne(run, entry))),
  );
  removeDanglingReferencesOf(run);
  await run.commit();
}

/** Components and providers cannot be read, nor can deleted resources that wait for their replacements. */
function isReadable(state: ResourceState): boolean {
  return state.custom && !state.type.startsWith("pulumi:providers:") && !state.pendingReplacement;
}

async function refreshOne(run: Run, entry: Entry): Promise<void> {
  return run.semaphore.run(async () => {
    if (run.isStopping) return;
    const old = entry.state;
    const isOperation = run.options.operation === "refresh";
    const started = startStep(run, describeStep("refresh", { old, new: old }), isOperation);
    try {
      const { urn, provider, id, inputs, outputs } = old;
      const result = await run.provider.read({ urn, provider, id, inputs, outputs });
      if (result.id === "") {
        run.stackState.remove(entry);
        started.done(
          describeStep(isOperation ? "delete" : "discard", { old }, { reason: "it no longer exists" }),
        );
        return;
      }
      if (result.failure) run.message("warning", initializationMessage(result.failure), urn);
      const next = markSecretOutputs({
        ...old,
        id: result.id,
        inputs: result.inputs ? markSecretsLike(result.inputs, inputs) : inputs,
        outputs: markSecretsLike(result.outputs, outputs),
        initErrors: result.failure?.reasons ?? [],
      });
      const hasChanged = !isSameValue(next.outputs, outputs) || !isSameValue(next.inputs, inputs);
      // Drift is a difference that an `up` would correct. A resource that is only read is never corrected: any change is reported.
      const isReported = old.external ? hasChanged : (await diffResource(run, next, old)).changes !== false;
      entry.state = hasChanged ? { ...next, modified: run.timestamp() } : next;
      started.done(describeStep(isReported ? "refresh" : "same", { old, new: entry.state }));
    } catch (cause) {
      if (cause instanceof EngineStopping) return;
      started.failed(errorMessage(cause));
      run.markFailed();
    }
  });
}

/** Removes references to resources that no longer exist, so that the state stays valid. */
function removeDanglingReferencesOf(run: Run): void {
  const entries = run.stackState.base.filter((entry) => !run.stackState.isRemoved(entry));
  const states = removeDanglingReferences(entries.map(({ state }) => state));
  for (const [at, entry] of entries.entries()) entry.state = states[at] ?? entry.state;
}
