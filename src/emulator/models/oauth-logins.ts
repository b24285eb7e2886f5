import { createHash } from "node:crypto";
import { Findings, notFound, Refusal } from "../refusal";
import type { Service } from "../service";
import type { TokenRecord } from "../world/records";

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

/** Issues a token to an OAuth client (section 5). Throws a `Refusal` for a wrong secret and for one that is not active. */
export function logIn(service: Service, request: LoginRequest): TokenRecord {
  const { clientId, secret, username, scopes } = request;
  const client = service.world.oauthClients.get(clientId);
  if (!client) throw notFound();
  const isKnown = secret === undefined ? client.public : hashOf(secret) === client.secret_sha256;
  if (!isKnown) throw new Refusal("token", [{ reason: "The client's secret is wrong" }]);
  if (client.status !== "active") {
    throw new Refusal("token", [{ reason: `The client is ${client.status}` }]);
  }
  const findings = new Findings();
  if (!service.world.users.get(username)) findings.add("username", "user does not exist");
  findings.settle();
  return service.world.tokens.put({
    name: `${client.label} (${client.id})`,
    text: service.token(tokenLength),
    kind: "oauth",
    username,
    scopes: [...scopes],
    client_id: client.id,
  });
}

/** A secret is long and random, so that its plain hash tells nothing. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
