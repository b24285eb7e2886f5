import { type PropertyMap, type Snapshot, stackType } from "../../state";
import type { DefaultProviders } from "./default-provider";
import { checkDeletable, deletableEntries } from "./deletable";
import type { Deletions } from "./deletions";
import { EngineError } from "./engine-error";
import { errorMessage } from "./error-message";
import { checkTargetsRegistered } from "./missing-targets";
import { reportUndeclaredCreates } from "./pending-operations";
import type { ProgramResult, ResourceMonitor } from "./program-port";
import { readResource } from "./read-resource";
import { Registrations } from "./registrations";
import type { Run } from "./run";
import type { EngineOptions, EnginePorts } from "./run-options";
import type { Entry } from "./stack-state";
import { isProvider, managesObject, typeOf } from "./urn";
import { UrnRegistry } from "./urn-registry";

/** How long a program may take to end once the run is stopping, in milliseconds. Then it is killed. */
const exitTimeout = 5000;

/** The parts that a run of the program needs. */
export interface ProgramContext extends EnginePorts {
  readonly run: Run;
  readonly options: EngineOptions;
  readonly providers: DefaultProviders;
  readonly deletions: Deletions;
  readonly before: Snapshot;
  /** The URNs of the resources whose creates an earlier run did not complete. */
  readonly interruptedCreates: readonly string[];
  readonly stop: AbortSignal | undefined;
}

/** Runs the program, deletes what it no longer declares, and sets the stack's outputs. */
export async function runProgram(context: ProgramContext): Promise<PropertyMap> {
  const { run, options, providers, deletions } = context;
  const registry = new UrnRegistry(run, providers);
  const registrations = new Registrations(run, registry, providers, deletions);
  const oldStack = run.stackState.base.find(({ state }) => state.type === stackType);
  const oldOutputs = oldStack?.state.outputs ?? {};
  let stackUrn = "";
  let newOutputs: PropertyMap | undefined;

  const allRegistered = deferred();
  const runFinished = deferred();
  const monitor: ResourceMonitor = {
    registerResource: (registration) => run.track(registrations.register(registration)),
    readResource: (request) => run.track(readResource(context, registry, request)),
    registerResourceOutputs: async (urn, outputs) => {
      if (typeOf(urn) === stackType) {
        stackUrn = urn;
        newOutputs = outputs;
      } else if (!run.stackState.setOutputs(urn, outputs) && !registry.isRegistered(urn)) {
        throw new Error(`outputs were given for ${urn}, which this run has not registered`);
      }
      await run.track(run.hooks.outputsRegistered(urn, outputs));
    },
    registerHook: (hook) => run.hooks.register(hook),
    registerErrorHook: (hook) => run.hooks.registerErrorHook(hook),
    getResource: async (urn) => {
      const state = run.stackState.addedState(urn);
      if (!state) throw new EngineError(`${urn} is not a resource that this run has registered or read.`);
      // The CLI serves this with its provider "pulumi", which it then adds to the state.
      await providers.reference("pulumi");
      return { urn, id: state.id, outputs: state.outputs };
    },
    // As in the CLI, an error that a program only logs does not fail the run.
    log: ({ severity, message, urn, ephemeral }) => run.message(severity, message, urn, ephemeral),
    signalAndWaitForShutdown: () => {
      allRegistered.resolve();
      return runFinished.promise;
    },
  };

  const killProgram = new AbortController();
  context.stop?.addEventListener("abort", () => killProgram.abort(), { once: true });
  const program = context.program
    .run(monitor, {
      preview: options.preview,
      parallel: options.parallel,
      configuration: options.configuration,
      signal: killProgram.signal,
    })
    .catch((cause: unknown): ProgramResult => ({ ok: false, message: errorMessage(cause) }));

  const result = await Promise.race([
    program,
    allRegistered.promise.then((): ProgramResult => ({ ok: true })),
    run.stopped.then(() => undefined),
  ]);
  if (result && !result.ok) failProgram(run, result.message);
  await run.waitForWork();
  if (result?.ok && run.result === "succeeded") {
    reportUndeclaredCreates(run, context.interruptedCreates, (urn) => registry.isRegistered(urn));
    await deleteUnregistered(run, providers, deletions, registry);
  }
  runFinished.resolve();
  const exit = await waitForExit(context, program, killProgram);
  if (!exit.ok && result?.ok !== false) failProgram(run, run.isStopping ? "" : exit.message);
  await run.waitForWork();

  const outputs = run.result === "succeeded" ? (newOutputs ?? {}) : { ...oldOutputs, ...(newOutputs ?? {}) };
  if (stackUrn !== "" && run.stackState.setOutputs(stackUrn, outputs)) {
    run.emit({ kind: "stackOutputs", old: oldOutputs, new: outputs });
    return outputs;
  }
  return oldOutputs;
}

/** Reports the error and, as after a failed step, starts no new step. */
function failProgram(run: Run, message: string): void {
  if (message !== "") run.message("error", message);
  run.fail();
}

/** Waits for the program to end. If the run is stopping, kills a program that takes too long. */
async function waitForExit(
  context: { readonly run: Run; readonly clock: EnginePorts["clock"] },
  program: Promise<ProgramResult>,
  killProgram: AbortController,
): Promise<ProgramResult> {
  if (!context.run.isStopping) return program;
  const waiting = new AbortController();
  const timeout = context.clock.sleep(exitTimeout, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  const result = await Promise.race([program, timeout]);
  waiting.abort();
  if (!result) killProgram.abort();
  return result ?? program;
}

async function deleteUnregistered(
  run: Run,
  providers: DefaultProviders,
  deletions: Deletions,
  registry: UrnRegistry,
): Promise<void> {
  if (!checkTargetsRegistered(run, registry.registeredUrns)) return;
  const entries = deletableEntries(run).filter(
    ({ state }) => state.delete || !registry.isRegistered(state.urn),
  );
  if (entries.length === 0 || !checkDeletable(run, entries)) return;
  if (!registry.hasResources) warnOfEmptyProgram(run, entries);
  const needsProvider = entries.some(({ state }) => state.custom && !isProvider(state));
  if (needsProvider && !run.options.preview) await providers.configure();
  await deletions.delete(entries, { pendingReplacement: false, reason: "" });
}

/** An empty program is usually a mistake, such as the wrong folder or a condition that is not met. */
function warnOfEmptyProgram(run: Run, entries: readonly Entry[]): void {
  const managed = entries.filter(({ state }) => managesObject(state));
  if (managed.length === 0) return;
  const count = managed.length === 1 ? "1 resource" : `${managed.length} resources`;
  const deletes = run.options.preview ? "`up` would delete" : "this run deletes";
  run.message(
    "warning",
    `The program registers no resource, so ${deletes} everything in this stack: ${count}.`,
  );
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
