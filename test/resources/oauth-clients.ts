import { createHash } from "node:crypto";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, Secret } from "../../src/state";
import type { TestStack } from "../../src/testing";
import { declareAll, type Inputs } from "./declare-all";

/** The required arguments of an OAuth client. */
export const shop: PropertyMap = { label: "Shop", redirectUri: "https://shop.example/callback" };

/** Thumbnails: the first bytes of two formats. */
export const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
export const gif = Buffer.from("4749463839610100", "hex");

/** A program that declares one OAuth client, `app`, with the arguments of `shop` and these. */
export function declareClient(inputs: Inputs = {}): ProgramFunction {
  return declareClients({ app: { ...shop, ...inputs } });
}

/** A program that declares OAuth clients by name. */
export function declareClients(clients: Readonly<Record<string, Inputs>>): ProgramFunction {
  return declareAll("OAuthClient", clients);
}

export function clientsIn(stack: TestStack) {
  return stack.emulator.control.world().oauth_clients;
}

/** The plain text of a resource's secret in the state, or undefined. Throws if the state does not mark it as secret. */
export function secretOf(stack: TestStack, name = "app"): string | undefined {
  const secret = stack.outputs(name)?.secret;
  if (secret === undefined) return undefined;
  if (!(secret instanceof Secret)) throw new Error("The state contains the secret in plain text.");
  return String(secret.reveal());
}

/** Whether the service accepts the secret. The world keeps only its hash. */
export function isAccepted(stack: TestStack, secret: string | undefined): boolean {
  return clientsIn(stack).some(({ secret_sha256 }) => secret_sha256 === sha256(secret ?? ""));
}

export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}
