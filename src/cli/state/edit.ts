import { realClock } from "../../clock";
import { deletion, editState, renaming, type StateEntry, unprotection } from "../../state";
import { complain, print } from "../print";
import type { ProjectOptions } from "../project-options";
import { stackOf } from "../stack-address";
import { confirmed, mayAsk, skipsConfirmations } from "../terminal";

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
  const problem = wrongChoice(urns, options.all);
  if (problem !== undefined) return refuse(problem);
  const deleted: StateEntry[] = [];
  if (
    !(await edit(
      options,
      deletion(urns, options, (entry) => deleted.push(entry)),
    ))
  )
    return declined;
  for (const { state } of deleted.filter(({ state }) => state.protect))
    complain(`warning: ${state.urn} was protected and is deleted from the state, because of --force.\n`);
  if (options.all) print("Resources deleted\n");
  else print(deleted.length === 1 ? "Resource deleted\n" : `${deleted.length} resources deleted\n`);
  return 0;
}

export async function unprotectResources(
  urns: readonly string[],
  options: StateEditOptions & { readonly all: boolean },
): Promise<number> {
  const problem = wrongChoice(urns, options.all);
  if (problem !== undefined) return refuse(problem);
  if (!(await edit(options, unprotection(options.all ? undefined : urns)))) return declined;
  print(options.all ? "All resources unprotected\n" : `${new Set(urns).size} resources unprotected\n`);
  return 0;
}

export async function renameResource(urn: string, name: string, options: StateEditOptions): Promise<number> {
  if (!(await edit(options, renaming(urn, name)))) return declined;
  print("Resource renamed\n");
  return 0;
}

/** The CLI's exit code of a question that was answered with no. */
const declined = 8;

/** Answers whether the state was edited; somebody at a terminal is asked first. */
async function edit(options: StateEditOptions, change: Parameters<typeof editState>[2]): Promise<boolean> {
  const address = await stackOf(options);
  const asks = !options.yes && !skipsConfirmations(process.env) && mayAsk(options);
  if (asks && !(await confirmed("This edits the state itself, not what it describes. Go on?"))) return false;
  await editState(address, realClock.now(), change);
  return true;
}

function wrongChoice(urns: readonly string[], all: boolean): string | undefined {
  if (all && urns.length > 0) return "Give URNs or --all, not both.";
  if (!all && urns.length === 0) return "Name each resource by its URN, or give --all.";
  return undefined;
}

function refuse(problem: string): number {
  complain(`error: ${problem} Nothing was changed. \`nodecloud stack --show-urns\` lists the URNs.\n`);
  return 2;
}
