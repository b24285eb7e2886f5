import { realClock } from "../../clock";
import { findPulumi, runPulumi } from "../../engine";
import {
  backendUrl,
  locateExisting,
  parseStackName,
  readProject,
  removeStack,
  type StackAddress,
  setConfiguration,
} from "../../state";
import type { OperationName } from "../flags/flag";
import { withPassphrase } from "../passphrase";
import { complain } from "../print";
import type { ProjectOptions } from "../project-options";
import { stackOf } from "../stack-address";
import { confirmed, mayAsk, skipsConfirmations } from "../terminal";
import { runEmbedded } from "./embedded-run";

/** The flags of flags/operation-flags.ts that mean something to us, as they stand on the command line. */
export interface OperationFlagValues extends ProjectOptions {
  readonly engine?: "auto" | "pulumi" | "embedded";
  readonly create?: boolean;
  readonly yes?: boolean;
  readonly skipPreview?: boolean;
  readonly previewOnly?: boolean;
  readonly expectNoChanges?: boolean;
  readonly message?: string;
  readonly parallel?: number;
  readonly target?: readonly string[];
  readonly targetDependents?: boolean;
  readonly exclude?: readonly string[];
  readonly excludeDependents?: boolean;
  readonly replace?: readonly string[];
  readonly targetReplace?: readonly string[];
  readonly refresh?: "true" | "false";
  readonly clearPendingCreates?: boolean;
  readonly allowEmpty?: boolean;
  readonly remove?: boolean;
  readonly config?: readonly string[];
  readonly configPath?: boolean;
  readonly skipConfigValidation?: boolean;
  readonly diff?: boolean;
  readonly showSames?: boolean;
  readonly showReplacementSteps?: boolean;
  readonly showConfig?: boolean;
  readonly suppressOutputs?: boolean;
  readonly suppressProgress?: boolean;
  readonly json?: boolean;
  readonly color?: "auto" | "always" | "never";
}

export interface OperationCommandOptions extends OperationFlagValues {
  readonly operation: OperationName;
  /** The same command line for the CLI. */
  readonly args: readonly string[];
  /** Why the embedded engine does not carry out this command line. */
  readonly refusal: string | undefined;
}

/** Runs one operation on a stack, with the CLI where there is one, else with the embedded engine. */
export async function runOperation(options: OperationCommandOptions): Promise<number> {
  const { operation, engine = "auto", previewOnly = false, yes = false, skipPreview = false } = options;
  const withCli = engine === "pulumi" || (engine === "auto" && (await findPulumi()) !== undefined);
  if (!withCli && options.refusal !== undefined) return refuse(options.refusal);
  const approved = yes || skipPreview || skipsConfirmations(process.env);
  const asks = operation !== "preview" && !previewOnly && !approved;
  if (asks && (options.json || !mayAsk(options))) {
    return refuse(
      `\`nodecloud ${operation}\` asks before it changes anything, and there is nobody to ask here. Nothing was done. Add --yes to change without asking, or run \`nodecloud preview\`.`,
    );
  }
  const address = await openAddress(options);
  if (withCli) return handOver(options, address);
  await configure(options, address);
  const run = { ...options, create: mayCreate(options, address) };
  if (asks) {
    const shown = await runEmbedded({ ...run, expectNoChanges: false, previewOnly: true }, address);
    if (shown !== 0) return shown;
    if (!(await confirmed(`${question[operation]} (stack ${address.stack})`))) return 0;
  }
  const code = await runEmbedded(run, address);
  return code === 0 && options.remove && !previewOnly ? remove(address) : code;
}

function refuse(reason: string): number {
  complain(`error: ${reason}\n`);
  return 2;
}

async function openAddress(options: OperationCommandOptions): Promise<StackAddress> {
  const { configFile, allowEmpty } = options;
  const chosen = await stackOf(options);
  const address = {
    ...chosen,
    ...(configFile !== undefined && { configFile }),
    // The plugin of either engine reads it.
    ...(allowEmpty && { env: { ...chosen.env, NODECLOUD_ALLOW_EMPTY: "1" } }),
  };
  // Nobody is asked for the passphrase of a stack that does not exist.
  if (!mayCreate(options, address) && (await isInFolder(address))) await locateExisting(address);
  return withPassphrase(address, options);
}

/** The first stack of a project needs no asking for; any other has to be wanted. */
function mayCreate(
  { operation, create = false }: OperationCommandOptions,
  { isFirst }: StackAddress,
): boolean {
  return operation === "up" ? create || isFirst === true : operation === "preview" && isFirst === true;
}

async function isInFolder({ cwd, env }: StackAddress): Promise<boolean> {
  return backendUrl(await readProject(cwd), env).startsWith("file://");
}

/** The CLI previews and asks by itself. */
function handOver(options: OperationCommandOptions, address: StackAddress): Promise<number> {
  const { operation, args } = options;
  return runPulumi({ operation, ...address, create: mayCreate(options, address), args });
}

/** `--config` of the CLI: the values are set in the stack's file before the run, and stay there. */
async function configure(
  { config = [], configPath = false }: OperationCommandOptions,
  address: StackAddress,
) {
  for (const given of config) {
    const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
    await setConfiguration(address, key, value, { secret: false, path: configPath });
  }
}

const question = {
  preview: "",
  up: "Make these changes?",
  refresh: "Take this over into the state?",
  destroy: "Delete all of this, for good?",
} as const;

/** `destroy --remove`: the stack is empty now. */
async function remove(address: StackAddress): Promise<number> {
  await removeStack(address, new Date(realClock.now()).toISOString(), {
    force: false,
    preserveConfig: false,
    removeBackups: false,
  });
  const { name } = await readProject(address.cwd);
  complain(`The stack "${parseStackName(address.stack, name)}" is removed.\n`);
  return 0;
}
