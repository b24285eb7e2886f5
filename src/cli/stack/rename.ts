import { realClock } from "../../clock";
import { renameStack } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print, printWarnings } from "../print";
import { resolveStack } from "../stack-address";

export async function renameNamedStack(newName: string, options: ProjectOptions): Promise<number> {
  const address = await resolveStack(options);
  const time = new Date(realClock.now()).toISOString();
  const { stack, warnings } = await renameStack(address, newName, time);
  print(`Renamed ${address.stack} to ${stack}\n`);
  printWarnings(warnings);
  return 0;
}
