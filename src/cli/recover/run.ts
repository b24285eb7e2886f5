import { realClock } from "../../clock";
import { exitCodeOfDriftError } from "../../drift";
import { type UnreadableRecord, unfinishedCreates, unreadableRecords } from "../../plugin/recorded-creates";
import {
  certainDecisions,
  connect,
  type Decisions,
  describeCases,
  describeOutcomes,
  jsonOf,
  openRecovery,
  type RecoveryCase,
  recoverStack,
  recoveryExitCodes,
  stillLockedText,
  unattendedDecisions,
  verdictOf,
} from "../../recovery";
import { backendUrl, locateExisting, nameExisting, readProject, type StackAddress } from "../../state";
import { messageOf } from "../../unknown";
import type { CreatesElsewhere } from "../describe-creates";
import type { ProjectOptions } from "../flags/project-options";
import { type Interruption, listenForInterruption } from "../interruption";
import { createsOfMissingStacks, describeMissingStacks, withoutStack } from "../missing-stacks";
import { findMovedProjects } from "../moved-projects";
import { createRecords } from "../operation/create-records";
import { withPassphrase } from "../passphrase";
import { print, printError, printJson } from "../print";
import { startProgress } from "../progress";
import { resolveStack } from "../stack-address";
import { canPrompt, skipsConfirmations } from "../terminal";
import { askForDecisions } from "./ask";

export interface RecoverCommandOptions extends ProjectOptions {
  readonly engine: "auto" | "embedded" | "pulumi";
  readonly yes: boolean;
  readonly json: boolean;
}

/** Shows what was found, applies the decisions, and prints the outcome. Returns the exit code. */
export async function runRecover(options: RecoverCommandOptions): Promise<number> {
  const { cwd, stack, configFile, engine, json } = options;
  const interruption = listenForInterruption();
  const progress = startProgress("Reading the stack");
  let mayWrite = false;
  try {
    const env = await environmentOf(options, interruption.signal, progress.close);
    const opened = await openRecovery({
      ...{ cwd, stack, configFile, engine, env, clock: realClock, signal: interruption.signal },
    });
    const { project, stack: named, organization, settings, backend, store } = opened;
    const name = `${project}/${named}`;
    const { services, servicesOf, allowWrites } = connect({
      ...{ settings, backend, env: { ...env }, clock: realClock, interrupt: interruption.signal },
      onMessage: (kind, message) => {
        if (kind === "progress") progress.show(message);
        else printError(`warning: ${message}\n`);
      },
    });
    for (const moved of findMovedProjects(backend, { project, stack: named }, env)) warnOfCreates(moved);
    progress.show("Searching the service for objects that the last runs created");
    const records = createRecords({ backendUrl: backend, project, stack: named, projectFolder: cwd });
    const recorded = unfinishedCreates(backend, cwd, env).filter((create) => create.project === project);
    const unreadable = unreadableRecords(env);
    const ofMissingStacks = createsOfMissingStacks(recorded, backend, named);
    const { outcomes, unlockFailure } = await recoverStack({
      ...{ project, stack: named, organization, store, services, servicesOf },
      leftNothing: (pending) => !records.hasIntent?.(pending) && records.leftNothing?.(pending) === true,
      interrupt: interruption.signal,
      decide: async (cases) => {
        progress.close();
        for (const record of unreadable) warnOfUnreadable(record);
        if (!json) print(describeCases(name, cases));
        // A renamed stack has its pending creates as cases of its own.
        const known = new Set(cases.map(({ urn }) => withoutStack(urn)));
        const others = ofMissingStacks.filter(({ urn }) => !known.has(withoutStack(urn)));
        warnOfCreates(describeMissingStacks(named, others));
        const decisions = cases.length === 0 ? undefined : await decide(cases, options, interruption);
        if ([...(decisions?.values() ?? [])].some(({ deletes }) => deletes)) allowWrites();
        mayWrite = decisions !== undefined && !interruption.signal.aborted;
        return decisions;
      },
    });
    if (json) printJson(jsonOf(name, outcomes, unreadable));
    else {
      print(describeOutcomes(outcomes));
      const isOpen = outcomes.some((one) => one.done === undefined && one.case.certainty === "question");
      if (isOpen && isUnattended(options)) print(`${decideOnTerminal}\n`);
    }
    if (unlockFailure === undefined)
      return interruption.exitCode ?? recoveryExitCodes[verdictOf(outcomes, unreadable)];
    printError(`error: ${stillLockedText(named, unlockFailure)}\n`);
    return interruption.exitCode ?? 1;
  } catch (error) {
    progress.close();
    const { exitCode } = interruption;
    if (exitCode !== undefined && !mayWrite)
      printError("The command was interrupted. Nothing was changed.\n");
    else printError(`error: ${messageOf(error)}\n`);
    if (mayWrite) printError("Run the command again to see what is left.\n");
    return exitCode ?? exitCodeOfDriftError(error);
  } finally {
    progress.close();
    interruption.close();
  }
}

/** Warns of creates that this stack does not have, and that `recover` therefore does not resolve. */
function warnOfCreates(creates: CreatesElsewhere | undefined): void {
  if (creates !== undefined)
    printError(`warning: Creates on this machine: ${creates.found} ${creates.action}\n`);
}

function warnOfUnreadable({ path, reason }: UnreadableRecord): void {
  printError(
    `warning: The records of creates in ${path} cannot be read (${reason}), so an object that a killed run created may be missing here. Make the path readable, and run the command again. Delete the file only if no run was killed, or if you have found every object that such a run created.\n`,
  );
}

/** The environment, with the passphrase of a stack that exists in the file backend. */
async function environmentOf(
  options: RecoverCommandOptions,
  signal: AbortSignal,
  beforePrompt: () => void,
): Promise<StackAddress["env"]> {
  const address = await resolveStack(options);
  const url = await backendUrl(await readProject(address.cwd, "inspect"), address.env);
  if (!url.startsWith("file://") || address.isFirst === true || !canPrompt(options)) return address.env;
  // If only the Pulumi CLI can write the state, the embedded engine says so before the prompt.
  await (options.engine === "pulumi" ? nameExisting : locateExisting)(address);
  beforePrompt();
  return (await withPassphrase(address, { ...options, signal })).env;
}

const decideOnTerminal = "Run the command on a terminal to decide.";

/** With `--json` there is no confirmation, so there is none to skip. */
function isUnattended({ yes, json }: RecoverCommandOptions): boolean {
  return yes || (!json && skipsConfirmations(process.env));
}

async function decide(
  cases: readonly RecoveryCase[],
  options: RecoverCommandOptions,
  interruption: Interruption,
): Promise<Decisions | undefined> {
  if (isUnattended(options)) return unattendedDecisions(cases);
  if (options.json) return undefined;
  if (canPrompt(options)) return askForDecisions(cases, interruption);
  const hasCertain = certainDecisions(cases).size > 0;
  const hasQuestion = cases.some(({ certainty }) => certainty === "question");
  const advice = hasCertain
    ? "Add --yes to apply the changes that need no decision."
    : hasQuestion
      ? decideOnTerminal
      : "Fix what the cases name, and run the command again.";
  print(`Nothing was changed. ${advice}\n`);
  return undefined;
}
