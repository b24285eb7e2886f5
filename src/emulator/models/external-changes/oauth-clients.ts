import { z } from "zod";
import type { Service } from "../../service";
import { oauthClientRecord } from "../../world/account-records";
import { logEvent } from "../events/events";
import { clientOf, removeClient } from "../oauth/clients";
import { defineKind } from "./kind";

const clientId = z.string();

export const oauthClientChanges = {
  oauth_client_change: defineKind({
    shape: z
      .strictObject({
        clientId,
        patch: oauthClientRecord
          .pick({ label: true, public: true, redirect_uri: true, status: true, thumbnail: true })
          .partial()
          .strict(),
      })
      .describe("The `data` of a thumbnail is base64."),
    isIn: hasClient,
    apply: (service, { clientId: id, patch }) => {
      const client = clientOf(service, id);
      const changed = service.world.oauthClients.put({
        ...client,
        label: patch.label ?? client.label,
        public: patch.public ?? client.public,
        redirect_uri: patch.redirect_uri ?? client.redirect_uri,
        status: patch.status ?? client.status,
        thumbnail: patch.thumbnail === undefined ? client.thumbnail : patch.thumbnail,
      });
      logEvent(service, { action: "oauth_client_update", username: null, client: changed });
    },
  }),
  oauth_client_delete: defineKind({
    shape: z.strictObject({ clientId }),
    isIn: hasClient,
    apply: (service, { clientId: id }) => {
      const client = clientOf(service, id);
      removeClient(service, client);
      logEvent(service, { action: "oauth_client_delete", username: null, client });
    },
  }),
} as const;

function hasClient({ world }: Service, change: { readonly clientId: string }): boolean {
  return world.oauthClients.get(change.clientId) !== undefined;
}
