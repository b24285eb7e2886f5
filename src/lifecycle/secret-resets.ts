import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { canonicalAddress } from "../client/address";
import { createPrivateFolder, writeAtomically } from "../files";
import { isRecord, messageOf } from "../unknown";
import { LifecycleError } from "./failures";
import type { ResourceOrigin } from "./origin";

/** An object whose secret an update resets. Renaming its resource does not change which object it is. */
interface ResetObject {
  readonly id: string;
  readonly origin: Pick<ResourceOrigin, "project" | "stack" | "type" | "organization">;
  /** The address of the service. */
  readonly address: string;
}

/**
 * Keeps one record per object, from before a reset until the state has its result: only the response to the reset contains the new
 * secret, and a plugin may be killed before it receives the response.
 */
export interface SecretResetStore {
  /** The fingerprint of the secrets that the state had before the last reset. Undefined if no reset is recorded. */
  find(object: ResetObject): string | undefined;
  /** When it resolves, the record is on disk and synced. */
  save(object: ResetObject, fingerprint: string): Promise<void>;
  remove(object: ResetObject): Promise<void>;
}

/** One file for each object, in a folder that only this user can read. `owner`: the backend of the state. */
export function secretResetFiles(folder: string, owner: string): SecretResetStore {
  const fileOf = (object: ResetObject) => join(folder, `${keyOf(owner, object)}.json`);
  return {
    find: (object) => {
      try {
        const value: unknown = JSON.parse(readFileSync(fileOf(object), "utf8"));
        return isRecord(value) && typeof value.before === "string" ? value.before : undefined;
      } catch {
        // Without a complete record, no reset was sent.
        return undefined;
      }
    },
    save: async (object, before) => {
      const { id, origin, address } = object;
      const { project, stack, type } = origin;
      try {
        createPrivateFolder(folder);
        await writeAtomically(fileOf(object), JSON.stringify({ type, id, address, project, stack, before }));
      } catch (error) {
        throw new LifecycleError(
          `Could not write the record of the reset to ${folder}: ${messageOf(error)}. A later run needs it if this one is interrupted. Set NODECLOUD_HOME to a writable folder.`,
        );
      }
    },
    remove: (object) => rm(fileOf(object), { force: true }),
  };
}

/** Records of resets in memory, for tests. Several stores may share `memory`, as several processes share a folder. */
export function memorySecretResets(owner = "", memory = new Map<string, string>()): SecretResetStore {
  return {
    find: (object) => memory.get(keyOf(owner, object)),
    save: async (object, before) => void memory.set(keyOf(owner, object), before),
    remove: async (object) => void memory.delete(keyOf(owner, object)),
  };
}

function keyOf(owner: string, { id, origin, address }: ResetObject): string {
  const { project, stack, type, organization = "" } = origin;
  const parts = JSON.stringify([owner, organization, canonicalAddress(address), project, stack, type, id]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}
