import fc from "fast-check";
import { OAuthClient } from "../../../src";
import type { OAuthClient as Live } from "../../../src/client";
import { operations } from "../../../src/contract";
import { oauthClientFields } from "../../../src/resources/oauth-client.fields";
import type { TestStack } from "../../../src/testing";
import { type ModelFields, type ModelType, text } from "../../drift/worlds/model-type";
import { clientsIn, gif, png, shop } from "../oauth-clients";
import { byControl } from "./changes";
import { files } from "./files";
import { testedResource } from "./tested-resource";

type Patch = Extract<
  Parameters<TestStack["emulator"]["control"]["externalChange"]>[0],
  { kind: "oauth_client_change" }
>["patch"];

function patched(patch: Patch) {
  return byControl((clientId) => ({ kind: "oauth_client_change", clientId, patch }));
}

const declared = { label: "Shop", redirectUri: "https://shop.example/callback" };
const prepared = { thumbnail: async () => files.write("logo", png) };
const externalChanges = {
  label: patched({ label: "Changed" }),
  redirectUri: patched({ redirect_uri: "https://changed.example/" }),
  thumbnailHash: {
    make: patched({ thumbnail: { content_type: "image/gif", data: gif.toString("base64") } }),
    outputs: ["thumbnailHash", "thumbnailUrl"],
  },
};

const modelFields: ModelFields<Live> = {
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

const client = (id: string): Live => ({
  ...{ id, label: "", public: false, redirect_uri: "", secret: "<REDACTED>", status: "active" },
  thumbnail_url: null,
});

/** Written from the interface, not from the code of the resource. */
const driftModel: ModelType<Live> = {
  objects: {
    ...{ path: "/v4/account/oauth-clients", max: 3 },
    any: (index) => fc.constant(client(`c${index}`)),
  },
  fields: modelFields,
  hasNoCreationTime: true,
  // The states of the worlds record no secret, so `up` resets it when it makes the client confidential again.
  hiddenChange: ({ declared: { public: isPublic }, live, ignored }) =>
    isPublic === false && live.public && !ignored.includes("public")
      ? { field: "secret", declared: "known", live: "unknown" }
      : undefined,
};

export const oauthClient = testedResource(oauthClientFields, {
  type: "OAuthClient",
  resourceClass: OAuthClient,
  driftModel,
  recordOf: (stack, id) => clientsIn(stack).find((one) => one.id === id),
  count: (stack) => clientsIn(stack).length,
  forwardCompatibility: {
    variant: "confidential",
    ...{ path: /\/oauth-clients(\/\w+)?$/, response: operations.oauthClients.view.response },
    managed: ["label", "redirect_uri", "public", "thumbnail_url"],
    ...{ alsoRead: ["id", "secret"], changed: { label: "renamed" } },
  },
  creates: {
    "an OAuth client": {
      ...{ inputs: () => shop, operation: "oauthClients.create", list: "oauthClients.list" },
      createdIds: (stack) => clientsIn(stack).map(({ id }) => id),
    },
  },
  counted: { count: 100, inputs: (index) => ({ ...shop, label: `shop-${index}` }) },
  ids: { missing: "0123456789abcdef", malformed: ["", "a b", "../account", ".."] },
  example: {
    outputs: { clientId: expect.any(String), clientSecret: expect.any(String) },
    secrets: ["clientSecret"],
    makes: { oauth_clients: { label: "Shop", redirect_uri: "https://shop.example.com/callback" } },
  },
  variants: {
    confidential: {
      declared: { ...declared, public: false, secretVersion: 1, timeouts: { update: "1m" } },
      prepared,
      externalChanges: { ...externalChanges, public: patched({ public: true }) },
    },
    public: {
      declared: { ...declared, public: true },
      prepared,
      externalChanges: { ...externalChanges, public: patched({ public: false }) },
    },
  },
});
