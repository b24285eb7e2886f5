import { replaceCommand } from "../identity/origin";
import type { ApplyTask } from "../task";

/**
 * What to do if a wait for a new object timed out at a status that the contract does not have, and that may be final, so that waiting longer
 * may not help.
 * @param known The statuses of the contract.
 */
export function adviseOnUnknownStatus(
  { origin }: Pick<ApplyTask<unknown>, "origin">,
  kind: string,
  known: readonly string[],
) {
  return (live: { readonly status: string | null | undefined } | undefined): string | undefined => {
    const status = live?.status ?? undefined;
    if (status === undefined || known.includes(status)) return undefined;
    return `This version does not know that status: if the ${kind} keeps it, run ${replaceCommand(origin)}. Otherwise, run the command again to wait longer.`;
  };
}
