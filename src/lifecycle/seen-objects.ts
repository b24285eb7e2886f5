import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFolder, writeAtomically } from "../files";
import { isRecord } from "../unknown";
import type { ResourceOrigin } from "./definition";
import { type Identity, readIdentity } from "./identity";

/** A thing of a stack that was seen to exist. */
export interface SeenObject {
  readonly kind: string;
  readonly id: string;
  readonly identity: Identity;
}

/**
 * Remembers things of each stack from run to run, where the account can't be read. When the first resource that a run
 * reads is gone, another one of the stack then tells whether the token is the right one.
 */
export interface SeenObjectStore {
  load(stack: ResourceOrigin): readonly SeenObject[];
  save(stack: ResourceOrigin, things: readonly SeenObject[]): Promise<void>;
}

/** One of them that still exists is enough. */
export const maxSeenObjects = 50;

/** Sightings as files, one a stack of the backend `owner`. What can't be read or written is not remembered. */
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
    save: async (stack, things) => {
      try {
        createPrivateFolder(folder);
        await writeAtomically(fileOf(stack), JSON.stringify(things.map(stored)));
      } catch {
        // A run that finds none asks for `--allow-empty` where it could have gone on.
      }
    },
  };
}

export function memorySeenObjects(): SeenObjectStore {
  const kept = new Map<string, readonly SeenObject[]>();
  return {
    load: (stack) => kept.get(keyOf("", stack)) ?? [],
    save: async (stack, things) => void kept.set(keyOf("", stack), things),
  };
}

function keyOf(owner: string, { organization = "", project, stack }: ResourceOrigin): string {
  const parts = JSON.stringify([owner, organization, project, stack]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}

/** Files keep the name that version 0.1.0 gave to the kind. */
function stored({ kind, ...others }: SeenObject): unknown {
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
