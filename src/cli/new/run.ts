import { basename, relative, resolve } from "node:path";
import { createFolder, FolderExistsError } from "../../files";
import { nearestWords } from "../../similar-words";
import { messageOf } from "../../unknown";
import { print, printError, printJson } from "../print";
import { loadPrompts } from "../prompts";
import { canPrompt } from "../terminal";
import { type Example, listExamples } from "./examples";
import { nextSteps } from "./next-steps";
import { projectFiles } from "./project-files";

const defaultExample = "quickstart";
const exitCodes = { error: 1, usage: 2 } as const;

export interface NewCommandOptions {
  readonly list: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Writes a project, or lists the examples. Returns the exit code. */
export async function runNew(
  name: string | undefined,
  folder: string | undefined,
  options: NewCommandOptions,
): Promise<number> {
  const examples = await listExamples();
  if (options.list) {
    printExamples(examples, options);
    return 0;
  }
  const isInteractive = canPrompt({ nonInteractive: options.yes });
  const chosen = name ?? (isInteractive ? await askForExample(examples) : options.yes ? defaultExample : "");
  const example = examples.find((one) => one.name === chosen);
  if (chosen === undefined) return printNothingWritten();
  if (!example) return refuse(chosen, examples);
  const target = folder ?? (isInteractive ? await askForFolder(example) : example.name);
  if (target === undefined) return printNothingWritten();
  return writeProject(example, target);
}

async function writeProject(example: Example, folder: string): Promise<number> {
  try {
    const files = await projectFiles(example, folder);
    await createFolder(folder, files);
    const path = relative(process.cwd(), resolve(folder)) || basename(resolve(folder));
    print(`Wrote ${path} from the example ${example.name}: ${example.description}\n\n`);
    print(nextSteps(folder, String(files.get("README.md"))));
    return 0;
  } catch (error) {
    const reason =
      error instanceof FolderExistsError
        ? `${error.message} Nothing was written. Choose a folder that is empty or does not exist.`
        : `The project could not be written to ${resolve(folder)}. Nothing is left there. ${messageOf(error)}`;
    printError(`error: ${reason}\n`);
    return exitCodes.error;
  }
}

function printExamples(examples: readonly Example[], { json }: NewCommandOptions): void {
  if (json) {
    printJson(JSON.stringify(examples.map(({ name, description }) => ({ name, description }))));
    return;
  }
  const width = Math.max(...examples.map(({ name }) => name.length)) + 2;
  print(examples.map(({ name, description }) => `${name.padEnd(width)}${description}\n`).join(""));
}

/** Undefined if the user cancelled. */
async function askForExample(examples: readonly Example[]): Promise<string | undefined> {
  const { isCancel, select } = loadPrompts();
  const options = examples.map(({ name, description }) => ({ value: name, label: name, hint: description }));
  const answer = await select({ message: "Which example?", options, initialValue: defaultExample });
  return isCancel(answer) ? undefined : answer;
}

/** Undefined if the user cancelled. */
async function askForFolder({ name }: Example): Promise<string | undefined> {
  const { isCancel, text } = loadPrompts();
  const answer = await text({ message: "Folder of the new project", initialValue: name });
  return isCancel(answer) ? undefined : answer || name;
}

function printNothingWritten(): number {
  print("Nothing was written.\n");
  return exitCodes.error;
}

function refuse(name: string, examples: readonly Example[]): number {
  const names = examples.map((example) => example.name);
  const similar = nearestWords(name, names);
  const hint =
    similar.length > 0 ? `Did you mean ${similar.join(" or ")}?` : `Examples: ${names.join(", ")}.`;
  const problem = name === "" ? "No example was specified." : `There is no example "${name}".`;
  printError(`error: ${problem} Nothing was written. ${hint}\n`);
  return exitCodes.usage;
}
