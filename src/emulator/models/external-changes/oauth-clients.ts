import { z } from "zod";
import type { Service } from "../../service";
import { oauthClientRecord } from "../../world/account-records";
import { logEvent } from "../events/events";
import { clientOf, removeClient } from "../oauth/clients";

const clientId = z.string();

/** What befalls OAuth clients by an outside hand, with no operation and no check. A thumbnail's `data` is base64. */
export const oauthClientHappenings = [
  z.strictObject({
    kind: z.literal("oauth_client_change"),
    clientId,
    patch: oauthClientRecord
      .pick({ label: true, public: true, redirect_uri: true, status: true, thumbnail: true })
      .partial()
      .strict(),
  }),
  z.strictObject({ kind: z.literal("oauth_client_gone"), clientId }),
] as const;

type OAuthClientHappening = z.output<(typeof oauthClientHappenings)[number]>;

export function happenToOAuthClient(service: Service, what: OAuthClientHappening): void {
  const client = clientOf(service, what.clientId);
  if (what.kind === "oauth_client_gone") {
    removeClient(service, client);
    logEvent(service, { action: "oauth_client_delete", username: null, client });
    return;
  }
  const { patch } = what;
  const changed = service.world.oauthClients.put({
    ...client,
    label: patch.label ?? client.label,
    public: patch.public ?? client.public,
    redirect_uri: patch.redirect_uri ?? client.redirect_uri,
    status: patch.status ?? client.status,
    thumbnail: patch.thumbnail === undefined ? client.thumbnail : patch.thumbnail,
  });
  logEvent(service, { action: "oauth_client_update", username: null, client: changed });
}
