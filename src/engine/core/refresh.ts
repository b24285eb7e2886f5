import { type ResourceState, sameValue } from "../../state";
import type { Entry } from "./journal";
import { markAsRequested, markOutputs } from "./marks";
import { EngineStopping } from "./ports";
import { messageOf, type Run } from "./run";
import { stepOf } from "./step-of";
import { begin, initialisationMessage } from "./steps";

/** Reads every managed resource anew. One that cannot be read stays as it was and fails the run; others go on. */
export async function refreshAll(run: Run): Promise<void> {
  const gone = new Set<string>();
  await Promise.all(
    run.journal.base
      .filter(({ state }) => run.selection.includes(state) && canBeRead(state))
      .map((entry) =>
        run.track(
          refreshOne(run, entry).then((found) => {
            if (!found && !entry.state.delete) gone.add(entry.state.urn);
          }),
        ),
      ),
  );
  if (gone.size > 0) prune(run, gone);
  await run.commit();
}

/** Components and providers have nothing to read; what is deleted and waits for its replacement has no live side. */
function canBeRead(state: ResourceState): boolean {
  return state.custom && !state.type.startsWith("pulumi:providers:") && !state.pendingReplacement;
}

/** Resolves to false when the resource is gone. */
async function refreshOne(run: Run, entry: Entry): Promise<boolean> {
  return run.permits.run(async () => {
    if (run.stopping) return true;
    const old = entry.state;
    const finish = begin(run, stepOf("refresh", { old, new: old }));
    try {
      const answer = await run.provider.read({
        urn: old.urn,
        id: old.id,
        inputs: old.inputs,
        outputs: old.outputs,
      });
      if (answer.id === "") {
        run.journal.drop(entry);
        finish.done(stepOf("delete", { old }, { reason: "it is gone" }));
        return false;
      }
      if (answer.failure) run.message("warning", initialisationMessage(answer.failure), old.urn);
      const outputs = markAsRequested(answer.outputs, old.outputs);
      const inputs = answer.inputs ? markAsRequested(answer.inputs, old.inputs) : old.inputs;
      const next = markOutputs({
        ...old,
        id: answer.id,
        inputs,
        outputs,
        initErrors: answer.failure?.reasons ?? [],
      });
      const moved = !sameValue(next.outputs, old.outputs) || !sameValue(next.inputs, old.inputs);
      entry.state = moved ? { ...next, modified: run.time() } : next;
      finish.done(stepOf(moved ? "refresh" : "same", { old, new: entry.state }));
    } catch (cause) {
      if (cause instanceof EngineStopping) return true;
      finish.failed(messageOf(cause));
      run.markFailed();
    }
    return true;
  });
}

/** Takes what is gone out of the lists of those that depended on it, so that the state still holds together. */
function prune(run: Run, gone: ReadonlySet<string>): void {
  const kept = (urn: string) => !gone.has(urn);
  const parents = new Map(run.journal.base.map(({ state }) => [state.urn, state.parent]));
  const livingParent = (urn: string): string =>
    urn !== "" && gone.has(urn) ? livingParent(parents.get(urn) ?? "") : urn;
  for (const entry of run.journal.base) {
    const { state } = entry;
    entry.state = {
      ...state,
      parent: livingParent(state.parent),
      dependencies: state.dependencies.filter(kept),
      propertyDependencies: Object.fromEntries(
        Object.entries(state.propertyDependencies).map(([name, urns]) => [name, urns.filter(kept)]),
      ),
      deletedWith: kept(state.deletedWith) ? state.deletedWith : "",
    };
  }
}
