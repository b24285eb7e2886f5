import { realClock } from "../../clock";
import { createStack, type StackAddress, StateError } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { hintAtUnignoredState } from "../ignored-state";
import { withPassphrase } from "../passphrase";
import { print } from "../print";
import { loadPrompts } from "../prompts";
import { givenStackName, projectAddress } from "../stack-address";
import { canPrompt } from "../terminal";
import { checkSelection, saveSelection } from "./selection";

export async function initStack(
  name: string | undefined,
  options: ProjectOptions & { readonly select: boolean },
): Promise<number> {
  const stack = givenStackName(options, name) ?? (await askForName(options));
  const project = projectAddress(options);
  if (options.select) await checkSelection(project);
  await createEmptyStack({ ...project, stack }, options);
  if (options.select) await saveSelection(project, stack);
  return 0;
}

export async function createEmptyStack(address: StackAddress, options: ProjectOptions): Promise<void> {
  await createStack(await withPassphrase(address, options), new Date(realClock.now()).toISOString());
  print(`Created the stack "${address.stack}".\n`);
  await hintAtUnignoredState(address);
}

async function askForName(options: ProjectOptions): Promise<string> {
  const noName = "The new stack needs a name. Nothing was done. Run `nodecloud stack init <name>`.";
  if (!canPrompt(options)) throw new StateError("stackName", noName);
  const { isCancel, text } = loadPrompts();
  const answer = await text({ message: "Name of the new stack", initialValue: "dev" });
  if (isCancel(answer) || !answer) throw new StateError("stackName", noName);
  return answer;
}
