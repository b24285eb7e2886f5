import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { stackPaths } from "./backend";
import type { Deployment } from "./checkpoint";
import { nameStack, type StackAddress } from "./locate-stack";
import { readStackFile } from "./stack-file";
import { readStoredSettings } from "./stack-settings";

/** A message if a stack does not exist, but the backend has it under an earlier name of the project. */
export async function describeRenamedProject(address: StackAddress): Promise<string | undefined> {
  const { project, backend, stack, existingStacks } = await nameStack(address);
  if (existingStacks.includes(stack)) return undefined;
  const { file, salt } = await readStoredSettings(project, stack, address.configFile);
  if (salt === undefined) return undefined;
  const folder = dirname(dirname(stackPaths(backend, project.name, stack).state));
  for (const name of await readdir(folder).catch(() => [])) {
    // If the state of another project cannot be read, its own runs report that.
    const other = await readStackFile(backend, name, stack).catch(() => undefined);
    // A salt is random, so two states with the same one belong to the same stack.
    if (other?.salt !== salt || !hasResources(other)) continue;
    return `The stack "${stack}" of the project "${name}" has the encryption salt of ${basename(file)}, so the project was probably renamed to "${project.name}". To use that stack, set the name in ${basename(project.file)} back to "${name}".`;
  }
  return undefined;
}

function hasResources({ json: { resources } }: Deployment): boolean {
  return Array.isArray(resources) && resources.length > 0;
}
