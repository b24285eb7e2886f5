import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type Backend, stackPaths } from "./backend";
import type { Deployment } from "./checkpoint";
import type { Project } from "./project";
import { readStackFile } from "./stack-file";
import { readStoredSettings } from "./stack-settings";

/** A message about a stack that does not exist, if the backend has it under an earlier name of the project. */
export async function describeRenamedProject(
  {
    project,
    backend,
    stack,
  }: { readonly project: Project; readonly backend: Backend; readonly stack: string },
  configFile?: string,
): Promise<string | undefined> {
  // Whatever needs the configuration reports that it cannot be read.
  const settings = await readStoredSettings(project, stack, configFile).catch(() => undefined);
  if (settings?.salt === undefined) return undefined;
  const { file, salt } = settings;
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
