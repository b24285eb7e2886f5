import type { Fields } from "../lifecycle";
import type { Live } from "./oauth-client.collection";
import type { OAuthClientInputs } from "./oauth-client.inputs";

export type OAuthClientStep = "settings" | "secret" | "thumbnail";

/** Only the response to a reset contains the secret in plain text. */
export const oauthClientKeptSecrets = ["secret"] as const;

/** How each argument is compared, and the effect of changing it. */
export const oauthClientFields: Fields<OAuthClientInputs, Live, OAuthClientStep> = {
  adopt: { change: "record", isRemovalIgnored: true },
  timeouts: { change: "record", default: {} },
  label: { change: { inPlace: "settings" }, live: (client) => client.label },
  redirectUri: {
    change: { inPlace: "settings" },
    live: (client) => client.redirect_uri,
  },
  public: {
    change: { inPlace: "settings" },
    default: false,
    live: (client) => client.public,
  },
  thumbnail: { change: "record" },
  thumbnailHash: {
    change: { inPlace: "thumbnail" },
    live: (client) => client.thumbnail_hash,
    nullable: true,
    readSeparately: true,
    computedFrom: "thumbnail",
    isTransformed: true,
  },
  secretVersion: { change: { inPlace: "secret" } },
};
