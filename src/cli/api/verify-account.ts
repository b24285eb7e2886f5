import type { Binder, CallOptions } from "../../client/calls";
import { isRecord, messageOf } from "../../unknown";

/** Throws unless the token belongs to the account, before anything else is sent: an object of another account may have the same id. */
export async function verifyTokenAccount(
  binder: Binder,
  baseUrl: string | undefined,
  account: string,
  options: CallOptions,
): Promise<void> {
  let response: unknown;
  try {
    response = await binder.call<object, unknown>("account.view")({}, options);
  } catch (error) {
    throw new Error(
      `The call was not sent: --account could not be checked, which requires the scope account:read_only. ${messageOf(error)}`,
      { cause: error },
    );
  }
  const euuid = isRecord(response) ? response.euuid : undefined;
  if (euuid === account) return;
  const owner = typeof euuid === "string" ? `account ${euuid}` : "an account without an euuid";
  throw new Error(
    `The call was not sent: the token belongs to ${owner} at ${String(baseUrl)}, and not to account ${account}. Set NODECLOUD_TOKEN to a token for that account, and NODECLOUD_BASE_URL to its service. A resource with an explicit provider has the token and the address of its provider.`,
  );
}
