import { realClock } from "../clock";
import {
  createRenderer,
  findPulumi,
  listenForInterrupts,
  printableText,
  runPulumi,
  runStack,
  selectionOf,
} from "../engine";
import { backendUrl, locateExisting, readProject, type StackAddress } from "../state";
import { withPassphrase } from "./passphrase";
import type { ProjectOptions } from "./project-options";
import { stackOf } from "./stack-address";

export interface OperationCommandOptions extends ProjectOptions {
  readonly operation: "preview" | "up" | "refresh" | "destroy";
  readonly engine: "auto" | "pulumi" | "embedded";
  readonly parallel?: number;
  readonly yes?: boolean;
  readonly diff: boolean;
  readonly expectNoChanges: boolean;
  readonly json: boolean;
  readonly showSames: boolean;
  readonly color: "auto" | "always" | "never";
  readonly target?: readonly string[];
  readonly targetDependents?: boolean;
  readonly exclude?: readonly string[];
  readonly excludeDependents?: boolean;
  readonly replace?: readonly string[];
  readonly targetReplace?: readonly string[];
  readonly refresh?: "true" | "false";
  readonly create?: boolean;
  readonly clearPendingCreates?: boolean;
  readonly allowEmpty?: boolean;
}

/** Runs one operation on a stack. Changes are shown first and asked about, unless the user has said yes. */
export async function runOperation(options: OperationCommandOptions): Promise<number> {
  const { operation, yes = false, json } = options;
  const open = async () => {
    const address = await stackOf(options);
    // Nobody is asked for the passphrase of a stack that does not exist.
    if (!mayCreate(options, address) && (await isInFolder(address))) await locateExisting(address);
    return withPassphrase(address);
  };
  if (operation === "preview" || yes) return runOnce(options, await open());
  if (json || !process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write(
      `error: \`nodecloud ${operation}\` asks before it changes anything, and there is nobody to ask here. Nothing was done. Add --yes to change without asking, or run \`nodecloud preview\`.\n`,
    );
    return 2;
  }
  const address = await open();
  const shown = await runOnce({ ...options, expectNoChanges: false }, address, { previewOnly: true });
  if (shown !== 0) return shown;
  const { confirm, isCancel } = loadPrompts();
  const answer = await confirm({
    message: `${question[operation]} (stack ${address.stack})`,
    initialValue: false,
  });
  if (isCancel(answer) || !answer) {
    process.stdout.write("Nothing was changed.\n");
    return 0;
  }
  return runOnce(options, address);
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

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

/** Only after a kill is there anything to look up. */
const loadNotes = (): typeof import("../plugin/noted-creates") => require("../plugin/noted-creates");

const question = {
  up: "Make these changes?",
  refresh: "Take this over into the state?",
  destroy: "Delete all of this, for good?",
} as const;

async function runOnce(
  options: OperationCommandOptions,
  address: StackAddress,
  only: { previewOnly?: true } = {},
): Promise<number> {
  const { operation, engine, parallel, expectNoChanges, diff, json, color } = options;
  const sames = options.showSames;
  const common = {
    operation,
    ...address,
    // The plugin of either engine reads it.
    ...(options.allowEmpty && { env: { ...address.env, NODECLOUD_ALLOW_EMPTY: "1" } }),
    create: mayCreate(options, address),
    expectNoChanges,
    ...(parallel !== undefined && { parallel }),
    ...selectionOf({
      targets: [...(options.target ?? []), ...(options.targetReplace ?? [])],
      targetDependents: options.targetDependents ?? false,
      excludes: options.exclude ?? [],
      excludeDependents: options.excludeDependents ?? false,
    }),
    replace: [...(options.replace ?? []), ...(options.targetReplace ?? [])],
    ...(options.refresh && { refreshFirst: options.refresh === "true" }),
    forgetPendingCreates: options.clearPendingCreates ?? false,
    ...only,
  };
  if (engine === "pulumi" || (engine === "auto" && (await findPulumi())))
    return runPulumi({ ...common, diff, json, sames, color });
  const renderer = createRenderer({
    output: process.stdout,
    clock: realClock,
    mode: json ? "json" : "auto",
    detail: diff,
    sames,
    ...(color !== "auto" && { color: color === "always" }),
  });
  // A terminal's moving part must know of every line that stands above it.
  const interrupts = listenForInterrupts((message) => {
    const time = realClock.now();
    renderer.listener({ kind: "message", severity: "info", message, urn: "", ephemeral: false, time });
  });
  try {
    const { exitCode, error } = await runStack({
      ...common,
      isTakenUp: ({ inputs }, backendUrl) => loadNotes().isNotedCreate(inputs.origin, backendUrl),
      listener: renderer.listener,
      cancel: interrupts.cancel,
      stop: interrupts.stop,
    });
    renderer.close();
    if (error) process.stderr.write(`error: ${printableText(error.message)}\n`);
    return exitCode;
  } finally {
    renderer.close();
    interrupts.close();
  }
}
