import {
  isDefaultProvider,
  type PropertyMap,
  providerTypePrefix,
  type Snapshot,
  stackType,
} from "../../state";
import { DefaultProviders, providerInputs } from "./default-provider";
import { checkDeletable, deletableEntries } from "./deletable";
import { checkNoDeleteHooks } from "./delete-hooks";
import { Deletions } from "./deletions";
import { errorMessage } from "./error-message";
import type { EventListener } from "./events";
import { withExplicitProviders } from "./explicit-provider";
import { checkExcludesPossible, checkReplacementsExist, checkTargetsExist } from "./missing-targets";
import { reportPendingOperations } from "./pending-operations";
import { refreshAll } from "./refresh";
import { remainingWorkOf } from "./remaining-work";
import { Run } from "./run";
import type { EngineOptions, EnginePorts, RunOutcome } from "./run-options";
import { type ProgramContext, runProgram } from "./run-program";
import { withSharedDeletes } from "./shared-deletes";
import { withStackReferences } from "./stack-reference";
import { StackState } from "./stack-state";
import { checkPackages } from "./supported-types";
import { unconfiguredWarning } from "./unconfigured-provider";

/** `cancel` starts no new step and finishes those in progress. `stop` terminates the program and ends the run immediately. */
export interface RunSignals {
  readonly cancel?: AbortSignal;
  readonly stop?: AbortSignal;
}

/** Runs one operation. Rejects only if the stack cannot be locked or its state cannot be read. */
export async function runOperation(
  ports: EnginePorts,
  options: EngineOptions,
  listener: EventListener,
  signals: RunSignals = {},
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
  signals: RunSignals,
): Promise<RunOutcome> {
  const { clock, store } = ports;
  const start = clock.now();
  const ownersBefore = await otherRuns(ports, options);
  const before = await store.load();
  // A run that started or ended in the meantime still counts as in progress.
  const owners = ownersBefore.length > 0 ? ownersBefore : await otherRuns(ports, options);
  const stackState = new StackState(before, (snapshot) => store.save(snapshot), {
    ...(options.clearPendingCreates && { clearPendingCreates: true }),
    ...(options.hasIntent && { hasIntent: options.hasIntent }),
    ...(options.leftNothing && { leftNothing: options.leftNothing }),
    // While another run is active, its pending creates are not leftovers of a crash.
    ...(options.isUnknownCreate && owners.length === 0 && { isUnknownCreate: options.isUnknownCreate }),
  });
  const explicit = withExplicitProviders(ports.provider, stackState, (urn) =>
    run.message("warning", unconfiguredWarning, urn),
  );
  const provider = withSharedDeletes(explicit, stackState);
  const run = new Run(options, clock, stackState, withStackReferences(provider, store), listener);
  const onCancel = () => run.cancel();
  if (signals.cancel?.aborted) run.cancel();
  signals.cancel?.addEventListener("abort", onCancel, { once: true });
  const onStop = () => run.stopAtOnce();
  signals.stop?.addEventListener("abort", onStop, { once: true });
  const { operation, preview, project, stack } = options;
  listener({ kind: "started", operation, preview, project, stack, time: start });
  let interruptedCreates: readonly string[] = [];
  if (!options.clearPendingCreates || operation !== "refresh") {
    interruptedCreates = reportPendingOperations(run, before, owners);
  }

  let outputs = stackOutputsOf(before);
  try {
    outputs = await perform(ports, options, run, { before, interruptedCreates, stop: signals.stop });
  } catch (cause) {
    run.failEngine(cause instanceof Error ? cause : new Error(errorMessage(cause)));
  }
  await run.waitForWork();
  // Writes even after a failed write: the disk may work again, and the objects created since must be recorded.
  await run.commit().catch(() => undefined);
  signals.cancel?.removeEventListener("abort", onCancel);
  signals.stop?.removeEventListener("abort", onStop);
  const { result, counts, engineError } = run;
  if (engineError) run.message("error", `${engineError.message}${unrecordedText(run)}`);
  listener({
    kind: "finished",
    operation,
    preview,
    result,
    counts,
    ...(!preview && result !== "succeeded" && { remains: remainingWorkOf(stackState.snapshot(), run) }),
    milliseconds: clock.now() - start,
  });
  return { result, counts, outputs, ...(engineError && { engineError }) };
}

/** The other runs that update the stack. There can be some only during a preview, which takes no lock. */
async function otherRuns({ store }: EnginePorts, { preview }: EngineOptions): Promise<readonly string[]> {
  if (!preview) return [];
  return (await store.lockOwners?.()) ?? [];
}

/** Lists the objects that are not in the state, with their ids. The plugin keeps the records of their creates. */
function unrecordedText({ stackState, options }: Run): string {
  const unrecorded = options.preview ? [] : stackState.unrecorded;
  if (unrecorded.length === 0) return "";
  const list = unrecorded.map(({ urn, id }) => `  ${urn}: id ${id}`);
  return [
    "\nThese were created but are not in the state. Once it can be written, the next `up` on this machine takes them over:",
    ...list,
  ].join("\n");
}

async function perform(
  ports: EnginePorts,
  options: EngineOptions,
  run: Run,
  { before, interruptedCreates, stop }: Pick<ProgramContext, "before" | "interruptedCreates" | "stop">,
): Promise<PropertyMap> {
  const providers = new DefaultProviders(run, providerInputs(options.configuration));
  const deletions = new Deletions(run);
  const isReading = options.operation === "refresh" || options.refreshFirst === true;
  if (!checkPackages(run, { isReading })) return stackOutputsOf(before);
  switch (options.operation) {
    case "refresh":
      if (!checkTargetsExist(run)) return stackOutputsOf(before);
      await configureFromState(providers, before);
      await refreshAll(run);
      return stackOutputsOf(before);
    case "destroy":
      if (!checkTargetsExist(run)) return stackOutputsOf(before);
      if (!checkNoDeleteHooks(run, deletableEntries(run))) return stackOutputsOf(before);
      await configureFromState(providers, before);
      if (options.refreshFirst) await refreshAll(run);
      if (run.result !== "succeeded") return stackOutputsOf(before);
      await destroyAll(run, deletions);
      return run.result === "succeeded" && !run.targets.isLimited ? {} : stackOutputsOf(before);
    case "up":
    case "preview":
      if (!checkReplacementsExist(run) || !checkExcludesPossible(run)) return stackOutputsOf(before);
      if (options.refreshFirst && hasDynamicResources(before)) {
        if (!checkTargetsExist(run)) return stackOutputsOf(before);
        await providers.configure();
        await refreshAll(run);
        if (run.result !== "succeeded") return stackOutputsOf(before);
      }
      return runProgram({ ...ports, run, options, providers, deletions, before, interruptedCreates, stop });
  }
}

/** Without a program, the provider gets the configuration that is recorded in the state. */
async function configureFromState(providers: DefaultProviders, before: Snapshot): Promise<void> {
  if (!hasDynamicResources(before)) return;
  const provider = before.resources.find(
    (state) => state.type === `${providerTypePrefix}pulumi-nodejs` && isDefaultProvider(state.urn),
  );
  await providers.configure(provider?.inputs ?? {});
}

async function destroyAll(run: Run, deletions: Deletions): Promise<void> {
  const entries = deletableEntries(run);
  if (!checkDeletable(run, entries)) return;
  await deletions.delete(entries, { pendingReplacement: false, reason: "" });
}

function hasDynamicResources(snapshot: Snapshot): boolean {
  return snapshot.resources.some((state) => state.custom && !state.type.startsWith(providerTypePrefix));
}

function stackOutputsOf(snapshot: Snapshot): PropertyMap {
  return snapshot.resources.find((state) => state.type === stackType)?.outputs ?? {};
}
