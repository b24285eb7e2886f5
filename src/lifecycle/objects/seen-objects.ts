import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFolder, writeAtomically } from "../../files";
import { isRecord } from "../../unknown";
import { type Identity, readIdentity } from "../identity/identity";
import type { ResourceOrigin } from "../identity/origin";

/** An object of a stack that a run has seen to exist. */
export interface SeenObject {
  readonly kind: string;
  readonly id: string;
  readonly identity: Identity;
}

/**
 * Remembers objects of each stack from run to run, if the account cannot be read. If the first object that a run reads is missing, another
 * object of the stack shows whether the token belongs to the right account.
 */
export interface SeenObjectStore {
  load(stack: ResourceOrigin): readonly SeenObject[];
  save(stack: ResourceOrigin, objects: readonly SeenObject[]): Promise<void>;
}

/** The number of objects to remember. One that still exists is enough. */
export const maxSeenObjects = 50;

/** One file for each stack of the backend `owner`. Objects that cannot be read from it or written to it are forgotten. */
export function seenObjectFiles(folder: string, owner: string): SeenObjectStore {
  const fileOf = (stack: ResourceOrigin) => join(folder, `${keyOf(owner, stack)}.json`);
  return {
    load: (stack) => {
      try {
        return parse(readFileSync(fileOf(stack), "utf8"));
      } catch {
        return [];
      }
    },
    save: async (stack, objects) => {
      try {
        createPrivateFolder(folder);
        await writeAtomically(fileOf(stack), JSON.stringify(objects.map(toStored)));
      } catch {
        // The next run may then need `--allow-empty`.
      }
    },
  };
}

/** Seen objects in memory, for tests. */
export function memorySeenObjects(): SeenObjectStore {
  const byStack = new Map<string, readonly SeenObject[]>();
  return {
    load: (stack) => byStack.get(keyOf("", stack)) ?? [],
    save: async (stack, objects) => void byStack.set(keyOf("", stack), objects),
  };
}

function keyOf(owner: string, { organization = "", project, stack }: ResourceOrigin): string {
  const parts = JSON.stringify([owner, organization, project, stack]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}

/** In the files, the kind is called `noun`, as in version 0.1.0. */
function toStored({ kind, ...others }: SeenObject): unknown {
  return { noun: kind, ...others };
}

function parse(text: string): readonly SeenObject[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    isRecord(one) && typeof one.noun === "string" && typeof one.id === "string"
      ? [{ kind: one.noun, id: one.id, identity: readIdentity(one) }]
      : [],
  );
}
