import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecretStrings } from "../../src/state";

/** A temporary folder that is removed after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "state-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Encryption that tests can read: a prefix instead of a cipher. `encrypted` lists the encrypted strings. */
export function prefixSecrets(): SecretStrings & { readonly encrypted: string[] } {
  const encrypted: string[] = [];
  return {
    encrypted,
    encrypt: (text) => {
      encrypted.push(text);
      return `sealed:${text}`;
    },
    decrypt: (text) => text.replace("sealed:", ""),
  };
}

export const signature = "4dabf18193072939515e22adb298388d";
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";

const stack = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
const providerUrn = "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default";
const provider = `${providerUrn}::6d3f2c1a-0f64-4d0e-9f0b-0d6b5a1c2e3f`;
const component = "urn:pulumi:dev::shop::my:comp:Group::group";
const type = "pulumi-nodejs:dynamic/shop:Thing";
const first = `urn:pulumi:dev::shop::my:comp:Group$${type}::first`;
const second = `urn:pulumi:dev::shop::${type}::second`;

/** A state with every feature, as the CLI's file backend writes it. */
export const golden = {
  version: 3,
  checkpoint: {
    stack: "organization/shop/dev",
    latest: {
      manifest: { time: "2024-05-01T10:00:00.000Z", magic: "", version: "" },
      secrets_providers: { type: "passphrase", state: { salt: "v1:c2FsdHNhbHQ=:v1:probe" } },
      resources: [
        { urn: stack, custom: false, type: "pulumi:pulumi:Stack", outputs: { address: "10.0.0.1" } },
        {
          urn: providerUrn,
          custom: true,
          id: "6d3f2c1a-0f64-4d0e-9f0b-0d6b5a1c2e3f",
          type: "pulumi:providers:pulumi-nodejs",
          inputs: {
            "shop:region": "north",
            "shop:token": { [signature]: secretMark, ciphertext: 'sealed:"t0ken"' },
          },
        },
        { urn: component, custom: false, type: "my:comp:Group", parent: stack },
        {
          urn: first,
          custom: true,
          id: "1",
          type,
          inputs: {
            __provider: "code",
            password: { [signature]: secretMark, ciphertext: 'sealed:{"deep":["x",1,null]}' },
            notes: { nested: [{ a: 1 }, "b", true] },
          },
          outputs: { __provider: "code", address: "10.0.0.1" },
          parent: component,
          protect: true,
          provider,
          propertyDependencies: { notes: [] },
          additionalSecretOutputs: ["address"],
          aliases: ["urn:pulumi:dev::shop::pulumi-nodejs:dynamic/shop:Thing::first"],
          customTimeouts: { create: 300 },
          created: "2024-05-01T09:00:00.123456789Z",
          modified: "2024-05-01T09:30:00.123456789Z",
          sourcePosition: "project:///index.ts#3,1",
        },
        {
          urn: second,
          custom: true,
          id: "2",
          type,
          inputs: { __provider: "code", peer: "10.0.0.1" },
          outputs: { __provider: "code", peer: "10.0.0.1" },
          parent: stack,
          dependencies: [first],
          initErrors: ["still booting"],
          provider,
          propertyDependencies: { peer: [first] },
          pendingReplacement: true,
          retainOnDelete: true,
          deletedWith: first,
          ignoreChanges: ["peer"],
          replaceOnChanges: ["#initerror"],
        },
        { urn: second, custom: true, delete: true, id: "9", type, parent: stack, provider },
      ],
      pending_operations: [
        { resource: { urn: `${second}-lost`, custom: true, type, provider }, type: "creating" },
      ],
      metadata: {},
    },
  },
};
