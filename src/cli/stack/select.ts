import { listStacks, locateProject, nameExisting, type ProjectAddress, StateError } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { loadPrompts } from "../prompts";
import { givenStackName, projectAddress } from "../stack-address";
import { canPrompt } from "../terminal";
import { createEmptyStack } from "./create";
import { checkSelection, saveSelection } from "./selection";

export async function selectStack(
  name: string | undefined,
  options: ProjectOptions & { readonly create: boolean },
): Promise<number> {
  const project = projectAddress(options);
  const stack = givenStackName(options, name) ?? (await askWhich(project, options));
  const existing = await nameExisting({ ...project, stack }).catch((cause: unknown) => {
    if (options.create && cause instanceof StateError && cause.code === "noStack") return undefined;
    throw cause;
  });
  if (!existing) {
    await checkSelection(project);
    await createEmptyStack({ ...project, stack }, options);
  }
  await saveSelection(project, stack);
  return 0;
}

export async function unselectStack(options: ProjectOptions): Promise<number> {
  await saveSelection(projectAddress(options), undefined);
  return 0;
}

async function askWhich(address: ProjectAddress, options: ProjectOptions): Promise<string> {
  const { project, backend } = await locateProject(address);
  const stacks = await listStacks(backend, project.name);
  const known = stacks.length === 0 ? "The project has no stacks" : `Stacks: ${stacks.join(", ")}`;
  const noName = `No stack was specified, so nothing was done. Run \`nodecloud stack select <name>\`. ${known}.`;
  if (stacks.length === 0 || !canPrompt(options)) throw new StateError("noStack", noName);
  const { isCancel, select } = loadPrompts();
  const answer = await select({
    message: "Which stack?",
    options: stacks.map((name) => ({ value: name, label: name })),
  });
  if (isCancel(answer)) throw new StateError("noStack", noName);
  return answer;
}
