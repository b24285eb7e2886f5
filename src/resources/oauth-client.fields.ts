import type { Fields } from "../lifecycle";
import type { OAuthClientInputs } from "./oauth-client";
import type { Live } from "./oauth-client.reading";

export type OAuthClientStep = "settings" | "secret" | "thumbnail";

/** What each argument is: how it is compared, and what a change of it means. */
export const oauthClientFields: Fields<OAuthClientInputs, Live, OAuthClientStep> = {
  adopt: { wire: "adopt", change: "record" },
  timeouts: { wire: null, change: "record", default: {} },
  label: { wire: "label", change: { inPlace: "settings" }, live: (client) => client.label },
  redirectUri: {
    wire: "redirect_uri",
    change: { inPlace: "settings" },
    live: (client) => client.redirect_uri,
  },
  public: {
    wire: "public",
    change: { inPlace: "settings" },
    default: false,
    live: (client) => client.public,
  },
  thumbnail: { wire: "thumbnail", change: "record" },
  thumbnailHash: {
    wire: null,
    change: { inPlace: "thumbnail" },
    live: (client) => client.thumbnail_hash,
  },
  secretVersion: { wire: "secret_version", change: { inPlace: "secret" } },
};
