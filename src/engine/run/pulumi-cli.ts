import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import {
  chooseBackend,
  type Environment,
  listStacks,
  type Project,
  parseStackName,
  readProject,
  StateError,
} from "../../state";
import type { Operation, SelectionOptions } from "../core";

export interface PulumiOptions extends SelectionOptions {
  readonly operation: Operation;
  readonly cwd?: string;
  readonly stack: string;
  readonly parallel?: number;
  readonly env?: Environment;
  readonly previewOnly?: boolean;
  readonly expectNoChanges?: boolean;
  readonly replace?: readonly string[];
  readonly refreshFirst?: boolean;
  readonly forgetPendingCreates?: boolean;
  /** Shows every field (`--diff`), or the steps as data (`--json`, preview only). */
  readonly diff?: boolean;
  readonly json?: boolean;
  /** Shows what did not change, too. */
  readonly sames?: boolean;
  readonly color?: "auto" | "always" | "never";
  /** Default: this process's own. */
  readonly stdio?: "inherit" | "ignore";
}

/** The path of a `pulumi` on the PATH; undefined: there is none. */
export async function findPulumi(env: Environment = process.env): Promise<string | undefined> {
  const names = process.platform === "win32" ? ["pulumi.exe"] : ["pulumi"];
  for (const folder of (env.PATH ?? "").split(delimiter).filter((part) => part !== "")) {
    for (const name of names) {
      const path = join(folder, name);
      const usable = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (usable) return path;
    }
  }
  return undefined;
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
  const stack = parseStackName(options.stack, project.name);
  const url =
    env.PULUMI_BACKEND_URL ||
    project.backendUrl ||
    chooseBackend({ env: {}, projectFolder: project.folder }).url;
  const run = (args: readonly string[], stdio: "inherit" | "ignore") =>
    execute(pulumi, args, { cwd: project.folder, env: { ...env, PULUMI_BACKEND_URL: url }, stdio });
  const makes = options.operation === "up" || options.operation === "preview";
  if (makes && !(await stackExists(url, project, stack, (args) => run(args, "ignore")))) {
    const made = await run(
      ["stack", "init", "--non-interactive", "--no-select", stack],
      options.stdio ?? "inherit",
    );
    if (made !== 0) return made;
  }
  return run(commandOf(options, stack), options.stdio ?? "inherit");
}

/** In a folder the file says it; elsewhere only the CLI can. */
async function stackExists(
  url: string,
  project: Project,
  stack: string,
  run: (args: readonly string[]) => Promise<number>,
): Promise<boolean> {
  if (!url.startsWith("file://")) return (await run(["stack", "export", "--stack", stack])) === 0;
  const backend = chooseBackend({ env: { PULUMI_BACKEND_URL: url }, projectFolder: project.folder });
  return (await listStacks(backend, project.name)).includes(stack);
}

function commandOf(options: PulumiOptions, stack: string): readonly string[] {
  const { operation } = options;
  const changes = operation !== "preview";
  const preview = options.previewOnly === true;
  return [
    operation,
    "--stack",
    stack,
    "--non-interactive",
    ...(changes && preview ? ["--preview-only"] : []),
    ...(changes && !preview ? ["--yes", "--skip-preview"] : []),
    ...(options.parallel === undefined ? [] : ["--parallel", String(options.parallel)]),
    ...(options.expectNoChanges ? ["--expect-no-changes"] : []),
    ...(options.refreshFirst === undefined ? [] : [`--refresh=${options.refreshFirst}`]),
    ...(operation === "refresh" && options.forgetPendingCreates ? ["--clear-pending-creates"] : []),
    ...(options.targets ?? []).flatMap((urn) => ["--target", urn]),
    ...(options.targetDependents ? ["--target-dependents"] : []),
    ...(options.excludes ?? []).flatMap((urn) => ["--exclude", urn]),
    ...(options.excludeDependents ? ["--exclude-dependents"] : []),
    ...(options.replace ?? []).flatMap((urn) => ["--replace", urn]),
    ...(options.diff ? ["--diff"] : []),
    ...(options.json ? ["--json"] : []),
    ...(options.sames ? ["--show-sames"] : []),
    ...(options.color ? ["--color", options.color] : []),
  ];
}

function execute(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Environment; readonly stdio: "inherit" | "ignore" },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { ...options, env: { ...options.env } });
    // A Ctrl-C in the terminal reaches the CLI itself, which decides; ours must outlive it to pass its code on.
    const ignore = () => undefined;
    process.on("SIGINT", ignore);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", ignore);
      resolve(code ?? (signal ? 8 : 1));
    });
  });
}
