import { nearestWords } from "../similar-words";
import { type Backend, type Environment, removeCredentials } from "./backend";
import type { Deployment } from "./checkpoint";
import { backendUrl, chooseBackend } from "./choose-backend";
import { StateError } from "./error";
import { type Project, readProject } from "./project";
import { describeRenamedProject } from "./renamed-project";
import { readSelection } from "./selection";
import { listStacks, readStackFile } from "./stack-file";
import { parseStackName } from "./stack-name";
import { readStackSettings, type StackSettings } from "./stack-settings";

/** Where to look for a project, and with which environment. */
export interface ProjectAddress {
  /** A folder in or below the project's. */
  readonly cwd: string;
  readonly env: Environment;
}

export interface StackAddress extends ProjectAddress {
  readonly stack: string;
  /** The stack's configuration, instead of `Pulumi.<stack>.yaml`. */
  readonly configFile?: string;
  /** Whether no stack was specified or selected and the project has none. `up` then creates this one. */
  readonly isFirst?: true;
}

/** The files of a stack, read but not decrypted. */
export interface LocatedStack {
  readonly project: Project;
  readonly stack: string;
  readonly backend: Backend;
  readonly settings: StackSettings;
  /** Undefined if the stack does not exist. */
  readonly deployment: Deployment | undefined;
}

export async function locateProject(
  { cwd, env }: ProjectAddress,
  purpose: "run" | "inspect" = "inspect",
): Promise<{ readonly project: Project; readonly backend: Backend }> {
  const project = await readProject(cwd, purpose);
  return { project, backend: await chooseBackend(project, env) };
}

/** Finds a stack by its short name. Reads no state and no configuration, because only the Pulumi CLI may be able to read them. */
export async function nameStack(address: StackAddress) {
  const { project, backend } = await locateProject(address);
  const stack = parseStackName(address.stack, project.name);
  return { project, backend, stack, existingStacks: await listStacks(backend, project.name) };
}

/** Like `nameStack`, for a stack that must exist. */
export async function nameExisting(address: StackAddress) {
  const named = await nameStack(address);
  const { stack, existingStacks } = named;
  if (!existingStacks.includes(stack))
    throw await missingStackError(named, existingStacks, address.configFile);
  return named;
}

/** @param purpose `run` to run the stack, or `inspect` to show or edit its files. */
export async function locateStack(address: StackAddress, purpose?: "run" | "inspect"): Promise<LocatedStack> {
  const { project, backend } = await locateProject(address, purpose);
  const stack = parseStackName(address.stack, project.name);
  const [deployment, settings] = await Promise.all([
    readStackFile(backend, project.name, stack),
    readStackSettings(project, stack, address.configFile),
  ]);
  return { project, stack, backend, settings, deployment };
}

/** Like `locateStack`, for a stack that must exist. */
export async function locateExisting(
  address: StackAddress,
): Promise<LocatedStack & { readonly deployment: Deployment }> {
  const located = await locateStack(address);
  const { project, backend, deployment } = located;
  if (!deployment)
    throw await missingStackError(located, await listStacks(backend, project.name), address.configFile);
  return { ...located, deployment };
}

/** `existingStacks`: the names of all stacks of the project. */
async function missingStackError(
  named: Pick<LocatedStack, "project" | "backend" | "stack">,
  existingStacks: readonly string[],
  configFile: string | undefined,
): Promise<StateError> {
  const renamed = await describeRenamedProject(named, configFile);
  if (renamed !== undefined) return new StateError("noStack", `${renamed} Nothing was done.`);
  return noSuchStackError(named.project, named.stack, named.backend.url, existingStacks);
}

/** `existingStacks`: the names of all stacks of the project. */
export function noSuchStackError(
  project: Pick<Project, "name">,
  stack: string,
  backendUrl: string,
  existingStacks: readonly string[],
): StateError {
  const near = nearestWords(stack, existingStacks);
  const meant = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  const others = existingStacks.length > 0 ? ", and `stack ls` lists the existing stacks" : "";
  return new StateError(
    "noStack",
    `There is no stack "${stack}" of the project "${project.name}" in ${removeCredentials(backendUrl)}, so nothing was done.${meant} \`stack init ${stack}\` or \`up --create\` creates it${others}.`,
  );
}

/** The stack that is selected for a project in its backend. Undefined if none is selected. */
export async function selectedStack(project: Project, env: Environment): Promise<string | undefined> {
  const url = await backendUrl(project, env);
  const selected = await readSelection(project, url, env);
  return selected && url.startsWith("file://") ? parseStackName(selected, project.name) : selected;
}

/** The name of the first stack if the user specifies none. */
const defaultStack = "dev";

/**
 * The stack to use: the specified one, else PULUMI_STACK, else the selected one. If there is none of these and the project has no
 * stacks, the first stack. Throws a `StateError` if the project has stacks, or if the given name is empty.
 */
export async function chooseStack(
  address: ProjectAddress,
  named: string | undefined,
): Promise<Pick<StackAddress, "stack" | "isFirst">> {
  if (named === "") {
    throw new StateError(
      "stackName",
      "The name of the stack is empty, as from a variable that is not set. Nothing was done. Specify a stack, or omit the name to use the selected one.",
    );
  }
  const given = named ?? address.env.PULUMI_STACK;
  if (given) return { stack: given };
  const project = await readProject(address.cwd, "inspect");
  const selected = await selectedStack(project, address.env);
  if (selected !== undefined) return { stack: selected };
  const inFolder = (await backendUrl(project, address.env)).startsWith("file://");
  // In another backend, only the CLI can list the stacks.
  if (!inFolder) return { stack: defaultStack, isFirst: true };
  const backend = await chooseBackend(project, address.env);
  return chooseUnnamedStack(project, await listStacks(backend, project.name));
}

/** The stack to use if none was specified or selected. */
export function chooseUnnamedStack(
  project: Pick<Project, "name">,
  existingStacks: readonly string[],
): Pick<StackAddress, "stack" | "isFirst"> {
  if (existingStacks.includes(defaultStack)) return { stack: defaultStack };
  if (existingStacks.length === 0) return { stack: defaultStack, isFirst: true };
  throw new StateError(
    "noStack",
    `No stack of the project "${project.name}" is selected, so nothing was done. Select one with \`stack select\`, or specify it with --stack. Existing stacks: ${existingStacks.join(", ")}.`,
  );
}
