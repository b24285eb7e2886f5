import { z } from "zod";
import { operations } from "../contract";
import { type Definition, deleteObject, eventsOf, textIds } from "../lifecycle";
import { type Live, oauthClients } from "./oauth-client.collection";
import { createOAuthClient, oauthClientMatcher } from "./oauth-client.create";
import { type OAuthClientStep, oauthClientFields, oauthClientKeptSecrets } from "./oauth-client.fields";
import type { OAuthClientInputs } from "./oauth-client.inputs";
import { oauthClientBody, oauthClientRules } from "./oauth-client.rules";
import { needsSecret, resetSecret } from "./oauth-client.secret";
import { updateOAuthClient } from "./oauth-client.settings";
import { hashThumbnail, sendThumbnail } from "./oauth-client.thumbnail";

export const oauthClientDefinition: Definition<OAuthClientInputs, Live, OAuthClientStep> = {
  kind: oauthClients.kind,
  collection: oauthClients.collection,
  idName: "clientId",
  idFormat: textIds,
  // The API does not return when a client was created. Its id is a random string.
  identityOf: () => ({}),
  unreadableUpdateEffects: (declared, applied) =>
    declared.secretVersion === applied.secretVersion
      ? undefined
      : "The update was to reset its secret, and no read shows whether it did. If it did, the secret in the state is no longer valid: set `secretVersion` to a new number, and the next `pulumi up` resets it.",
  requiredArguments: ["label", "redirectUri"],
  labelOf: (live) => live.label,
  isLabelRequired: true,
  events: eventsOf(
    { word: "oauth_client", path: "account/oauth-clients/", id: /^[^/?]+/ },
    { fields: { secret: ["oauth_client_secret_reset"], secretVersion: ["oauth_client_secret_reset"] } },
  ),
  fields: oauthClientFields,
  keptSecrets: oauthClientKeptSecrets,
  response: operations.oauthClients.view.response
    .omit({ secret: true })
    .extend({ thumbnail_hash: z.string().nullable().exactOptional() }),
  body: oauthClientBody,
  rules: oauthClientRules,
  prepare: hashThumbnail,
  timeouts: { create: "5m", update: "5m", delete: "5m" },
  create: createOAuthClient,
  createMatcher: oauthClientMatcher,
  createSteps: ({ thumbnail }) => (thumbnail === undefined ? ["secret"] : ["secret", "thumbnail"]),
  secretSteps: ["secret"],
  skipsReadAfterCreate: true,
  hiddenDrift: (inputs, live, context) =>
    needsSecret(inputs, live, context)
      ? { output: "secret", declared: "known", live: "unknown", steps: ["secret"] }
      : undefined,
  steps: { settings: updateOAuthClient, secret: resetSecret, thumbnail: sendThumbnail },
  remove: (task) =>
    deleteObject(oauthClients, task, {
      send: (_, options) => task.services.client.oauthClients.delete({ clientId: task.id }, options),
    }),
};
