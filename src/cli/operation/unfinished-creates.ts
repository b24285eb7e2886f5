import { type UnfinishedCreate, unfinishedCreates } from "../../plugin/recorded-creates";
import { objectsIn } from "../../plugin/saved-results";
import { shellWord } from "../../shell-word";
import { backendUrl, locateStack, parseStackName, readProject, type StackAddress } from "../../state";
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
  if (creates.length === 0) return false;
  const first = isRemoved
    ? `The stack was removed: run \`nodecloud stack init ${shellWord(address.stack)} --no-select\`, and then`
    : "Before you remove the stack, run";
  printError(
    `warning: An earlier run was interrupted while creating ${describeCreates(creates)}, so objects may exist that this destroy did not delete. ${first} \`${recoverCommand(address)}\`, which finds out what it created.\n`,
  );
  return true;
}

async function unfinishedIn(address: StackAddress): Promise<readonly UnfinishedCreate[]> {
  const project = await readProject(address.cwd, "inspect");
  const url = await backendUrl(project, address.env);
  const stack = parseStackName(address.stack, project.name);
  const creates = unfinishedCreates(url, project.folder, address.env).filter(
    (create) => create.project === project.name && create.stack === stack,
  );
  if (creates.length === 0 || !url.startsWith("file://")) return creates;
  // The run that created these objects was killed before it completed their records, and this one had targets.
  const located = await locateStack(address, "inspect").catch(() => undefined);
  const isInState = objectsIn(located?.deployment?.json.resources);
  return creates.filter((create) => !isInState(create));
}
