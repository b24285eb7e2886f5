import { realClock } from "../../clock";
// Not through the index, which loads the whole engine: the Pulumi CLI may do the work.
import { runPulumi } from "../../engine/run/pulumi-cli";
import {
  backendUrl,
  describeRenamedProject,
  findPulumi,
  locateExisting,
  nameExisting,
  nameStack,
  parseStackName,
  readProject,
  removeStack,
  type StackAddress,
  setConfiguration,
} from "../../state";
import { hintAtUnignoredState } from "../ignored-state";
import { withPassphrase } from "../passphrase";
import { printError, printWarnings } from "../print";
import { withProgress } from "../progress";
import { resolveStack } from "../stack-address";
import { canPrompt, confirm, noPromptReason, skipsConfirmations } from "../terminal";
import type { OperationCommandOptions } from "./options";
import type * as RunEmbedded from "./run-embedded";
import type * as UnfinishedCreates from "./unfinished-creates";

const loadEmbedded = (): typeof RunEmbedded => require("./run-embedded");
/** Loaded only after a destroy. */
const loadUnfinishedCreates = (): typeof UnfinishedCreates => require("./unfinished-creates");

/** Runs an operation with the Pulumi CLI if there is one, else with the embedded engine. Returns the exit code. */
export async function runOperation(options: OperationCommandOptions): Promise<number> {
  const { operation, engine = "auto", previewOnly = false, yes = false, skipPreview = false } = options;
  const usesPulumi = engine === "pulumi" || (engine === "auto" && (await findPulumi()) !== undefined);
  if (!usesPulumi && options.refusal !== undefined) return refuse(options.refusal);
  const isApproved = yes || skipPreview || skipsConfirmations(process.env);
  const needsConfirmation = operation !== "preview" && !previewOnly && !isApproved;
  if (needsConfirmation && (options.json || !canPrompt(options))) {
    return refuse(
      `\`nodecloud ${operation}\` needs confirmation, but ${noPromptReason(options)}. Nothing was done. Add --yes to apply the changes without asking, or run \`nodecloud ${previewOf(operation)}\`.`,
    );
  }
  const address = await openStackAddress(options, usesPulumi);
  const isNew = mayCreate(options, address) && !(await existsInFolder(address));
  if (isNew) await warnIfRenamed(address);
  const ran = usesPulumi
    ? await runWithPulumi(options, address)
    : await runConfirmed(options, address, needsConfirmation);
  const code =
    ran === 0 && operation === "destroy" && !previewOnly
      ? await endDestroy(options, address, usesPulumi)
      : ran;
  if (isNew && (await existsInFolder(address))) await hintAtUnignoredState(address);
  return code;
}

/** The command that shows what an operation would change. */
function previewOf(operation: OperationCommandOptions["operation"]): string {
  return operation === "up" ? "preview" : `${operation} --preview-only`;
}

/** Runs the operation with the embedded engine, after a preview and a confirmation if they are needed. */
async function runConfirmed(
  options: OperationCommandOptions,
  address: StackAddress,
  needsConfirmation: boolean,
): Promise<number> {
  const { operation, config = [] } = options;
  await saveConfiguration(options, address);
  const { runEmbedded } = loadEmbedded();
  const run = { ...options, create: mayCreate(options, address) };
  if (needsConfirmation) {
    const code = await runEmbedded({ ...run, expectNoChanges: false, previewOnly: true }, address);
    if (code !== 0) return code;
    const question = `${questions[operation]} (stack ${address.stack})`;
    const outcome = config.length > 0 ? "Only the values of --config were saved." : undefined;
    if (!(await confirm(question, undefined, outcome))) return 8;
  }
  return runEmbedded(run, address);
}

/** Warns of objects that a destroy did not delete, and removes the stack for `--remove`, which the Pulumi CLI does itself. */
async function endDestroy(
  { remove: removes = false }: OperationCommandOptions,
  address: StackAddress,
  usesPulumi: boolean,
): Promise<number> {
  const isRemoved = removes && usesPulumi;
  const isUnfinished = await loadUnfinishedCreates().warnOfUnfinishedCreates(address, isRemoved);
  if (!removes || usesPulumi) return 0;
  if (!isUnfinished) return remove(address);
  printError("error: The stack was not removed.\n");
  return 1;
}

function refuse(reason: string): number {
  printError(`error: ${reason}\n`);
  return 2;
}

async function openStackAddress(
  options: OperationCommandOptions,
  usesPulumi: boolean,
): Promise<StackAddress> {
  const { configFile, allowEmpty } = options;
  const chosen = await resolveStack(options);
  const address = {
    ...chosen,
    ...(configFile !== undefined && { configFile }),
    // The plugin process reads this variable, whichever engine starts it.
    ...(allowEmpty && { env: { ...chosen.env, NODECLOUD_ALLOW_EMPTY: "1" } }),
  };
  // These checks fail before anything is written, and before prompting for the passphrase of a stack that does not exist.
  if (!usesPulumi) await readProject(address.cwd, "run");
  if (!mayCreate(options, address) && (await hasFileBackend(address)))
    await (usesPulumi ? nameExisting : locateExisting)(address);
  if (usesKeyService(options) && !(await existsInFolder(address))) return address;
  return withPassphrase(address, options);
}

/** Whether a stack that the run creates has no passphrase. The embedded engine refuses such a provider. */
function usesKeyService({ secretsProvider = "default" }: OperationCommandOptions): boolean {
  return secretsProvider !== "default" && secretsProvider !== "passphrase";
}

/** Whether the operation may create its stack: always the first one of a project, others only with --create. */
function mayCreate(
  { operation, create = false }: OperationCommandOptions,
  { isFirst }: StackAddress,
): boolean {
  return operation === "up" ? create || isFirst === true : operation === "preview" && isFirst === true;
}

async function existsInFolder(address: StackAddress): Promise<boolean> {
  if (!(await hasFileBackend(address))) return false;
  const { stack, existingStacks } = await nameStack(address);
  return existingStacks.includes(stack);
}

/** Warns before a run creates a stack that the backend has under an earlier name of the project. */
async function warnIfRenamed(address: StackAddress): Promise<void> {
  if (!(await hasFileBackend(address))) return;
  const renamed = await describeRenamedProject(await nameStack(address), address.configFile);
  if (renamed !== undefined)
    printError(`warning: ${renamed} Otherwise, \`up\` creates all resources a second time.\n`);
}

async function hasFileBackend({ cwd, env }: StackAddress): Promise<boolean> {
  return (await backendUrl(await readProject(cwd, "inspect"), env)).startsWith("file://");
}

/** The Pulumi CLI shows the preview and asks for confirmation itself. */
function runWithPulumi(options: OperationCommandOptions, address: StackAddress): Promise<number> {
  const { operation, pulumiArguments, secretsProvider } = options;
  const create = mayCreate(options, address);
  const run = { operation, ...address, create, secretsProvider, args: pulumiArguments };
  return withProgress("Listing the stacks of the backend", ({ close }) =>
    runPulumi({ ...run, onListed: close }),
  );
}

/** Saves the values of `--config` in the stack's configuration file, as the Pulumi CLI does. */
async function saveConfiguration(
  { config = [], configPath = false }: OperationCommandOptions,
  address: StackAddress,
) {
  for (const pair of config) {
    const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    await setConfiguration(address, key, value, { secret: false, path: configPath });
  }
}

const questions = {
  preview: "",
  up: "Perform this update?",
  refresh: "Save this to the state?",
  destroy: "Permanently delete these resources?",
} as const;

/** `destroy --remove`, after every resource is deleted. */
async function remove(address: StackAddress): Promise<number> {
  const warnings = await removeStack(address, new Date(realClock.now()).toISOString(), {
    force: false,
    preserveConfig: false,
    removeBackups: false,
  });
  const { name } = await readProject(address.cwd);
  printError(`Removed the stack "${parseStackName(address.stack, name)}".\n`);
  printWarnings(warnings);
  return 0;
}
