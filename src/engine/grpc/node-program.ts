import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Project, stackType } from "../../state";
import {
  type DeleteResult,
  type ProgramPort,
  type ProgramResult,
  type ResourceMonitor,
  typeOf,
} from "../core";
import type { ChildProcesses } from "./child-processes";
import { programEnvironment } from "./configuration-environment";
import { type MonitorServer, startMonitorServer } from "./monitor-server";
import { programPreload, reportedExitCode, unregisteredExitCode } from "./preload";
import type { Sdk } from "./sdk";

export interface ProgramOptions {
  readonly sdk: Sdk;
  readonly children: ChildProcesses;
  readonly project: Project;
  readonly stack: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
  /** Receives the plugin's log messages in a refresh or destroy, which run no program. */
  readonly onLog: ResourceMonitor["log"];
}

/** Runs an unmodified program with `cmd/run` of its own SDK, in its own process. */
export class NodeProgram implements ProgramPort {
  readonly #options: ProgramOptions;
  readonly #server: Promise<MonitorServer>;
  /** The results of deletes that deleted nothing, as the plugin reported them, by URN. */
  readonly deleteResults = new Map<string, DeleteResult>();
  #monitor: ResourceMonitor | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
    const folders = { program: options.project.programFolder, project: options.project.folder };
    this.#server = startMonitorServer(options.sdk, folders, {
      monitor: () => this.#requireMonitor(),
      log: (entry) => (this.#monitor ? this.#monitor.log(entry) : options.onLog(entry)),
      onDeleteResult: (urn, result) => this.deleteResults.set(urn, result),
    });
    // A failure is reported when the address is needed, if ever.
    this.#server.catch(() => undefined);
  }

  /** The address at which the engine serves the program and the plugin. */
  address = async (): Promise<string> => (await this.#server).address;

  async run(monitor: ResourceMonitor, context: Parameters<ProgramPort["run"]>[1]): Promise<ProgramResult> {
    const { sdk, children, project, stack, onLine } = this.#options;
    let hasBegun = false;
    let isWaiting = true;
    let hasEnded = false;
    this.#monitor = {
      ...monitor,
      registerResource: (registration) => {
        hasBegun ||= registration.type === stackType;
        return monitor.registerResource(registration);
      },
      registerResourceOutputs: (urn, outputs) => {
        isWaiting &&= typeOf(urn) !== stackType;
        return monitor.registerResourceOutputs(urn, outputs);
      },
      signalAndWaitForShutdown: async () => {
        hasEnded = true;
        if (!isWaiting) await monitor.signalAndWaitForShutdown();
      },
    };
    const { address } = await this.#server;
    const child = children.start(
      sdk.runScript,
      [
        `--monitor=${address}`,
        `--engine=${address}`,
        `--project=${project.name}`,
        `--stack=${stack}`,
        `--pwd=${project.programFolder}`,
        "--organization=organization",
        `--root-directory=${project.folder}`,
        `--parallel=${context.parallel}`,
        ...(context.preview ? ["--dry-run"] : []),
        project.entry,
      ],
      {
        cwd: project.programFolder,
        env: {
          ...this.#options.env,
          ...programEnvironment(context.configuration),
          PULUMI_NODEJS_TYPESCRIPT: String(await needsTypeScript(project)),
        },
        nodeArguments: [programPreload, ...project.nodeArguments],
        onLine,
      },
    );
    const onAbort = () => child.kill();
    context.signal.addEventListener("abort", onAbort, { once: true });
    const { code, reason } = await child.exited;
    context.signal.removeEventListener("abort", onAbort);
    // The SDK registers the stack before it loads the program. Without that, the program did not run.
    if (code === 0 && !hasBegun) return { ok: false, message: notRunMessage(project) };
    // The SDK signals the end of the program when nothing is left to run, which process.exit prevents.
    if (code === 0 && !hasEnded) return { ok: false, message: exitMessage };
    // Nothing is left to run either if the program awaits a promise that never settles: then the stack's outputs are missing.
    if (code === 0 && isWaiting) return { ok: false, message: waitingMessage };
    if (code === 0) return { ok: true };
    if (code === unregisteredExitCode) return { ok: false, message: unregisteredMessage };
    if (code === reportedExitCode) return { ok: false, message: "" };
    return { ok: false, message: `The program ${reason}.` };
  }

  async close(): Promise<void> {
    (await this.#server.catch(() => undefined))?.close();
  }

  #requireMonitor(): ResourceMonitor {
    if (!this.#monitor) throw new Error("no program is running");
    return this.#monitor;
  }
}

const exitMessage =
  "The program called process.exit, so it may not have registered everything. Nothing was deleted. Let the program exit on its own.";

const waitingMessage =
  "The program ended while it was still awaiting a promise, so it may not have registered everything. Nothing was deleted. Let every promise that the program awaits settle.";

const unregisteredMessage =
  "The program ended while some of its resources waited for a promise that never settles, or for each other. Nothing was deleted. Let every promise settle, and remove dependencies that form a cycle: a resource that depends on a component depends on the component's children too.";

function notRunMessage({ file, nodeArguments }: Project): string {
  const hint =
    nodeArguments.length === 0
      ? ""
      : ` Check runtime.options.nodeargs in ${file}: ${nodeArguments.join(" ")}.`;
  return `Node.js ended without running the program. Nothing was deleted.${hint}`;
}

/** Loading the compiler takes a second, so it is skipped if nothing indicates TypeScript. */
async function needsTypeScript(project: Project): Promise<boolean> {
  if (!project.typescript) return false;
  if (/\.[cm]?tsx?$/.test(project.entry)) return true;
  if (/\.[cm]?js$/.test(project.entry)) return false;
  const indicators = ["tsconfig.json", "index.ts", "index.mts"].map((name) =>
    join(project.programFolder, name),
  );
  const found = await Promise.all(indicators.map((path) => stat(path).catch(() => undefined)));
  return found.some((file) => file?.isFile());
}
