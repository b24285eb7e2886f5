import { backendUrl, locateProject, type ProjectAddress, parseStackName, writeSelection } from "../../state";

/** Makes a stack the one that commands without --stack use. Undefined selects none. */
export async function saveSelection(address: ProjectAddress, name: string | undefined): Promise<void> {
  const { project } = await locateProject(address);
  const stack = name === undefined ? undefined : parseStackName(name, project.name);
  await writeSelection(project, await backendUrl(project, address.env), address.env, stack);
}
