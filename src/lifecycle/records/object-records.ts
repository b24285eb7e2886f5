import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { canonicalAddress } from "../../client/address";
import { createPrivateFolder, writeAtomically } from "../../files";
import { isRecord, messageOf } from "../../unknown";
import { LifecycleError } from "../failures";
import type { ResourceOrigin } from "../identity/origin";

/** An object of a stack. Renaming its resource does not change which object it is. */
interface StackObject {
  readonly id: string;
  readonly origin: Pick<ResourceOrigin, "project" | "stack" | "type" | "organization">;
  /** The address of the service. */
  readonly address: string;
}

/** The last request of one kind that changes an object. Contains no secret. */
export interface ObjectRecord {
  /** The URN of the resource that it was for. */
  readonly by: string;
  /** A fingerprint of the secrets that the state had before. */
  readonly before?: string;
  /** A fingerprint of the secrets that the request set. Absent if its response was lost. */
  readonly after?: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Keeps one record per object, from before a request until the state has its result. The plugin may be killed before it receives the
 * response, and the Pulumi CLI then records nothing.
 */
export interface ObjectRecords {
  find(object: StackObject): ObjectRecord | undefined;
  /** When it resolves, the record is on disk and synced. */
  save(object: StackObject, record: ObjectRecord): Promise<void>;
  remove(object: StackObject): Promise<void>;
  /** Records that the result of the request is being sent to the engine. */
  markResultSent(object: StackObject): void;
  /** Removes the records whose results were sent: the engine ended normally, so it received them. */
  removeWithSentResults(): void;
}

/** One file for each object, in a folder that only this user can read. `owner`: the backend of the state. */
export function objectRecordFiles(folder: string, owner: string): ObjectRecords {
  const fileOf = (object: StackObject) => join(folder, `${keyOf(owner, object)}.json`);
  const sent = new Set<string>();
  return {
    find: (object) => {
      try {
        return readRecord(JSON.parse(readFileSync(fileOf(object), "utf8")));
      } catch {
        // Without a complete record, no request was sent.
        return undefined;
      }
    },
    save: async (object, record) => {
      const { id, origin, address } = object;
      const { project, stack, type } = origin;
      try {
        createPrivateFolder(folder);
        await writeAtomically(
          fileOf(object),
          JSON.stringify({ type, id, address, project, stack, ...record }),
        );
      } catch (error) {
        throw new LifecycleError(
          `Could not write the record of the request to ${folder}: ${messageOf(error)}. A later run needs it if this one is interrupted. Set NODECLOUD_HOME to a writable folder.`,
        );
      }
    },
    remove: (object) => rm(fileOf(object), { force: true }),
    markResultSent: (object) => void sent.add(fileOf(object)),
    removeWithSentResults: () => {
      for (const file of sent) rmSync(file, { force: true });
    },
  };
}

/** The data that several in-memory stores share, as several processes share a folder. */
export type SharedObjectRecords = Map<string, ObjectRecord>;

/** Records of objects in memory, for tests. */
export function memoryObjectRecords(owner = "", memory: SharedObjectRecords = new Map()): ObjectRecords {
  const sent = new Set<string>();
  return {
    find: (object) => memory.get(keyOf(owner, object)),
    save: async (object, record) => void memory.set(keyOf(owner, object), record),
    remove: async (object) => void memory.delete(keyOf(owner, object)),
    markResultSent: (object) => void sent.add(keyOf(owner, object)),
    removeWithSentResults: () => {
      for (const key of sent) memory.delete(key);
    },
  };
}

function readRecord(value: unknown): ObjectRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { by, before, after, at } = value;
  if (typeof by !== "string" || typeof at !== "number") return undefined;
  return {
    ...{ by, at },
    ...(typeof before === "string" ? { before } : {}),
    ...(typeof after === "string" ? { after } : {}),
  };
}

function keyOf(owner: string, { id, origin, address }: StackObject): string {
  const { project, stack, type, organization = "" } = origin;
  const parts = JSON.stringify([owner, organization, canonicalAddress(address), project, stack, type, id]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}
