import { hashOf } from "../../secrets";
import type { Service } from "../../service";
import { InputErrors, notFound, ServiceError } from "../../service-error";
import { recordLogin } from "../account/logins";
import { ownerOf } from "./clients";
import type { LoginRequest } from "./login-request";

const tokenLength = 64;

/**
 * Issues a token to an OAuth client (section 5) and returns it. Only its hash is stored. Throws a `ServiceError` for
 * an unknown or inactive client and for a wrong secret.
 */
export function logIn(service: Service, request: LoginRequest): string {
  const { clientId, secret, username, scopes } = request;
  const owner = ownerOf(service, clientId);
  const client = owner.world.oauthClients.get(clientId);
  if (!client) throw notFound();
  const isSecretRight = secret === undefined ? client.public : hashOf(secret) === client.secret_sha256;
  if (!isSecretRight) throw new ServiceError("token", [{ reason: "The client's secret is wrong" }]);
  if (client.status !== "active") {
    throw new ServiceError("token", [{ reason: `The client is ${client.status}` }]);
  }
  const errors = new InputErrors();
  const user = owner.world.users.get(username);
  if (!user) errors.add("username", "user does not exist");
  errors.throwIfAny();
  if (user) recordLogin(owner, user);
  const text = owner.randomToken(tokenLength);
  owner.world.tokens.put({
    name: `${client.label} (${client.id})`,
    sha256: hashOf(text),
    kind: "oauth",
    username,
    scopes: [...scopes],
    client_id: client.id,
  });
  return text;
}
