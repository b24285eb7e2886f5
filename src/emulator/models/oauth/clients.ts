import { type Args, type Operations, type ResponseBody, redactedText } from "../../../contract";
import { hashOf } from "../../secrets";
import type { Caller, Service } from "../../service";
import { InputErrors, notFound } from "../../service-error";
import type { OAuthClientRecord } from "../../world/account-records";
import { requireAccountAccess } from "../account/grants";
import { logEvent } from "../events/events";

const idLength = 20;
const secretLength = 64;

/** A client and, if the response may contain it, its secret. */
interface ClientAndSecret {
  readonly client: OAuthClientRecord;
  readonly secret: string | undefined;
}

export function oauthClientsFor(service: Service, caller: Caller): readonly OAuthClientRecord[] {
  requireAccountAccess(caller, "read_only");
  return service.world.oauthClients.all();
}

/** @throws ServiceError when there is no such client. */
export function oauthClientFor(service: Service, caller: Caller, id: string): OAuthClientRecord {
  requireAccountAccess(caller, "read_only");
  return clientOf(service, id);
}

export function createOAuthClient(
  service: Service,
  caller: Caller,
  body: Args<Operations["oauthClients"]["create"]>,
): ClientAndSecret {
  requireAccountAccess(caller, "read_write");
  const secret = service.randomToken(secretLength);
  const client = service.world.oauthClients.put({
    id: service.randomToken(idLength),
    label: body.label,
    public: body.public ?? false,
    redirect_uri: body.redirect_uri,
    secret_sha256: hashOf(secret),
    status: "active",
    thumbnail: null,
    created: service.now(),
  });
  log(service, caller, "oauth_client_create", client);
  return { client, secret: service.settings.createdSecret === "plain" ? secret : undefined };
}

type UpdateBody = Omit<Args<Operations["oauthClients"]["update"]>, "clientId">;

export function updateOAuthClient(
  service: Service,
  caller: Caller,
  id: string,
  body: UpdateBody,
): OAuthClientRecord {
  requireAccountAccess(caller, "read_write");
  const client = clientOf(service, id);
  const replaces = service.settings.putOmitted === "replace";
  if (replaces) requireAllFields(body);
  const changed = service.world.oauthClients.put({
    ...client,
    label: body.label ?? client.label,
    redirect_uri: body.redirect_uri ?? client.redirect_uri,
    public: body.public ?? (replaces ? false : client.public),
  });
  log(service, caller, "oauth_client_update", changed);
  return changed;
}

/** Replaces the secret. The old one is no longer accepted (section 4.6). */
export function resetSecret(service: Service, caller: Caller, id: string): ClientAndSecret {
  requireAccountAccess(caller, "read_write");
  const secret = service.randomToken(secretLength);
  const client = service.world.oauthClients.put({
    ...clientOf(service, id),
    secret_sha256: hashOf(secret),
  });
  log(service, caller, "oauth_client_secret_reset", client);
  return { client, secret };
}

/** Deletes a client and all tokens issued to it (section 3.5). */
export function deleteOAuthClient(service: Service, caller: Caller, id: string): void {
  requireAccountAccess(caller, "read_write");
  const client = clientOf(service, id);
  removeClient(service, client);
  log(service, caller, "oauth_client_delete", client);
}

export function removeClient(service: Service, client: OAuthClientRecord): void {
  for (const token of service.world.tokens.all()) {
    if (token.client_id === client.id) service.world.tokens.remove(token.sha256);
  }
  service.world.oauthClients.remove(client.id);
}

/** @throws ServiceError when there is no such client. */
export function clientOf(service: Service, id: string): OAuthClientRecord {
  const client = service.world.oauthClients.get(id);
  if (!client) throw notFound();
  return client;
}

/** The service of the account that owns the client, or of the first account if none does. */
export function ownerOf(service: Service, clientId: string): Service {
  return service.everyAccount().find(({ world }) => world.oauthClients.get(clientId)) ?? service;
}

/** A client as the API returns it. `origin` is the address of the service. Default of the secret: redacted. */
export function showOAuthClient(
  { settings }: Service,
  client: OAuthClientRecord,
  origin: string,
  secret: string = redactedText,
): ResponseBody<Operations["oauthClients"]["view"]> {
  const { id, label, redirect_uri, status } = client;
  const hasUrl = client.thumbnail !== null && settings.thumbnailUrls === "url";
  const thumbnail_url = hasUrl ? `${origin}/v4/account/oauth-clients/${id}/thumbnail` : null;
  return { id, label, public: client.public, redirect_uri, secret, status, thumbnail_url };
}

/** A PUT that resets omitted fields must have every field that has no default. */
function requireAllFields(body: UpdateBody): void {
  const errors = new InputErrors();
  for (const name of ["label", "redirect_uri"] as const) {
    if (body[name] === undefined) errors.add(name, `${name} is required`);
  }
  errors.throwIfAny();
}

function log(service: Service, caller: Caller, action: string, client: OAuthClientRecord): void {
  logEvent(service, { action, username: caller.user.username, client });
}
