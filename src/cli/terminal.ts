import type { Interruption } from "./interruption";
import { print } from "./print";
import { loadPrompts } from "./prompts";

/** Whether there is a terminal to prompt on, and prompting is allowed. */
export function canPrompt({ nonInteractive = false }: { readonly nonInteractive?: boolean }): boolean {
  return !nonInteractive && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Why there is no prompt, as a clause after `but`: no terminal, or a flag that disables prompts. */
export function noPromptReason(options: {
  readonly json?: boolean;
  readonly nonInteractive?: boolean;
}): string {
  if (!canPrompt({})) return "the command is not running on a terminal";
  return `${options.json ? "--json" : "--non-interactive"} disables prompts`;
}

/** Whether standard output may have colors: on a terminal, unless NO_COLOR is set. */
export function usesColor(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** Whether PULUMI_SKIP_CONFIRMATIONS answers every confirmation with yes, as it does for the Pulumi CLI. */
export function skipsConfirmations(env: NodeJS.ProcessEnv): boolean {
  const value = env.PULUMI_SKIP_CONFIRMATIONS;
  return value === "1" || value?.toLowerCase() === "true";
}

/**
 * Treats the closing of the terminal during prompts as an interrupt. The end of the input comes before SIGHUP, and nothing else would keep
 * the process running until then. A closed terminal cannot leave raw mode, which readline would report with an error that nobody catches.
 * Returns a function that undoes this.
 */
export function interruptWhenTerminalCloses({ interrupt }: Pick<Interruption, "interrupt">): () => void {
  const { stdin } = process;
  const { setRawMode } = stdin;
  stdin.once("end", interrupt);
  stdin.setRawMode = (mode) => {
    try {
      setRawMode?.call(stdin, mode);
    } catch {}
    return stdin;
  };
  return () => {
    stdin.off("end", interrupt);
    stdin.setRawMode = setRawMode;
  };
}

/**
 * Asks a yes-or-no question on the terminal. After a no it prints `outcome`. Ctrl-C counts as a no, unless the command
 * handles interrupts: then Ctrl-C is an interrupt, and any other interrupt ends the prompt too.
 */
export async function confirm(
  message: string,
  interruption?: Pick<Interruption, "signal" | "interrupt">,
  outcome = "Nothing was done.",
): Promise<boolean> {
  const { confirm: ask, isCancel } = loadPrompts();
  const answer = await ask({
    message,
    initialValue: false,
    ...(interruption && { signal: interruption.signal }),
  });
  if (!isCancel(answer) && answer) return true;
  if (isCancel(answer) && interruption) {
    interruption.interrupt();
    return false;
  }
  print(`${outcome}\n`);
  return false;
}
