/** Whether somebody sits at the terminal and may be asked. */
export function mayAsk({ nonInteractive = false }: { readonly nonInteractive?: boolean }): boolean {
  return !nonInteractive && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Whether the environment answers every question with yes, as it does for the CLI. */
export function skipsConfirmations(env: NodeJS.ProcessEnv): boolean {
  const value = env.PULUMI_SKIP_CONFIRMATIONS;
  return value === "1" || value?.toLowerCase() === "true";
}
