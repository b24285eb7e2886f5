import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { type Clock, realClock } from "../../clock";
import {
  type Configuration,
  type Environment,
  exitCodeOfError,
  locateStack,
  openStack,
  type ResourceState,
} from "../../state";
import { messageOf } from "../../unknown";
import {
  type EventListener,
  type Operation,
  type RunOutcome,
  runOperation,
  type TargetOptions,
  targetOptionsOf,
} from "../core";
import { ChildProcesses, loadSdk, NodeProgram, PluginProvider, pluginEnvironment } from "../grpc";
import { FileStore } from "./file-store";
import { listenForInterrupts } from "./interrupts";
import { collectProgramSecrets, collectSecrets } from "./known-secrets";
import { checkNodeArguments } from "./node-arguments";
import { filterPluginOutput } from "./plugin-output";
import { redactEvent, secretsOfConfiguration } from "./redact";
import { checkRequiredVersion } from "./required-version";
import { RunHistory } from "./run-history";

/** The process exit codes of the CLI. */
export type ExitCode = 0 | 1 | 2 | 6 | 7 | 8;

export interface RunStackOptions extends TargetOptions {
  readonly operation: Operation;
  /** Say what `refresh` or `destroy` would do without doing it. */
  readonly previewOnly?: boolean;
  /** The project's folder, or one below it. Default: the current one. */
  readonly cwd?: string;
  readonly stack: string;
  /** Let `up` create the stack where there is none, and `preview` show that. Default: false, which is exit code 6. */
  readonly create?: boolean;
  /** The stack's configuration, instead of `Pulumi.<stack>.yaml`. */
  readonly configFile?: string;
  /** Accept configuration that does not fit what `Pulumi.yaml` declares. */
  readonly skipConfigurationCheck?: boolean;
  /** Report the configuration, without its secrets, before the run. */
  readonly showConfiguration?: boolean;
  /** What the stack's history keeps with the run. */
  readonly message?: string;
  /** How many operations at a time. Default: `PULUMI_PARALLEL`, else 4 a core, as the CLI. */
  readonly parallel?: number;
  /** Default: the process's. */
  readonly env?: Environment;
  /** URNs to be replaced whatever their diff says; they may hold `*` and `**`. */
  readonly replace?: readonly string[];
  /** Default: as the project says (`options: refresh: always`), else not. */
  readonly refreshFirst?: boolean;
  readonly expectNoChanges?: boolean;
  readonly clearPendingCreates?: boolean;
  /** Whether the provider knows of a create that an earlier run did not see the end of. Default: never. */
  readonly hasIntent?: (resource: ResourceState, backendUrl: string) => boolean;
  readonly listener?: EventListener;
  /** Let what is under way finish, start nothing new. Without `cancel` and `stop` the process's signals are taken. */
  readonly cancel?: AbortSignal;
  /** End everything at once. What was under way stays in the state as pending. */
  readonly stop?: AbortSignal;
  readonly clock?: Clock;
}

export interface RunStackResult {
  readonly exitCode: ExitCode;
  /** Absent: the run could not begin, and `error` says why. */
  readonly outcome?: RunOutcome;
  readonly error?: Error;
}

function defaultParallel(env: Environment): number {
  const asked = Number(env.PULUMI_PARALLEL);
  return Number.isInteger(asked) && asked > 0 ? asked : 4 * availableParallelism();
}

/** Runs one operation of a project on disk. Never rejects: what could not be done is in the result. */
export async function runStack(options: RunStackOptions): Promise<RunStackResult> {
  try {
    const outcome = await run(options);
    return { outcome, exitCode: exitCodeOf(outcome, options.expectNoChanges === true) };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(messageOf(cause));
    return { error, exitCode: exitCodeOfError(error) };
  }
}

async function run(options: RunStackOptions): Promise<RunOutcome> {
  const { operation } = options;
  const clock = options.clock ?? realClock;
  const env = options.env ?? process.env;
  const preview = operation === "preview" || options.previewOnly === true;
  const runsProgram = operation === "preview" || operation === "up";
  const located = await locateStack({
    cwd: options.cwd ?? process.cwd(),
    stack: options.stack,
    env,
    ...(options.configFile !== undefined && { configFile: options.configFile }),
  });
  checkRequiredVersion(located.project);
  if (runsProgram) checkNodeArguments(located.project);
  const opening = openStack(located, env, {
    mayCreate: runsProgram && options.create === true,
    dryRun: preview,
    // The CLI checks it for the program that is about to read it.
    skipConfigurationCheck: !runsProgram || options.skipConfigurationCheck === true,
  });
  // The key is derived on another thread for half a second, as long as the SDK takes to load on this one.
  const loading = setImmediate().then(() => loadSdk(located.project.programFolder));
  loading.catch(() => undefined);
  const opened = await opening;
  const { project, stack, configuration } = opened;
  const children = new ChildProcesses(clock);
  const secrets = secretsOfConfiguration(configuration);
  const listener: EventListener = (event) => options.listener?.(redactEvent(event, secrets));
  const say = (message: string, severity: "info" | "error" = "info") =>
    listener({ kind: "message", severity, message, urn: "", ephemeral: false, time: clock.now() });
  const onLine = filterPluginOutput((line) => say(line));
  const record = new RunHistory(opened, clock, env, (message) => say(message, "error"), options.message);
  // The children do not hear the terminal's signals: without somebody who listens they would be left behind.
  const own = options.cancel || options.stop ? undefined : listenForInterrupts(say);
  const cancel = options.cancel ?? own?.cancel;
  const stop = options.stop ?? own?.stop;
  try {
    const sdk = await loading;
    const childEnvironment = { ...env, PULUMI_NODEJS_PROJECT: project.name, PULUMI_PROJECT: project.name };
    const program = new NodeProgram({
      ...{ sdk, children, project, stack, env: childEnvironment, onLine },
      onLog: (entry) => listener({ kind: "message", ...entry, time: clock.now() }),
    });
    const provider = new PluginProvider({
      sdk,
      children,
      folder: project.programFolder,
      env: {
        ...childEnvironment,
        // The plugin keeps its records by the state that they are for.
        PULUMI_BACKEND_URL: opened.backend.url,
        ...pluginEnvironment(configuration),
      },
      engineAddress: program.address,
      alreadyGone: program.alreadyGone,
      onLine,
    });
    provider.startEarly();
    const stopAtOnce = () => children.killAll();
    const interrupt = () => provider.interrupt();
    cancel?.addEventListener("abort", interrupt, { once: true });
    stop?.addEventListener("abort", stopAtOnce, { once: true });
    if (!opened.deployment)
      say(
        preview
          ? `There is no stack "${stack}" yet. \`up\` creates it in ${opened.backend.url}.`
          : `Creating the stack "${stack}" in ${opened.backend.url}.`,
      );
    if (options.showConfiguration) say(configurationText(configuration));
    try {
      const store = new FileStore(opened, clock, () => record.backUpState());
      const outcome = await runOperation(
        {
          provider: collectSecrets(provider, secrets),
          program: collectProgramSecrets(program, secrets),
          store,
          clock,
        },
        {
          operation,
          preview,
          project: project.name,
          stack,
          parallel: options.parallel ?? defaultParallel(env),
          ...targetOptionsOf(options),
          replace: options.replace ?? [],
          configuration,
          refreshFirst: options.refreshFirst ?? project.refreshesAlways,
          clearPendingCreates: options.clearPendingCreates ?? false,
          hasIntent: (resource) => options.hasIntent?.(resource, opened.backend.url) ?? false,
        },
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
    own?.close();
    await children.close();
  }
}

function configurationText(configuration: Configuration): string {
  const lines = [...configuration].map(
    ([key, { value, secret }]) => `    ${key}: ${secret ? "[secret]" : value}`,
  );
  return ["Configuration:", ...lines.sort()].join("\n");
}

function exitCodeOf(outcome: RunOutcome, expectNoChanges: boolean): ExitCode {
  if (outcome.result === "cancelled") return 8;
  if (outcome.result === "failed") return 1;
  const { created, updated, replaced, deleted, alreadyGone = 0 } = outcome.counts;
  return expectNoChanges && created + updated + replaced + deleted + alreadyGone > 0 ? 7 : 0;
}
