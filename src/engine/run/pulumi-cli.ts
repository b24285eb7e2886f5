import {
  absoluteUrl,
  type Backend,
  backendUrl,
  chooseUnnamedStack,
  type Environment,
  findPulumi,
  folderBackend,
  listStacks,
  noSuchStackError,
  type Project,
  parseJson,
  parseStackName,
  readList,
  readProject,
  StateError,
} from "../../state";
import { isRecord } from "../../unknown";
import type { Operation } from "../core";
import { withDirectLoopback } from "./direct-loopback";
import { checkNodeArguments } from "./node-arguments";
import { type CommandResult, executePulumi, type Stdio } from "./pulumi-process";

export interface PulumiOptions {
  readonly operation: Operation;
  readonly cwd?: string;
  readonly stack: string;
  /** The user neither named nor selected a stack: use this one only if it exists or the project has none. */
  readonly isFirst?: boolean;
  /** Create the stack if it does not exist. */
  readonly create?: boolean;
  /** How the secrets of a stack that the run creates are encrypted. Default: as the CLI does in this backend. */
  readonly secretsProvider?: string | undefined;
  readonly env?: Environment;
  /** Flags for the CLI, without those for the stack and the folder. */
  readonly args?: readonly string[];
  /** Called once the stacks are known, before the CLI prints anything. */
  readonly onListed?: () => void;
  /** Default: `inherit`. */
  readonly stdio?: "inherit" | "ignore";
}

/**
 * Runs the operation with the Pulumi CLI on the PATH, with the backend that all commands use. Resolves to the CLI's exit code.
 */
export async function runPulumi(options: PulumiOptions): Promise<number> {
  const env = options.env ?? process.env;
  const pulumi = await findPulumi(env);
  if (!pulumi) {
    throw new StateError(
      "backend",
      "There is no `pulumi` on the PATH. Nothing was done. Install the Pulumi CLI, or use --engine embedded.",
    );
  }
  const project = await readProject(options.cwd ?? process.cwd(), "inspect");
  checkNodeArguments(project);
  const url = absoluteUrl(await backendUrl(project, env), project.folder);
  const start = (args: readonly string[], stdio: Stdio) =>
    executePulumi(pulumi, args, {
      cwd: project.folder,
      env: { ...withDirectLoopback(env), PULUMI_BACKEND_URL: url },
      stdio,
    });
  const stdio = options.stdio ?? "inherit";
  const stacks = url.startsWith("file://") ? new FolderStacks(project, url) : new RemoteStacks(start);
  const stack = stacks.nameOf(options.stack);
  const existing = await stacks.list();
  const isFirst = options.isFirst === true && chooseUnnamedStack(project, existing).isFirst === true;
  const isMissing = !existing.includes(stack) && !(await stacks.has(stack));
  options.onListed?.();
  if (isMissing) {
    // The CLI previews only a stack that exists.
    const isCreated =
      options.operation === "up"
        ? options.create === true || isFirst
        : options.operation === "preview" && isFirst;
    if (!isCreated) throw noSuchStackError(project, stack, url, existing);
    const { secretsProvider } = options;
    // The CLI ignores the flag in an `up` without a template.
    const secrets = secretsProvider === undefined ? [] : [`--secrets-provider=${secretsProvider}`];
    // Only the operation writes to standard output: with --json, it is data.
    const created = await start(
      ["stack", "init", "--non-interactive", "--no-select", ...secrets, stack],
      toErrors(stdio),
    );
    if (created.code !== 0) return created.code;
  }
  return (await start([options.operation, "--stack", stack, ...(options.args ?? [])], stdio)).code;
}

/** The stacks of a project in its backend. */
interface Stacks {
  nameOf(stack: string): string;
  list(): Promise<readonly string[]>;
  /** Whether a stack exists that `list` does not return. */
  has(stack: string): Promise<boolean>;
}

/** In a folder, the stacks are its files. */
class FolderStacks implements Stacks {
  readonly #project: Project;
  readonly #backend: Backend;

  constructor(project: Project, url: string) {
    this.#project = project;
    this.#backend = folderBackend(url, project.folder);
  }

  nameOf = (stack: string) => parseStackName(stack, this.#project.name);

  list = () => listStacks(this.#backend, this.#project.name);

  has = async () => false;
}

/** In other backends only the CLI can list stacks, and names may refer to other organizations. */
class RemoteStacks implements Stacks {
  readonly #run: (args: readonly string[], stdio: Stdio) => Promise<CommandResult>;

  constructor(run: (args: readonly string[], stdio: Stdio) => Promise<CommandResult>) {
    this.#run = run;
  }

  nameOf = (stack: string) => stack;

  async list(): Promise<readonly string[]> {
    const { code, output } = await this.#run(
      ["stack", "ls", "--json", "--non-interactive"],
      ["ignore", "pipe", "inherit"],
    );
    if (code !== 0)
      throw new StateError("backend", "`pulumi stack ls` failed with the error above. Nothing was done.");
    const place = "The output of `pulumi stack ls --json`";
    const stacks = readList(parseJson(output, place, "Run it yourself to see its output."), "stacks");
    return stacks.flatMap((stack) => (isRecord(stack) && typeof stack.name === "string" ? [stack.name] : []));
  }

  async has(stack: string): Promise<boolean> {
    return (await this.#run(["stack", "export", "--stack", stack, "--non-interactive"], "ignore")).code === 0;
  }
}

const toErrors = (stdio: "inherit" | "ignore"): Stdio => (stdio === "ignore" ? stdio : ["inherit", 2, 2]);
