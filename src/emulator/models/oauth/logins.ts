import { Findings, notFound, Refusal } from "../../refusal";
import { hashOf } from "../../secrets";
import type { Service } from "../../service";
import { recordLogin } from "../account/logins";
import { ownerOf } from "./clients";

/** A login as an application makes it, the exchange of a code left out: its form is not shown. */
export interface LoginRequest {
  readonly clientId: string;
  /** Public clients have none to show. */
  readonly secret?: string | undefined;
  /** Who logs in. */
  readonly username: string;
  /** In the brand's word: `acmes:read_only`. */
  readonly scopes: readonly string[];
}

const tokenLength = 64;

/** Issues a token to an OAuth client (section 5), and answers its text, which is kept nowhere. Throws a `Refusal` for a wrong secret and for one that is not active. */
export function logIn(everybody: Service, request: LoginRequest): string {
  const { clientId, secret, username, scopes } = request;
  const service = ownerOf(everybody, clientId);
  const client = service.world.oauthClients.get(clientId);
  if (!client) throw notFound();
  const isKnown = secret === undefined ? client.public : hashOf(secret) === client.secret_sha256;
  if (!isKnown) throw new Refusal("token", [{ reason: "The client's secret is wrong" }]);
  if (client.status !== "active") {
    throw new Refusal("token", [{ reason: `The client is ${client.status}` }]);
  }
  const findings = new Findings();
  const user = service.world.users.get(username);
  if (!user) findings.add("username", "user does not exist");
  findings.settle();
  if (user) recordLogin(service, user);
  const text = service.token(tokenLength);
  service.world.tokens.put({
    name: `${client.label} (${client.id})`,
    sha256: hashOf(text),
    kind: "oauth",
    username,
    scopes: [...scopes],
    client_id: client.id,
  });
  return text;
}
