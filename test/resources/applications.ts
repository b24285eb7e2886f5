import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, Secret } from "../../src/state";
import { declare, type TestStack } from "../../src/testing";

type Inputs = Readonly<Record<string, PropertyMap[string] | undefined>>;

/** What an OAuth client needs at least. */
export const shop: PropertyMap = { label: "Shop", redirectUri: "https://shop.example/callback" };

/** A program that declares one OAuth client, `app`, with these arguments over those of `shop`; undefined leaves one out. */
export function app(inputs: Inputs = {}): ProgramFunction {
  return apps({ app: { ...shop, ...inputs } });
}

/** A program that declares OAuth clients with these arguments alone. */
export function apps(all: Readonly<Record<string, Inputs>>): ProgramFunction {
  return async (register) => {
    await Promise.all(
      Object.entries(all).map(([name, inputs]) => {
        const declared: Record<string, PropertyMap[string]> = {};
        for (const [key, value] of Object.entries(inputs)) if (value !== undefined) declared[key] = value;
        return register(declare("OAuthClient", name, declared));
      }),
    );
    return {};
  };
}

export function clientsIn(stack: TestStack) {
  return stack.emulator.control.world().oauth_clients;
}

/** The secret of a resource in the state, in clear; undefined when there is none. It has to be marked as secret there. */
export function secretOf(stack: TestStack, name = "app"): string | undefined {
  const secret = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs.secret;
  if (secret === undefined) return undefined;
  if (!(secret instanceof Secret)) throw new Error("The secret is in the state as plain text.");
  return String(secret.reveal());
}

/** Whether the service accepts the secret: its hash is all that the world keeps. */
export function isAccepted(stack: TestStack, secret: string | undefined): boolean {
  const hash = createHash("sha256")
    .update(secret ?? "")
    .digest("hex");
  return clientsIn(stack).some(({ secret_sha256 }) => secret_sha256 === hash);
}

export const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
export const gif = Buffer.from("4749463839610100", "hex");

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A folder of files that is gone after the tests. */
export class Files {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-thumbnails-")));

  write(name: string, bytes: Uint8Array | string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, bytes);
    return path;
  }

  get folder(): string {
    return this.#folder;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
