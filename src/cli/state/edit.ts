import { realClock } from "../../clock";
import {
  buildDeletion,
  buildRenaming,
  buildUnprotection,
  editState,
  isUnresolved,
  type StateEntry,
} from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print, printError } from "../print";
import { resolveStack } from "../stack-address";
import { canPrompt, confirm, skipsConfirmations } from "../terminal";

interface StateEditOptions extends ProjectOptions {
  readonly yes: boolean;
}

export async function deleteResources(
  urns: readonly string[],
  options: StateEditOptions & {
    readonly all: boolean;
    readonly force: boolean;
    readonly targetDependents: boolean;
  },
): Promise<number> {
  const problem = selectionProblem(urns, options.all);
  if (problem !== undefined) return refuse(problem);
  const deleted: StateEntry[] = [];
  const change = buildDeletion(urns, options, (entry) => deleted.push(entry));
  if (!(await edit(options, change))) return declinedExitCode;
  for (const { state } of deleted.filter(({ state }) => state.protect))
    printError(
      `warning: ${state.urn} was protected; it was deleted from the state because --force was given.\n`,
    );
  for (const { state } of deleted.filter((entry) => isUnresolved(entry.state)))
    printError(
      `warning: The create of ${state.urn} was unresolved, so an object may exist that no stack has. \`nodecloud recover\` on the machine of that run, or \`nodecloud drift\`, finds it.\n`,
    );
  if (options.all) print("Resources deleted\n");
  else print(deleted.length === 1 ? "Resource deleted\n" : `${deleted.length} resources deleted\n`);
  return 0;
}

export async function unprotectResources(
  urns: readonly string[],
  options: StateEditOptions & { readonly all: boolean },
): Promise<number> {
  const problem = selectionProblem(urns, options.all);
  if (problem !== undefined) return refuse(problem);
  if (!(await edit(options, buildUnprotection(options.all ? undefined : urns)))) return declinedExitCode;
  const { size } = new Set(urns);
  if (options.all) print("All resources unprotected\n");
  else print(size === 1 ? "Resource unprotected\n" : `${size} resources unprotected\n`);
  return 0;
}

export async function renameResource(urn: string, name: string, options: StateEditOptions): Promise<number> {
  if (!(await edit(options, buildRenaming(urn, name)))) return declinedExitCode;
  print("Resource renamed\n");
  return 0;
}

/** The Pulumi CLI's exit code when the user answers a confirmation with no. */
const declinedExitCode = 8;

/** Edits the state, after a confirmation when there is a terminal. Returns whether the user agreed. */
async function edit(options: StateEditOptions, change: Parameters<typeof editState>[2]): Promise<boolean> {
  const address = await resolveStack(options);
  const needsConfirmation = !options.yes && !skipsConfirmations(process.env) && canPrompt(options);
  const question = "This edits the stack's state directly and does not change the resources. Continue?";
  if (needsConfirmation && !(await confirm(question))) return false;
  await editState(address, realClock.now(), change);
  return true;
}

function selectionProblem(urns: readonly string[], all: boolean): string | undefined {
  if (all && urns.length > 0) return "Pass URNs or --all, not both.";
  if (!all && urns.length === 0) return "Pass the URN of each resource, or --all.";
  return undefined;
}

function refuse(problem: string): number {
  printError(`error: ${problem} Nothing was changed. \`nodecloud stack --show-urns\` lists the URNs.\n`);
  return 2;
}
