import { realClock } from "../../clock";
import { locateExisting, removeStack } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
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
  const warnings = await removeStack(address, new Date(realClock.now()).toISOString(), options);
  print(`Removed the stack "${stack}".\n`);
  printWarnings(warnings);
  return 0;
}
