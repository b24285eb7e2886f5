import { type ResourceState, sameValue, withoutDanglingReferences } from "../../state";
import { describeStep } from "./describe-step";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import { diffResource } from "./plan";
import type { Run } from "./run";
import { markSecretOutputs, markSecretsLike } from "./secret-marks";
import type { Entry } from "./stack-state";
import { begin, initialisationMessage } from "./steps";

/** Reads every managed resource anew. One that cannot be read stays as it was and fails the run; others go on. */
export async function refreshAll(run: Run): Promise<void> {
  await Promise.all(
    run.stackState.base
      .filter(({ state }) => run.targets.includes(state) && canBeRead(state))
      .map((entry) => run.track(refreshOne(run, entry))),
  );
  prune(run);
  await run.commit();
}

/** Components and providers have nothing to read; what is deleted and waits for its replacement has no live side. */
function canBeRead(state: ResourceState): boolean {
  return state.custom && !state.type.startsWith("pulumi:providers:") && !state.pendingReplacement;
}

async function refreshOne(run: Run, entry: Entry): Promise<void> {
  return run.semaphore.run(async () => {
    if (run.isStopping) return;
    const old = entry.state;
    const finish = begin(
      run,
      describeStep("refresh", { old, new: old }),
      run.options.operation === "refresh",
    );
    try {
      const answer = await run.provider.read({
        urn: old.urn,
        provider: old.provider,
        id: old.id,
        inputs: old.inputs,
        outputs: old.outputs,
      });
      if (answer.id === "") {
        run.stackState.remove(entry);
        finish.done(describeStep("delete", { old }, { reason: "it is gone" }));
        return;
      }
      if (answer.failure) run.message("warning", initialisationMessage(answer.failure), old.urn);
      const outputs = markSecretsLike(answer.outputs, old.outputs);
      const inputs = answer.inputs ? markSecretsLike(answer.inputs, old.inputs) : old.inputs;
      const next = markSecretOutputs({
        ...old,
        id: answer.id,
        inputs,
        outputs,
        initErrors: answer.failure?.reasons ?? [],
      });
      const moved = !sameValue(next.outputs, old.outputs) || !sameValue(next.inputs, old.inputs);
      // What is told is what an `up` would put back. A read that is only looked at has nothing to put back.
      const tells = old.external ? moved : (await diffResource(run, next, old)).changes !== false;
      entry.state = moved ? { ...next, modified: run.time() } : next;
      finish.done(describeStep(tells ? "refresh" : "same", { old, new: entry.state }));
    } catch (cause) {
      if (cause instanceof EngineStopping) return;
      finish.failed(errorMessage(cause));
      run.markFailed();
    }
  });
}

/** Takes what is gone out of the lists of those that depended on it, so that the state still holds together. */
function prune(run: Run): void {
  const entries = run.stackState.base.filter((entry) => !run.stackState.isRemoved(entry));
  const states = withoutDanglingReferences(entries.map(({ state }) => state));
  for (const [at, entry] of entries.entries()) entry.state = states[at] ?? entry.state;
}
