import { type PropertyMap, type Snapshot, stackType } from "../../state";
import type { DefaultProviders } from "./default-provider";
import { type Deletions, mayDelete } from "./deletions";
import { EngineError } from "./engine-error";
import { errorMessage } from "./error-message";
import { refuseMissingTargets } from "./missing-targets";
import type { ProgramResult, ResourceMonitor } from "./program-port";
import { readResource } from "./read-resource";
import { Registrations } from "./registrations";
import type { Run } from "./run";
import type { EngineOptions, EnginePorts } from "./run-options";
import type { Entry } from "./stack-state";
import { isProvider, typeOf } from "./urn";

/** How long a program may take to end once the run is stopping, in milliseconds; then it is ended. */
const patience = 5000;

/** Runs the program, then deletes what it no longer declares, then settles the stack's outputs. */
export async function runProgram(
  context: EnginePorts & {
    readonly run: Run;
    readonly options: EngineOptions;
    readonly providers: DefaultProviders;
    readonly deletions: Deletions;
    readonly before: Snapshot;
    readonly stop: AbortSignal | undefined;
  },
): Promise<PropertyMap> {
  const { run, options, providers, deletions } = context;
  const registrations = new Registrations(run, providers, deletions);
  const oldStack = run.stackState.base.find(({ state }) => state.type === stackType && !state.delete);
  const oldOutputs = oldStack?.state.outputs ?? {};
  let stackUrn = "";
  let newOutputs: PropertyMap | undefined;

  const ended = deferred();
  const allDone = deferred();
  const registrar: ResourceMonitor = {
    registerResource: (goal) => run.track(registrations.register(goal)),
    readResource: (goal) => run.track(readResource(context, registrations, goal)),
    registerResourceOutputs: async (urn, outputs) => {
      if (typeOf(urn) === stackType) {
        stackUrn = urn;
        newOutputs = outputs;
      } else if (!run.stackState.setOutputs(urn, outputs) && !registrations.isRegistered(urn)) {
        throw new Error(`outputs were given for ${urn}, which this run has not registered`);
      }
      await run.track(run.hooks.outputsOf(urn, outputs));
    },
    registerHook: (hook) => run.hooks.register(hook),
    registerErrorHook: (hook) => run.hooks.registerErrorHook(hook),
    getResource: async (urn) => {
      const state = run.stackState.addedState(urn);
      if (!state) throw new EngineError(`${urn} is not a resource that this run has registered or read.`);
      // The CLI answers with its provider "pulumi", which then stands in the state.
      await providers.reference("pulumi");
      return { urn, id: state.id, outputs: state.outputs };
    },
    // An error that a program only logs does not fail the run: the CLI reports it and goes on.
    log: ({ severity, message, urn, ephemeral }) => run.message(severity, message, urn, ephemeral),
    signalAndWaitForShutdown: () => {
      ended.resolve();
      return allDone.promise;
    },
  };

  const stopProgram = new AbortController();
  context.stop?.addEventListener("abort", () => stopProgram.abort(), { once: true });
  const running = context.program
    .run(registrar, {
      preview: options.preview,
      parallel: options.parallel,
      configuration: options.configuration,
      signal: stopProgram.signal,
    })
    .catch((cause: unknown): ProgramResult => ({ ok: false, message: errorMessage(cause) }));

  const end = await Promise.race([
    running,
    ended.promise.then((): ProgramResult => ({ ok: true })),
    run.stopped.then(() => undefined),
  ]);
  await run.waitForWork();
  if (end && !end.ok) programFailed(run, end.message);
  if (end?.ok && run.result === "succeeded")
    await deleteUnregistered(run, providers, deletions, registrations);
  allDone.resolve();
  const last = await endOf(context, running, stopProgram);
  if (last && !last.ok && end?.ok !== false) programFailed(run, run.isStopping ? "" : last.message);
  await run.waitForWork();

  const outputs = run.result === "succeeded" ? (newOutputs ?? {}) : { ...oldOutputs, ...(newOutputs ?? {}) };
  if (stackUrn !== "" && run.stackState.setOutputs(stackUrn, outputs)) {
    run.emit({ kind: "stackOutputs", old: oldOutputs, new: outputs });
    return outputs;
  }
  return oldOutputs;
}

function programFailed(run: Run, message: string): void {
  if (message !== "") run.message("error", message);
  run.markFailed();
}

/** Waits for the program to end; a run that is stopping does not wait for ever. */
async function endOf(
  context: { readonly run: Run; readonly clock: EnginePorts["clock"] },
  running: Promise<ProgramResult>,
  stopProgram: AbortController,
): Promise<ProgramResult | undefined> {
  if (!context.run.isStopping) return running;
  const waiting = new AbortController();
  const patienceOver = context.clock.sleep(patience, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  const end = await Promise.race([running, patienceOver]);
  waiting.abort();
  if (!end) stopProgram.abort();
  return end ?? running;
}

async function deleteUnregistered(
  run: Run,
  providers: DefaultProviders,
  deletions: Deletions,
  registrations: Registrations,
): Promise<void> {
  if (refuseMissingTargets(run, (urn) => registrations.isRegistered(urn))) return;
  const condemned = run.targets
    .deletable(run.stackState.deletable)
    .filter(({ state }) => state.delete || !registrations.isRegistered(state.urn));
  if (condemned.length === 0 || !mayDelete(run, condemned)) return;
  if (!registrations.hasRegisteredAny) warnOfEmptyProgram(run, condemned);
  const needsProvider = condemned.some(({ state }) => state.custom && !isProvider(state));
  if (needsProvider && !run.options.preview) await providers.configure();
  await deletions.delete(condemned, { pendingReplacement: false, reason: "" });
}

/** More often than not such a program is a mistake: a wrong folder, or a condition that does not hold. */
function warnOfEmptyProgram(run: Run, condemned: readonly Entry[]): void {
  const managed = condemned.filter(({ state }) => state.custom && !state.external && !isProvider(state));
  if (managed.length === 0) return;
  const count = managed.length === 1 ? "1 resource" : `${managed.length} resources`;
  const deletes = run.options.preview ? "`up` would delete" : "this run deletes";
  run.message(
    "warning",
    `The program registers no resource, so ${deletes} all that this stack has: ${count}.`,
  );
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
