import { print } from "./print";

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

/** Whether there is a terminal to prompt on, and prompting is allowed. */
export function canPrompt({ nonInteractive = false }: { readonly nonInteractive?: boolean }): boolean {
  return !nonInteractive && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Why nothing is asked: a flag, or `there is no terminal to ask on`. */
export function whyNoPrompt(options: { readonly json?: boolean; readonly nonInteractive?: boolean }): string {
  if (!canPrompt({})) return "there is no terminal to ask on";
  return `${options.json ? "--json" : "--non-interactive"} disables prompts`;
}

/** Whether the standard output may have colors: on a terminal, unless NO_COLOR is set. */
export function usesColor(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** Whether PULUMI_SKIP_CONFIRMATIONS answers every confirmation with yes, as it does for the Pulumi CLI. */
export function skipsConfirmations(env: NodeJS.ProcessEnv): boolean {
  const value = env.PULUMI_SKIP_CONFIRMATIONS;
  return value === "1" || value?.toLowerCase() === "true";
}

/**
 * Asks a yes-or-no question on the terminal. After a no it prints that nothing was done. Ctrl-C counts as a no, unless `onCancel` is
 * given.
 */
export async function confirm(message: string, onCancel?: () => void): Promise<boolean> {
  const { confirm: ask, isCancel } = loadPrompts();
  const answer = await ask({ message, initialValue: false });
  if (!isCancel(answer) && answer) return true;
  if (isCancel(answer) && onCancel) {
    onCancel();
    return false;
  }
  print("Nothing was done.\n");
  return false;
}
