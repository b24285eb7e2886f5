import fc from "fast-check";
import type { OAuthClient } from "../../../src/client";
import { type ModelFields, type ModelType, text } from "../../drift/worlds/model-type";

const clientFields: ModelFields<OAuthClient> = {
  label: { values: text, read: (c) => c.label, write: (c, value) => ({ ...c, label: String(value) }) },
  redirectUri: {
    values: text,
    read: (c) => c.redirect_uri,
    write: (c, value) => ({ ...c, redirect_uri: String(value) }),
  },
  public: {
    values: fc.boolean(),
    read: (c) => c.public,
    write: (c, value) => ({ ...c, public: value === true }),
  },
};

const client = (id: string): OAuthClient => ({
  ...{ id, label: "", public: false, redirect_uri: "", secret: "<REDACTED>", status: "active" },
  thumbnail_url: null,
});

export const oauthClientModel: ModelType<OAuthClient> = {
  objects: {
    ...{ path: "/v4/account/oauth-clients", max: 3 },
    any: (index) => fc.constant(client(`c${index}`)),
  },
  fields: clientFields,
  hasNoCreationTime: true,
};
