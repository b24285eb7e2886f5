import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { canonicalAddress } from "../client/address";
import { createPrivateFolder, writeAtomically } from "../files";
import { isRecord, messageOf } from "../unknown";
import { LifecycleError } from "./failures";
import type { ResourceOrigin } from "./origin";

/** An object whose secret is reset. Renaming its resource does not change which object it is. */
interface ResetObject {
  readonly id: string;
  readonly origin: Pick<ResourceOrigin, "project" | "stack" | "type" | "organization">;
  /** The address of the service. */
  readonly address: string;
}

/** The last reset of an object's secret. Contains no secret. */
export interface SecretReset {
  /** The URN of the resource that requested it. */
  readonly by: string;
  /** A fingerprint of the secrets that the state had before. Absent for an adoption, which does not know them. */
  readonly before?: string;
  /** A fingerprint of the new secrets. Absent if the response was lost. */
  readonly after?: string;
  /** When it was requested, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Keeps one record per object, from before a reset until the state has its result: only the response to the reset contains the new
 * secret, and a plugin may be killed before it receives the response.
 */
export interface SecretResetStore {
  find(object: ResetObject): SecretReset | undefined;
  /** When it resolves, the record is on disk and synced. */
  save(object: ResetObject, reset: SecretReset): Promise<void>;
  remove(object: ResetObject): Promise<void>;
}

/** One file for each object, in a folder that only this user can read. `owner`: the backend of the state. */
export function secretResetFiles(folder: string, owner: string): SecretResetStore {
  const fileOf = (object: ResetObject) => join(folder, `${keyOf(owner, object)}.json`);
  return {
    find: (object) => {
      try {
        return readReset(JSON.parse(readFileSync(fileOf(object), "utf8")));
      } catch {
        // Without a complete record, no reset was sent.
        return undefined;
      }
    },
    save: async (object, reset) => {
      const { id, origin, address } = object;
      const { project, stack, type } = origin;
      try {
        createPrivateFolder(folder);
        await writeAtomically(
          fileOf(object),
          JSON.stringify({ type, id, address, project, stack, ...reset }),
        );
      } catch (error) {
        throw new LifecycleError(
          `Could not write the record of the reset to ${folder}: ${messageOf(error)}. A later run needs it if this one is interrupted. Set NODECLOUD_HOME to a writable folder.`,
        );
      }
    },
    remove: (object) => rm(fileOf(object), { force: true }),
  };
}

/** The data that several in-memory stores share, as several processes share a folder. */
export type ResetMemory = Map<string, SecretReset>;

/** Records of resets in memory, for tests. */
export function memorySecretResets(owner = "", memory: ResetMemory = new Map()): SecretResetStore {
  return {
    find: (object) => memory.get(keyOf(owner, object)),
    save: async (object, reset) => void memory.set(keyOf(owner, object), reset),
    remove: async (object) => void memory.delete(keyOf(owner, object)),
  };
}

function readReset(value: unknown): SecretReset | undefined {
  if (!isRecord(value)) return undefined;
  const { by, before, after, at } = value;
  if (typeof by !== "string" || typeof at !== "number") return undefined;
  return {
    ...{ by, at },
    ...(typeof before === "string" ? { before } : {}),
    ...(typeof after === "string" ? { after } : {}),
  };
}

function keyOf(owner: string, { id, origin, address }: ResetObject): string {
  const { project, stack, type, organization = "" } = origin;
  const parts = JSON.stringify([owner, organization, canonicalAddress(address), project, stack, type, id]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}
