import { z } from "zod";
import { parsed } from "../../parsed";
import type { Service } from "../../service";
import { invalidField, invalidRequest } from "../../service-error";
import { accountChanges } from "./account";
import { backupChanges } from "./backups";
import { eventChanges } from "./events";
import { imageChanges } from "./images";
import { instanceChanges } from "./instances";
import type { ExternalChangeKind, ParsedChange } from "./kind";
import { notificationChanges } from "./notifications";
import { oauthClientChanges } from "./oauth-clients";
import { paymentMethodChanges } from "./payment-methods";
import { regionChanges } from "./regions";
import { userChanges } from "./users";

/** Every kind of external change. */
export const externalChanges = {
  ...instanceChanges,
  ...backupChanges,
  ...regionChanges,
  ...imageChanges,
  ...oauthClientChanges,
  ...accountChanges,
  ...paymentMethodChanges,
  ...notificationChanges,
  ...userChanges,
  ...eventChanges,
} as const satisfies Record<string, ExternalChangeKind>;

const kinds = new Map<string, ExternalChangeKind>(Object.entries(externalChanges));

const envelope = z.looseObject({ kind: z.string(), account: z.int().min(1).exactOptional() });

/**
 * Checks an external change and returns the function that makes it. Throws a `ServiceError` for an unknown kind or wrong fields. The function
 * throws one when the named object or account does not exist.
 */
export function parseExternalChange(given: unknown): (service: Service) => void {
  const { kind, account, ...fields } = parsed(envelope, given);
  const known = kinds.get(kind);
  if (!known) throw invalidField("kind", `kind must be one of ${[...kinds.keys()].join(", ")}`);
  const change = known.parse(fields);
  return (service) => {
    for (const affected of affectedAccounts(service, change, account)) change.apply(affected);
  };
}

function affectedAccounts(
  service: Service,
  change: ParsedChange,
  account: number | undefined,
): readonly Service[] {
  const accounts = service.everyAccount();
  if (account !== undefined) {
    const named = accounts.filter(({ world }) => world.accountNumber === account);
    if (named.length > 0) return named;
    throw invalidRequest(`There is no account ${account}. The accounts are 1 to ${accounts.length}.`);
  }
  const owners = accounts.filter((owner) => change.isIn(owner));
  return owners.length > 0 ? owners : accounts.slice(0, 1);
}
