import { createsMissingFrom, type UnfinishedCreate, unfinishedCreates } from "../../plugin/recorded-creates";
import { shellWord } from "../../shell-word";
import {
  backendUrl,
  type LocatedStack,
  locateStack,
  parseStackName,
  readProject,
  type StackAddress,
} from "../../state";
import { describeCreates } from "../describe-creates";
import { printError } from "../print";
import { recoverCommand } from "./create-records";

/**
 * Warns after a `destroy` of the stack's creates that no run has completed, and returns whether there are any. Nothing deletes what they
 * created. The Pulumi CLI calls no provider for a resource whose replacement was interrupted, so no plugin warns of it.
 * @param isRemoved Whether the destroy has removed the stack.
 */
export async function warnOfUnfinishedCreates(address: StackAddress, isRemoved: boolean): Promise<boolean> {
  const creates = await unfinishedIn(address);
  printUnfinishedCreates(creates, address, isRemoved);
  return creates.length > 0;
}

/** Prints a warning that names the creates, and the command that finds out what was created. Nothing if there are none. */
export function printUnfinishedCreates(
  creates: readonly UnfinishedCreate[],
  address: StackAddress,
  isRemoved: boolean,
): void {
  if (creates.length === 0) return;
  const first = isRemoved
    ? `The stack was removed: run \`nodecloud stack init ${shellWord(address.stack)} --no-select\`, and then`
    : "Before you remove the stack, run";
  printError(
    `warning: An earlier run was interrupted while creating ${describeCreates(creates)}, so objects may exist that were not deleted. ${first} \`${recoverCommand(address)}\`, which finds out what was created.\n`,
  );
}

/** The creates of a stack in a folder that no run has completed. `resources`: those in its state. */
export function unfinishedInStack(
  { project, stack, backend }: LocatedStack,
  resources: unknown,
): readonly UnfinishedCreate[] {
  const creates = unfinishedCreates(backend.url, project.folder, process.env);
  return createsMissingFrom({ project: project.name, stack }, resources, creates);
}

async function unfinishedIn(address: StackAddress): Promise<readonly UnfinishedCreate[]> {
  const project = await readProject(address.cwd, "inspect");
  const url = await backendUrl(project, address.env);
  const stack = parseStackName(address.stack, project.name);
  const creates = unfinishedCreates(url, project.folder, address.env);
  if (creates.length === 0) return creates;
  // After a destroy with targets, the state has the other objects.
  const located = url.startsWith("file://")
    ? await locateStack(address, "inspect").catch(() => undefined)
    : undefined;
  const resources = located?.deployment?.json.resources;
  return createsMissingFrom({ project: project.name, stack }, resources, creates);
}
