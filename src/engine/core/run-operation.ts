import { type PropertyMap, providerTypePrefix, type Snapshot } from "../../state";
import { DefaultProviders, providerInputs } from "./default-provider";
import { refuseDeleteHooks } from "./delete-hooks";
import { Deletions, mayDelete } from "./deletions";
import { errorMessage } from "./error-message";
import type { EventListener } from "./events";
import { withExplicitProviders } from "./explicit-provider";
import { refuseMissing, refuseMissingReplacements } from "./missing-targets";
import { reportPendingOperations } from "./pending-operations";
import { refreshAll } from "./refresh";
import { remainingWorkOf } from "./remaining-work";
import { Run } from "./run";
import type { EngineOptions, EnginePorts, RunOutcome } from "./run-options";
import { runProgram } from "./run-program";
import { withStackReferences } from "./stack-reference";
import { StackState } from "./stack-state";
import { isDefaultProvider } from "./urn";

/**
 * Runs one operation. `cancel` lets what is under way finish and starts nothing new; `stop` ends the program at once.
 * Rejects only when the lock or the state cannot be had; everything else is an outcome.
 */
export async function runOperation(
  ports: EnginePorts,
  options: EngineOptions,
  listener: EventListener,
  signals: { readonly cancel?: AbortSignal; readonly stop?: AbortSignal } = {},
): Promise<RunOutcome> {
  const unlock = options.preview ? undefined : await ports.store.lock();
  try {
    return await runLocked(ports, options, listener, signals);
  } finally {
    await unlock?.();
  }
}

async function runLocked(
  ports: EnginePorts,
  options: EngineOptions,
  listener: EventListener,
  signals: { readonly cancel?: AbortSignal; readonly stop?: AbortSignal },
): Promise<RunOutcome> {
  const { clock, store } = ports;
  const start = clock.now();
  const before = await store.load();
  const journal = new StackState(before, (snapshot) => store.save(snapshot), {
    ...(options.clearPendingCreates && { forgetPendingCreates: true }),
    ...(options.hasIntent && { hasIntent: options.hasIntent }),
  });
  const run = new Run(
    options,
    clock,
    journal,
    withStackReferences(withExplicitProviders(ports.provider, journal), store),
    listener,
  );
  const onCancel = () => run.cancel();
  if (signals.cancel?.aborted) run.cancel();
  signals.cancel?.addEventListener("abort", onCancel, { once: true });
  const onStop = () => run.stopAtOnce();
  signals.stop?.addEventListener("abort", onStop, { once: true });
  const { operation, preview, project, stack } = options;
  listener({ kind: "started", operation, preview, project, stack, time: start });
  if (!options.clearPendingCreates || operation !== "refresh") reportPendingOperations(run, before);

  let outputs = stackOutputsOf(before);
  try {
    outputs = await perform(ports, options, run, before, signals.stop);
  } catch (cause) {
    run.failEngine(cause instanceof Error ? cause : new Error(errorMessage(cause)));
  }
  await run.waitForWork();
  // After a write that failed, too: the reason may be gone, and what was made since is worth another attempt.
  await run.commit().catch(() => undefined);
  signals.cancel?.removeEventListener("abort", onCancel);
  signals.stop?.removeEventListener("abort", onStop);
  const { result, counts, engineError: fault } = run;
  if (fault) run.message("error", `${fault.message}${unrecordedText(run)}`);
  listener({
    kind: "finished",
    operation,
    preview,
    result,
    counts,
    ...(!preview && result !== "succeeded" && { remains: remainingWorkOf(journal.snapshot(), run) }),
    milliseconds: clock.now() - start,
  });
  return { result, counts, outputs, ...(fault && { engineError: fault }) };
}

/** What exists and stands in no state would be created a second time: the user learns its id. */
function unrecordedText({ stackState: journal, options }: Run): string {
  const lost = options.preview ? [] : journal.unrecorded;
  if (lost.length === 0) return "";
  const list = lost.map(({ urn, id }) => `  ${urn}: id ${id}`);
  return [
    "\nThese exist now, and the state does not name them. Before the next `up`, put them into the state (`stack export`, edit, `stack import`), or delete them:",
    ...list,
  ].join("\n");
}

async function perform(
  ports: EnginePorts,
  options: EngineOptions,
  run: Run,
  before: Snapshot,
  stop: AbortSignal | undefined,
): Promise<PropertyMap> {
  const providers = new DefaultProviders(run, providerInputs(options.configuration));
  const deletions = new Deletions(run);
  switch (options.operation) {
    case "refresh":
      if (refuseMissing(run)) return stackOutputsOf(before);
      await configureFromState(providers, before);
      await refreshAll(run);
      return stackOutputsOf(before);
    case "destroy":
      if (refuseMissing(run)) return stackOutputsOf(before);
      if (refuseDeleteHooks(run, before.resources)) return stackOutputsOf(before);
      await configureFromState(providers, before);
      if (options.refreshFirst) await refreshAll(run);
      if (run.isStopping) return stackOutputsOf(before);
      await destroyAll(run, deletions);
      return run.result === "succeeded" && !run.targets.isLimited ? {} : stackOutputsOf(before);
    case "up":
    case "preview":
      if (refuseMissingReplacements(run)) return stackOutputsOf(before);
      if (options.refreshFirst && holdsDynamic(before)) {
        if (refuseMissing(run)) return stackOutputsOf(before);
        await providers.configure();
        await refreshAll(run);
        if (run.isStopping) return stackOutputsOf(before);
      }
      return runProgram({ ...ports, run, options, providers, deletions, before, stop });
  }
}

/** Refresh and destroy run no program: the provider gets the configuration that the state holds (engine.md 1). */
async function configureFromState(providers: DefaultProviders, before: Snapshot): Promise<void> {
  if (!holdsDynamic(before)) return;
  const provider = before.resources.find(
    (state) => state.type === `${providerTypePrefix}pulumi-nodejs` && isDefaultProvider(state.urn),
  );
  await providers.configure(provider?.inputs ?? {});
}

async function destroyAll(run: Run, deletions: Deletions): Promise<void> {
  const condemned = run.targets.deletable(run.stackState.deletable);
  if (!mayDelete(run, condemned)) return;
  await deletions.delete(condemned, { pendingReplacement: false, reason: "" });
}

function holdsDynamic(snapshot: Snapshot): boolean {
  return snapshot.resources.some((state) => state.custom && !state.type.startsWith(providerTypePrefix));
}

function stackOutputsOf(snapshot: Snapshot): PropertyMap {
  return snapshot.resources.find((state) => state.type === "pulumi:pulumi:Stack")?.outputs ?? {};
}
