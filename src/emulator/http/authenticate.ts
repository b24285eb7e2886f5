import type { Operation } from "../../contract";
import { isClosed } from "../models/account/cancel";
import { hashOf } from "../secrets";
import type { Caller, Service } from "../service";
import { ServiceError } from "../service-error";
import type { TokenRecord } from "../world/records";
import type { World } from "../world/world";

/**
 * Identifies the caller by the header `Authorization: Bearer ...` (section 5). Undefined for an anonymous caller of an operation that
 * allows one. Throws a `ServiceError` for a missing or invalid token, and for one that lacks a scope.
 */
export function authenticate(
  service: Service,
  operation: Operation,
  header: string | null,
): Caller | undefined {
  if (operation.scopes.length === 0) return undefined;
  if (header === null && operation.anonymous) return undefined;
  const caller = callerOf(service, header);
  if (!caller || isClosed(caller.service)) throw new ServiceError("token", [{ reason: "Invalid Token" }]);
  const missing = operation.scopes.filter((scope) => !hasScope(service, caller.token, scope));
  if (missing.length > 0) {
    const names = missing.map((scope) => service.brand.scope(scope)).join(", ");
    throw new ServiceError("scope", [{ reason: `Your token lacks the scope ${names}` }]);
  }
  return caller;
}

/** The caller that the header identifies, without any check of scopes. */
export function callerOf(service: Service, header: string | null): Caller | undefined {
  const text = /^Bearer\s+(\S+)\s*$/i.exec(header ?? "")?.[1];
  if (text === undefined) return undefined;
  const hash = hashOf(text);
  for (const account of service.everyAccount()) {
    const token = account.world.tokens.get(hash);
    const user = token && account.world.users.get(token.username);
    if (token && user && isValid(account.world, token)) return { service: account, token, user };
  }
  return undefined;
}

/** A token of an OAuth client is valid while the client is active. */
function isValid(world: World, { client_id: clientId }: TokenRecord): boolean {
  return clientId === null || world.oauthClients.get(clientId)?.status === "active";
}

function hasScope(service: Service, token: TokenRecord, scope: string): boolean {
  if (token.kind === "personal" && !service.settings.personalTokenScopes) return true;
  const own = service.brand.scope(scope);
  if (token.scopes.includes(own) || token.scopes.includes("*")) return true;
  const wider = own.replace(/:read_only$/, ":read_write");
  return service.settings.readWriteIncludesReadOnly && token.scopes.includes(wider);
}
