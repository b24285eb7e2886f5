import { realClock } from "../../clock";
import {
  backendUrl,
  createStack,
  listStacks,
  locateExisting,
  locateProject,
  type ProjectAddress,
  parseStackName,
  removeLocks,
  removeStack,
  renameStack,
  type StackAddress,
  StateError,
  writeSelection,
} from "../../state";
import { withPassphrase } from "../passphrase";
import { complain, print } from "../print";
import type { ProjectOptions } from "../project-options";
import { namedStack, projectOf, stackOf } from "../stack-address";
import { confirmed, mayAsk, skipsConfirmations } from "../terminal";

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

export async function initStack(
  name: string | undefined,
  options: ProjectOptions & { readonly select: boolean },
): Promise<number> {
  const stack = namedStack(options, name) ?? (await askForName(options));
  await create({ ...projectOf(options), stack }, options);
  if (options.select) await select(projectOf(options), stack);
  return 0;
}

export async function selectStack(
  name: string | undefined,
  options: ProjectOptions & { readonly create: boolean },
): Promise<number> {
  const project = projectOf(options);
  const stack = namedStack(options, name) ?? (await askWhich(project, options));
  const existing = await locateExisting({ ...project, stack }).catch((cause: unknown) => {
    if (options.create && cause instanceof StateError && cause.code === "noStack") return undefined;
    throw cause;
  });
  if (!existing) await create({ ...project, stack }, options);
  await select(project, stack);
  return 0;
}

export async function unselectStack(options: ProjectOptions): Promise<number> {
  await select(projectOf(options), undefined);
  return 0;
}

export async function removeOneStack(
  name: string | undefined,
  options: ProjectOptions & {
    readonly yes: boolean;
    readonly force: boolean;
    readonly preserveConfig: boolean;
    readonly removeBackups: boolean;
  },
): Promise<number> {
  const address = await stackOf(options, name);
  const { stack } = await locateExisting(address);
  if (!options.yes && !skipsConfirmations(process.env)) {
    if (!mayAsk(options)) {
      complain(
        `error: \`nodecloud stack rm\` asks before it removes the stack "${stack}", and there is nobody to ask here. Nothing was done. Add --yes.\n`,
      );
      return 2;
    }
    if (!(await confirmed(`Remove the stack "${stack}" and its history, for good?`))) return 8;
  }
  await removeStack(address, new Date(realClock.now()).toISOString(), options);
  print(`The stack "${stack}" is removed.\n`);
  return 0;
}

export async function renameOneStack(newName: string, options: ProjectOptions): Promise<number> {
  const address = await stackOf(options);
  const time = new Date(realClock.now()).toISOString();
  const renamed = await renameStack(address, newName, time);
  print(`Renamed ${address.stack} to ${renamed}\n`);
  return 0;
}

/** Takes the lock of a run away. A run that lives goes on without it: hence the question, where there is somebody to ask. */
export async function cancelRun(
  name: string | undefined,
  options: ProjectOptions & { readonly yes: boolean },
): Promise<number> {
  const { project, backend, stack } = await locateExisting(await stackOf(options, name));
  const asked = mayAsk(options) && !options.yes && !skipsConfirmations(process.env);
  if (asked && !(await confirmed(`Take the lock of the stack "${stack}" away? Its run must be dead.`)))
    return 8;
  const taken = await removeLocks(backend, project.name, stack);
  print(
    taken.length === 0
      ? `The stack "${stack}" is not locked.\n`
      : `The stack "${stack}" is no longer locked. Taken away:\n${taken.join("\n")}\n`,
  );
  return 0;
}

async function create(address: StackAddress, options: ProjectOptions): Promise<void> {
  await createStack(await withPassphrase(address, options), new Date(realClock.now()).toISOString());
  print(`Made the stack "${address.stack}".\n`);
}

async function select(address: ProjectAddress, name: string | undefined): Promise<void> {
  const { project } = await locateProject(address);
  const stack = name === undefined ? undefined : parseStackName(name, project.name);
  await writeSelection(project, backendUrl(project, address.env), address.env, stack);
}

async function askForName(options: ProjectOptions): Promise<string> {
  const nobody = "The new stack needs a name. Nothing was done. Write `nodecloud stack init <name>`.";
  if (!mayAsk(options)) throw new StateError("stackName", nobody);
  const { isCancel, text } = loadPrompts();
  const answer = await text({ message: "Name of the new stack", initialValue: "dev" });
  if (isCancel(answer) || !answer) throw new StateError("stackName", nobody);
  return answer;
}

async function askWhich(address: ProjectAddress, options: ProjectOptions): Promise<string> {
  const { project, backend } = await locateProject(address);
  const stacks = await listStacks(backend, project.name);
  const which = `There are: ${stacks.join(", ") || "none"}.`;
  const nobody = `Which stack is to be selected? Nothing was done. Write \`nodecloud stack select <name>\`. ${which}`;
  if (stacks.length === 0 || !mayAsk(options)) throw new StateError("noStack", nobody);
  const { isCancel, select: choose } = loadPrompts();
  const answer = await choose({
    message: "Which stack?",
    options: stacks.map((name) => ({ value: name, label: name })),
  });
  if (isCancel(answer)) throw new StateError("noStack", nobody);
  return answer;
}
