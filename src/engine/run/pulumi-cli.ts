import { spawn } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import {
  chooseBackend,
  type Environment,
  firstOf,
  listStacks,
  noSuchStack,
  type Project,
  parseJson,
  parseStackName,
  readList,
  readProject,
  StateError,
} from "../../state";
import { isRecord } from "../../unknown";
import type { Operation } from "../core";
import { checkNodeArguments } from "./node-arguments";

export interface PulumiOptions {
  readonly operation: Operation;
  readonly cwd?: string;
  readonly stack: string;
  /** Nobody has named or selected a stack: this one is meant only if the project has it, or none at all. */
  readonly isFirst?: boolean;
  /** Create the stack where there is none. */
  readonly create?: boolean;
  readonly env?: Environment;
  /** Flags of the CLI, but for the stack's and the folder's. */
  readonly args?: readonly string[];
  /** Default: this process's own. */
  readonly stdio?: "inherit" | "ignore";
}

/** The path of a `pulumi` on the PATH; undefined: there is none. */
export async function findPulumi(env: Environment = process.env): Promise<string | undefined> {
  const names = process.platform === "win32" ? ["pulumi.exe"] : ["pulumi"];
  for (const folder of (env.PATH ?? "").split(delimiter).filter((part) => part !== "")) {
    for (const name of names) {
      const path = join(folder, name);
      if (await isExecutableFile(path)) return path;
    }
  }
  return undefined;
}

/** A folder may be entered, which is no reason to run it. */
async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs the same operation with the Pulumi CLI on the PATH, on the backend that the embedded engine would take, so that
 * the two never look at different stacks. Resolves to the CLI's exit code.
 */
export async function runPulumi(options: PulumiOptions): Promise<number> {
  const env = options.env ?? process.env;
  const pulumi = await findPulumi(env);
  if (!pulumi) {
    throw new StateError(
      "backend",
      "There is no `pulumi` on the PATH. Nothing was done. Install the Pulumi CLI, or use the embedded engine (--engine embedded).",
    );
  }
  const project = await readProject(options.cwd ?? process.cwd());
  checkNodeArguments(project);
  const url =
    env.PULUMI_BACKEND_URL ||
    project.backendUrl ||
    chooseBackend({ env: {}, projectFolder: project.folder }).url;
  const start = (args: readonly string[], stdio: Stdio) =>
    execute(pulumi, args, { cwd: project.folder, env: { ...env, PULUMI_BACKEND_URL: url }, stdio });
  const stdio = options.stdio ?? "inherit";
  const stacks = url.startsWith("file://") ? new FolderStacks(project, url) : new ServiceStacks(start);
  const stack = stacks.nameOf(options.stack);
  const existing = await stacks.list();
  const isFirst = options.isFirst === true && firstOf(project, existing).isFirst === true;
  if (!existing.includes(stack) && !(await stacks.has(stack))) {
    const creates = options.operation === "up" && (options.create === true || isFirst);
    if (!creates) throw noSuchStack(project, stack, url, existing);
    // What the operation itself prints may be data.
    const made = await start(["stack", "init", "--non-interactive", "--no-select", stack], toErrors(stdio));
    if (made.code !== 0) return made.code;
  }
  return (await start([options.operation, "--stack", stack, ...(options.args ?? [])], stdio)).code;
}

/** The stacks of a project, wherever its backend keeps them. */
interface Stacks {
  nameOf(stack: string): string;
  list(): Promise<readonly string[]>;
  /** Whether there is a stack that `list` does not hold. */
  has(stack: string): Promise<boolean>;
}

/** In a folder the files say it. */
class FolderStacks implements Stacks {
  readonly #project: Project;
  readonly #url: string;

  constructor(project: Project, url: string) {
    this.#project = project;
    this.#url = url;
  }

  nameOf = (stack: string) => parseStackName(stack, this.#project.name);

  list(): Promise<readonly string[]> {
    const { folder, name } = this.#project;
    return listStacks(chooseBackend({ env: { PULUMI_BACKEND_URL: this.#url }, projectFolder: folder }), name);
  }

  has = async () => false;
}

/** Elsewhere only the CLI knows, and names may lead to other organizations. */
class ServiceStacks implements Stacks {
  readonly #run: (args: readonly string[], stdio: Stdio) => Promise<Ended>;

  constructor(run: (args: readonly string[], stdio: Stdio) => Promise<Ended>) {
    this.#run = run;
  }

  nameOf = (stack: string) => stack;

  async list(): Promise<readonly string[]> {
    const { code, output } = await this.#run(
      ["stack", "ls", "--json", "--non-interactive"],
      ["ignore", "pipe", "inherit"],
    );
    if (code !== 0)
      throw new StateError("backend", "`pulumi stack ls` failed, as said above. Nothing was done.");
    const stacks = readList(parseJson(output, "What `pulumi stack ls --json` prints"), "stacks");
    return stacks.flatMap((stack) => (isRecord(stack) && typeof stack.name === "string" ? [stack.name] : []));
  }

  async has(stack: string): Promise<boolean> {
    return (await this.#run(["stack", "export", "--stack", stack, "--non-interactive"], "ignore")).code === 0;
  }
}

type Stdio = "inherit" | "ignore" | readonly ("inherit" | "ignore" | "pipe" | number)[];

const toErrors = (stdio: "inherit" | "ignore"): Stdio => (stdio === "ignore" ? stdio : ["inherit", 2, 2]);

interface Ended {
  readonly code: number;
  /** What it printed, where its output was a pipe. */
  readonly output: string;
}

function execute(
  command: string,
  args: readonly string[],
  { stdio, ...options }: { readonly cwd: string; readonly env: Environment; readonly stdio: Stdio },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      ...options,
      env: { ...options.env },
      stdio: typeof stdio === "string" ? stdio : [...stdio],
    });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    // A Ctrl-C in the terminal reaches the CLI itself, which decides; ours must outlive it to pass its code on.
    const ignore = () => undefined;
    process.on("SIGINT", ignore);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", ignore);
      resolve({ code: code ?? (signal ? 8 : 1), output });
    });
  });
}
