import {
  backendUrl,
  locateProject,
  type ProjectAddress,
  parseStackName,
  readSelection,
  writeSelection,
} from "../../state";

/** Throws if the selection cannot be read, so that nothing is done before it is changed. */
export async function checkSelection(address: ProjectAddress): Promise<void> {
  const { project } = await locateProject(address);
  await readSelection(project, await backendUrl(project, address.env), address.env);
}

/** Makes a stack the one that commands without --stack use. Undefined selects none. */
export async function saveSelection(address: ProjectAddress, name: string | undefined): Promise<void> {
  const { project } = await locateProject(address);
  const stack = name === undefined ? undefined : parseStackName(name, project.name);
  await writeSelection(project, await backendUrl(project, address.env), address.env, stack);
}
