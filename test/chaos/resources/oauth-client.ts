import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Secret, unknown } from "../../../src/state";
import { without } from "../resource";
import type { ChaosResource } from "./chaos-resource";
import { files } from "./files";

const thumbnails = ["89504e470d0a1a0a0000000d49484452", "4749463839610100"].map((data, index) => ({
  thumbnail: files.write(`thumbnail-${index}`, Buffer.from(data, "hex")),
}));

export const oauthClient: ChaosResource = {
  basicArguments: { label: "Shop", redirectUri: "https://shop.example/callback" },
  argumentChanges: [
    ...[{ label: "Other" }, { label: "Ümläut ✓" }, { redirectUri: "https://other.example/" }],
    ...[{ public: true }, { public: false }, { public: null }, { secretVersion: 1 }, { secretVersion: 2 }],
    ...thumbnails,
    ...[{ timeouts: { create: "2m" } }],
  ],
  ignorable: ["label"],
  secrets: [],
  references: {
    targets: ["Instance"],
    isRequired: false,
    argumentsFrom: ({ outputs: { label } }) => ({
      redirectUri: typeof label === "string" ? `https://${label}.example/` : unknown,
    }),
    programText: `({ label }) => ({ redirectUri: pulumi.interpolate\`https://\${label}.example/\` })`,
  },
  withValidArguments(resource, target) {
    const client = resource.args.public === true ? without(resource, "secretVersion") : resource;
    return target ? without(client, "redirectUri") : client;
  },
  objects: {
    kind: "OAuth client",
    path: "oauth",
    existing: ({ oauth_clients }) => oauth_clients,
    hasNoCreationTime: true,
    externalDelete: (clientId) => ({ kind: "oauth_client_delete", clientId }),
    externalChange(clientId, kind) {
      const patchOf = {
        label: { label: "Renamed" },
        status: { public: true },
        settings: { redirect_uri: "https://changed.example/" },
      };
      return { kind: "oauth_client_change", clientId, patch: patchOf[kind] };
    },
  },
  liveArguments(world, id) {
    const found = world.oauth_clients.find((one) => one.id === id);
    return found
      ? {
          ...{ label: found.label, redirectUri: found.redirect_uri, public: found.public },
          thumbnail: found.thumbnail?.data ?? null,
        }
      : null;
  },
  comparable: {
    thumbnail: (value) =>
      typeof value === "string" && value.startsWith("/") ? readFileSync(value).toString("base64") : value,
  },
  // A confidential client has a secret, which the state does not know if the client was adopted.
  hasRecordedSecret({ args }, { id, outputs }, world) {
    if (args.public === true || outputs.adopted === true) return true;
    const client = world.oauth_clients.find((one) => one.id === id);
    if (client?.public !== false) return true;
    const { secret } = outputs;
    const text = secret instanceof Secret ? String(secret.reveal()) : "";
    return createHash("sha256").update(text).digest("hex") === client.secret_sha256;
  },
  operations: {
    group: "oauthClients",
    creates: ["oauthClients.create"],
    changes: [
      ...(["oauthClients.update", "oauthClients.delete"] as const),
      ...(["oauthClients.resetSecret", "oauthClients.updateThumbnail"] as const),
    ],
  },
};
