import { realClock } from "../../clock";
import type { UnfinishedCreate } from "../../plugin/recorded-creates";
import { type LocatedStack, locateExisting, removeStack, StateError } from "../../state";
import { describeCreates } from "../describe-creates";
import type { ProjectOptions } from "../flags/project-options";
import { printUnfinishedCreates, unfinishedInStack } from "../operation/unfinished-creates";
import { print, printError, printWarnings } from "../print";
import { resolveStack } from "../stack-address";
import { canPrompt, confirm, noPromptReason, skipsConfirmations } from "../terminal";

export async function removeNamedStack(
  name: string | undefined,
  options: ProjectOptions & {
    readonly yes: boolean;
    readonly force: boolean;
    readonly preserveConfig: boolean;
    readonly removeBackups: boolean;
  },
): Promise<number> {
  const address = await resolveStack(options, name);
  const { stack } = await locateExisting(address);
  if (!options.yes && !skipsConfirmations(process.env)) {
    if (!canPrompt(options)) {
      printError(
        `error: Removing the stack "${stack}" needs confirmation, but ${noPromptReason(options)}. Nothing was done. Add --yes.\n`,
      );
      return 2;
    }
    if (!(await confirm(`Permanently remove the stack "${stack}" and its history?`))) return 8;
  }
  const creates: UnfinishedCreate[] = [];
  const verify = (located: LocatedStack, resources: readonly unknown[]) => {
    creates.push(...unfinishedInStack(located, resources));
    if (!options.force) refuseWith(creates, stack);
  };
  const warnings = await removeStack(address, new Date(realClock.now()).toISOString(), options, verify);
  print(`Removed the stack "${stack}".\n`);
  printWarnings(warnings);
  printUnfinishedCreates(creates, { ...address, stack }, true);
  return 0;
}

/** The records of creates belong to the stack: once it is removed, no run of it searches for the objects that these creates made. */
function refuseWith(creates: readonly UnfinishedCreate[], stack: string): void {
  if (creates.length === 0) return;
  throw new StateError(
    "pendingCreate",
    `A run was stopped while creating ${describeCreates(creates)}, so objects may exist. The stack was not removed; --force removes it. Run \`nodecloud recover --stack ${stack}\` to find out what was created.`,
  );
}
