import { realClock } from "../../clock";
import {
  isUnresolved,
  type LocatedStack,
  nameInUrn,
  type ResourceState,
  renameStack,
  StateError,
} from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { unfinishedInStack } from "../operation/unfinished-creates";
import { print, printWarnings } from "../print";
import { resolveStack } from "../stack-address";

export async function renameNamedStack(newName: string, options: ProjectOptions): Promise<number> {
  const address = await resolveStack(options);
  const time = new Date(realClock.now()).toISOString();
  const { stack, warnings } = await renameStack(address, newName, time, refuseWithUnresolvedCreates);
  print(`Renamed ${address.stack} to ${stack}\n`);
  printWarnings(warnings);
  return 0;
}

/**
 * The records of creates contain the stack's name: after a rename, nothing would search for the objects that these creates made. Another
 * machine may have the record of a create that the state has as unresolved.
 */
function refuseWithUnresolvedCreates(located: LocatedStack, resources: readonly ResourceState[]): void {
  const [recorded] = unfinishedInStack(located, resources);
  const unresolved = resources.find(isUnresolved);
  const create = recorded ?? (unresolved && nameOf(unresolved));
  if (create === undefined) return;
  throw new StateError(
    "pendingCreate",
    `The create of ${create.name} (${create.type}) is unresolved. Nothing was renamed. Run \`nodecloud recover --stack ${located.stack}\` first.`,
  );
}

function nameOf({ urn, type }: ResourceState): { readonly name: string; readonly type: string } {
  return { name: nameInUrn(urn), type: type.slice(type.lastIndexOf(":") + 1) };
}
