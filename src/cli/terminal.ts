import { print } from "./print";

const loadPrompts = (): typeof import("@clack/prompts") => require("@clack/prompts");

/** Whether somebody sits at the terminal and may be asked. */
export function mayAsk({ nonInteractive = false }: { readonly nonInteractive?: boolean }): boolean {
  return !nonInteractive && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Whether the environment answers every question with yes, as it does for the CLI. */
export function skipsConfirmations(env: NodeJS.ProcessEnv): boolean {
  const value = env.PULUMI_SKIP_CONFIRMATIONS;
  return value === "1" || value?.toLowerCase() === "true";
}

/** Asks somebody at the terminal, and reports that nothing was done where the answer is no. */
export async function confirmed(message: string): Promise<boolean> {
  const { confirm, isCancel } = loadPrompts();
  const answer = await confirm({ message, initialValue: false });
  if (!isCancel(answer) && answer) return true;
  print("Nothing was done.\n");
  return false;
}
