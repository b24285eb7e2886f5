import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Project, stackType } from "../../state";
import type { ProgramPort, ProgramResult, ResourceMonitor } from "../core";
import type { ChildProcesses } from "./child-processes";
import { programEnvironment } from "./configuration-environment";
import { type MonitorServer, startMonitorServer } from "./monitor-server";
import { programPreload } from "./preload";
import type { Sdk } from "./sdk";

/** What `cmd/run` ends with when it has reported the error itself. */
const reportedExitCode = 32;

export interface ProgramOptions {
  readonly sdk: Sdk;
  readonly children: ChildProcesses;
  readonly project: Project;
  readonly stack: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
  /** Takes what the plugin logs in a refresh or a destroy, which run no program. */
  readonly onLog: ResourceMonitor["log"];
}

/** Runs an unmodified program with its own SDK's `cmd/run`, in a process of its own. */
export class NodeProgram implements ProgramPort {
  readonly #options: ProgramOptions;
  readonly #monitor: Promise<MonitorServer>;
  /** URNs of which the plugin reported that they were gone before it deleted them. */
  readonly alreadyGone = new Set<string>();
  #registrar: ResourceMonitor | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
    const folders = { program: options.project.programFolder, project: options.project.folder };
    this.#monitor = startMonitorServer(options.sdk, folders, {
      registrar: () => this.#registered(),
      log: (entry) => (this.#registrar ? this.#registrar.log(entry) : options.onLog(entry)),
      alreadyGone: (urn) => this.alreadyGone.add(urn),
    });
    // Whoever needs the address sees the failure; nobody may.
    this.#monitor.catch(() => undefined);
  }

  /** Where the engine listens; the plugin takes it as its first argument. */
  address = async (): Promise<string> => (await this.#monitor).address;

  async run(registrar: ResourceMonitor, context: Parameters<ProgramPort["run"]>[1]): Promise<ProgramResult> {
    const { sdk, children, project, stack, onLine } = this.#options;
    let hasBegun = false;
    this.#registrar = {
      ...registrar,
      registerResource: (goal) => {
        hasBegun ||= goal.type === stackType;
        return registrar.registerResource(goal);
      },
    };
    const { address } = await this.#monitor;
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
    const code = await child.exited;
    context.signal.removeEventListener("abort", onAbort);
    // The SDK registers the stack before it loads the program. To the engine a program that never began declares nothing.
    if (code === 0 && !hasBegun) return { ok: false, message: neverBegan(project) };
    if (code === 0) return { ok: true };
    if (code === reportedExitCode || code === null) return { ok: false, message: "" };
    return { ok: false, message: `The program ended with exit code ${code}.` };
  }

  async close(): Promise<void> {
    (await this.#monitor.catch(() => undefined))?.close();
  }

  #registered(): ResourceMonitor {
    if (!this.#registrar) throw new Error("no program is running");
    return this.#registrar;
  }
}

function neverBegan({ file, nodeArguments }: Project): string {
  const cause =
    nodeArguments.length === 0
      ? ""
      : ` Look at runtime.options.nodeargs in ${file}: ${nodeArguments.join(" ")}.`;
  return `Node.js ended without running the program. Nothing is deleted.${cause}`;
}

/** Compiling costs a second: it is left out where nothing says that there is TypeScript. */
async function needsTypeScript(project: Project): Promise<boolean> {
  if (!project.typescript) return false;
  if (/\.[cm]?tsx?$/.test(project.entry)) return true;
  if (/\.[cm]?js$/.test(project.entry)) return false;
  const signs = ["tsconfig.json", "index.ts", "index.mts"].map((name) => join(project.programFolder, name));
  const found = await Promise.all(signs.map((path) => stat(path).catch(() => undefined)));
  return found.some((file) => file?.isFile());
}
