import type { Deadline } from "../../client";
import { LifecycleError } from "../failures";
import { accountsOf } from "../identity/accounts";
import type { Intent } from "../records/intents";
import type { Services } from "../services";

/** Whether the token is known to belong to an account. */
export async function tokenBelongsTo(services: Services, account: string | undefined): Promise<boolean> {
  if (account === undefined) return false;
  const token = await accountsOf(services).ofToken();
  return token.kind === "known" && token.euuid === account;
}

/**
 * Whether the token is known to belong to the account to which a create was sent: the one in its record, else that of the stack. Throws if
 * it belongs to another one. `subject`: the beginning of the message.
 */
export async function verifyRequestAccount(
  services: Services,
  intent: Pick<Intent, "account"> | undefined,
  { subject = "The request", deadline }: { readonly subject?: string; readonly deadline?: Deadline } = {},
): Promise<boolean> {
  const accounts = accountsOf(services);
  const token = await accounts.ofToken(deadline);
  const account = intent?.account ?? accounts.recorded;
  if (token.kind !== "known" || account === undefined) return false;
  if (token.euuid === account) return true;
  throw new LifecycleError(
    `${subject} was sent to account ${account}, but the token belongs to account ${token.euuid} at ${services.address}. Nothing was sent now. Use a token for account ${account}.`,
  );
}
