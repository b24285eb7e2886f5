import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { type Clock, realClock } from "../../clock";
import {
  type Configuration,
  type Environment,
  exitCodeOfError,
  locateStack,
  type OpenedStack,
  openStack,
} from "../../state";
import { errorOf } from "../../unknown";
import {
  type EngineOptions,
  type EventListener,
  type Operation,
  type RunOutcome,
  runOperation,
  type TargetOptions,
  targetOptionsOf,
} from "../core";
import {
  ChildProcesses,
  loadSdk,
  NodeProgram,
  type PluginOptions,
  PluginProvider,
  type ProgramOptions,
  pluginEnvironment,
  type Sdk,
} from "../grpc";
import { withDirectLoopback } from "./direct-loopback";
import { FileStore } from "./file-store";
import { listenForInterrupts } from "./interrupts";
import { collectProgramSecrets, collectSecrets } from "./known-secrets";
import { checkNodeArguments } from "./node-arguments";
import { filterPluginOutput } from "./plugin-output";
import { checkProgramFolder } from "./program-folder";
import { redactEvent, secretsOfConfiguration } from "./redact";
import { checkRequiredVersion } from "./required-version";
import { RunHistory } from "./run-history";

/** The process exit codes of the CLI. */
export type ExitCode = 0 | 1 | 2 | 6 | 7 | 8;

export interface RunStackOptions extends TargetOptions {
  readonly operation: Operation;
  /** Preview the `refresh` or `destroy`. */
  readonly previewOnly?: boolean;
  /** The project's folder or a subfolder. Default: the current folder. */
  readonly cwd?: string;
  readonly stack: string;
  /**
   * Let `up` create a stack that does not exist, and `preview` preview it. Default: false; a missing stack then ends the run with exit
   * code 6.
   */
  readonly create?: boolean;
  /** The stack's configuration, instead of `Pulumi.<stack>.yaml`. */
  readonly configFile?: string;
  /** Accept configuration that does not match the declarations in `Pulumi.yaml`. */
  readonly skipConfigurationCheck?: boolean;
  /** Report the configuration, without its secrets, before the run. */
  readonly showConfiguration?: boolean;
  /** The message of the run in the stack's history. */
  readonly message?: string;
  /** How many provider calls run at a time. Default: `PULUMI_PARALLEL`, else 4 per core, as in the CLI. */
  readonly parallel?: number;
  /** Default: the process's. */
  readonly env?: Environment;
  /** URNs of resources to replace regardless of their diffs. They may contain `*` and `**`. */
  readonly replace?: readonly string[];
  /** Refresh before an `up` or `destroy`. Default: whether `Pulumi.yaml` has `options: refresh: always`. */
  readonly refreshFirst?: boolean;
  /** Exit with 7 if the run changes anything. */
  readonly expectNoChanges?: boolean;
  readonly clearPendingCreates?: boolean;
  /** The records on this machine of creates that runs of a stack began. Default: none. */
  readonly createRecords?: (
    place: RunPlace,
  ) => Pick<EngineOptions, "hasIntent" | "recordCreate" | "isUnknownCreate" | "leftNothing">;
  /**
   * Environment variables of the plugin of a provider: of the explicit one with this URN, or of the default one. `resources` are those of
   * the state when the run starts. Default: none.
   */
  readonly pluginVariables?: (resources: readonly unknown[], provider: string | undefined) => Environment;
  /** The command that finds the objects of interrupted creates. */
  readonly recoverCommand?: string;
  readonly listener?: EventListener;
  /**
   * Abort it to start no new step and finish those in progress. Without `cancel` and `stop`, the process's signals
   * are handled.
   */
  readonly cancel?: AbortSignal;
  /** Abort it to stop immediately. Steps in progress remain in the state as pending operations. */
  readonly stop?: AbortSignal;
  readonly clock?: Clock;
}

/** The stack of a run, and the location of its state. */
interface RunPlace {
  readonly backendUrl: string;
  readonly project: string;
  readonly stack: string;
  readonly projectFolder: string;
}

export interface RunStackResult {
  readonly exitCode: ExitCode;
  /** Absent if the run could not start, because of `error`. */
  readonly outcome?: RunOutcome;
  readonly error?: Error;
}

function defaultParallel(env: Environment): number {
  const requested = Number(env.PULUMI_PARALLEL);
  return Number.isInteger(requested) && requested > 0 ? requested : 4 * availableParallelism();
}

/** Runs one operation of a project on disk. Never rejects: errors are in the result. */
export async function runStack(options: RunStackOptions): Promise<RunStackResult> {
  try {
    const outcome = await run(options);
    return { outcome, exitCode: exitCodeOf(outcome, options.expectNoChanges === true) };
  } catch (cause) {
    const error = errorOf(cause);
    return { error, exitCode: exitCodeOfError(error) };
  }
}

async function run(options: RunStackOptions): Promise<RunOutcome> {
  const { operation } = options;
  const clock = options.clock ?? realClock;
  const env = options.env ?? process.env;
  const { opened, loading } = await openProject(options, env);
  const secrets = secretsOfConfiguration(opened.configuration);
  const listener: EventListener = (event) => options.listener?.(redactEvent(event, secrets));
  const report = (message: string, severity: "info" | "error" = "info") =>
    listener({ kind: "message", severity, message, urn: "", ephemeral: false, time: clock.now() });
  const record = new RunHistory(opened, clock, env, (message) => report(message, "error"), options.message);
  const children = new ChildProcesses(clock);
  // The child processes do not receive the terminal's signals. Without a handler they would outlive this process.
  const interrupts = options.cancel || options.stop ? undefined : listenForInterrupts(report);
  const cancel = options.cancel ?? interrupts?.cancel;
  const stop = options.stop ?? interrupts?.stop;
  try {
    const sdk = await loading;
    const { program, provider } = processesOf(options, opened, {
      ...{ sdk, children, clock, env },
      onLine: filterPluginOutput((line) => report(line)),
      onLog: (entry) => listener({ kind: "message", ...entry, time: clock.now() }),
    });
    provider.startEarly();
    const stopAtOnce = () => children.killAll();
    const interrupt = () => provider.interrupt();
    cancel?.addEventListener("abort", interrupt, { once: true });
    stop?.addEventListener("abort", stopAtOnce, { once: true });
    if (!opened.deployment) report(newStackText(options, opened));
    if (options.showConfiguration) report(configurationText(opened.configuration));
    try {
      const outcome = await runOperation(
        {
          provider: collectSecrets(provider, secrets),
          program: collectProgramSecrets(program, secrets),
          store: new FileStore(opened, clock, () => record.backUpState()),
          clock,
        },
        engineOptionsOf(options, opened, env),
        listener,
        {
          ...(cancel && { cancel }),
          ...(stop && { stop }),
        },
      );
      if (operation !== "preview") await record.recordRun(operation, outcome);
      return outcome;
    } finally {
      cancel?.removeEventListener("abort", interrupt);
      stop?.removeEventListener("abort", stopAtOnce);
      await program.close();
    }
  } finally {
    interrupts?.close();
    await children.close();
  }
}

/** Checks the project, opens the stack's state, and begins to load the project's SDK. */
async function openProject(
  options: RunStackOptions,
  env: Environment,
): Promise<{ readonly opened: OpenedStack; readonly loading: Promise<Sdk> }> {
  const { configFile, operation } = options;
  const runsProgram = operation === "preview" || operation === "up";
  const address = { cwd: options.cwd ?? process.cwd(), stack: options.stack, env };
  const located = await locateStack({ ...address, ...(configFile !== undefined && { configFile }) }, "run");
  checkRequiredVersion(located.project);
  await checkProgramFolder(located.project);
  if (runsProgram) checkNodeArguments(located.project);
  const opening = openStack(located, env, {
    mayCreate: runsProgram && options.create === true,
    dryRun: isPreview(options),
    // Like the CLI, checks it only for programs, which read it.
    skipConfigurationCheck: !runsProgram || options.skipConfigurationCheck === true,
  });
  // Another thread takes half a second to derive the key, about as long as this one takes to load the SDK.
  const loading = setImmediate().then(() => loadSdk(located.project.programFolder));
  loading.catch(() => undefined);
  return { opened: await opening, loading };
}

function isPreview({ operation, previewOnly }: RunStackOptions): boolean {
  return operation === "preview" || previewOnly === true;
}

/** The program and the plugin of a run. Neither has started. */
function processesOf(
  { pluginVariables }: RunStackOptions,
  { project, stack, configuration, backend, deployment }: OpenedStack,
  {
    env,
    onLog,
    clock,
    ...common
  }: Pick<ProgramOptions, "sdk" | "children" | "env" | "onLine" | "onLog"> & Pick<PluginOptions, "clock">,
): { readonly program: NodeProgram; readonly provider: PluginProvider } {
  const childEnvironment = {
    ...withDirectLoopback(env),
    PULUMI_NODEJS_PROJECT: project.name,
    PULUMI_PROJECT: project.name,
  };
  const program = new NodeProgram({ ...common, project, stack, env: childEnvironment, onLog });
  const provider = new PluginProvider({
    ...common,
    clock,
    folder: project.programFolder,
    env: {
      ...childEnvironment,
      // The plugin stores intents by the state that they belong to.
      PULUMI_BACKEND_URL: backend.url,
      ...pluginEnvironment(configuration),
    },
    variablesOf: (provider) => pluginVariables?.(resourcesIn(deployment), provider) ?? {},
    engineAddress: program.address,
    deleteResults: program.deleteResults,
  });
  return { program, provider };
}

function engineOptionsOf(options: RunStackOptions, opened: OpenedStack, env: Environment): EngineOptions {
  const { operation, createRecords, recoverCommand } = options;
  const { project, stack, configuration, backend } = opened;
  return {
    operation,
    preview: isPreview(options),
    project: project.name,
    stack,
    parallel: options.parallel ?? defaultParallel(env),
    ...targetOptionsOf(options),
    replace: options.replace ?? [],
    configuration,
    refreshFirst: options.refreshFirst ?? project.refreshesAlways,
    clearPendingCreates: options.clearPendingCreates ?? false,
    ...createRecords?.({
      ...{ backendUrl: backend.url, project: project.name, stack },
      projectFolder: project.folder,
    }),
    ...(recoverCommand !== undefined && { recoverCommand }),
  };
}

function newStackText(options: RunStackOptions, { stack, backend }: OpenedStack): string {
  return isPreview(options)
    ? `The stack "${stack}" does not exist yet. \`up\` creates it in ${backend.url}.`
    : `Creating the stack "${stack}" in ${backend.url}.`;
}

/** The resources of a state as JSON. */
function resourcesIn(deployment: OpenedStack["deployment"]): readonly unknown[] {
  const resources = deployment?.json.resources;
  return Array.isArray(resources) ? resources : [];
}

function configurationText(configuration: Configuration): string {
  const lines = [...configuration].map(
    ([key, { value, secret }]) => `    ${key}: ${secret ? "[secret]" : value}`,
  );
  return ["Configuration:", ...lines.sort()].join("\n");
}

/** 8 if the run was cancelled, 1 if it failed, 7 if it made a change that was not expected. */
function exitCodeOf(outcome: RunOutcome, expectNoChanges: boolean): ExitCode {
  if (outcome.result === "cancelled") return 8;
  if (outcome.result === "failed") return 1;
  const { unchanged, read, ...changes } = outcome.counts;
  return expectNoChanges && Object.values(changes).some((count) => count > 0) ? 7 : 0;
}
