import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../../unknown";
import { Refusal, refused, wrongInput } from "../refusal";
import type { WorldState } from "../world/world-state";
import { worldOf } from "../world/written-world";
import type { Files } from "./files";
import { lineOf, linesOf } from "./lines";

/** A world that was put aside under a name. */
export interface SnapshotView {
  readonly name: string;
  /** The emulator's time in it. */
  readonly time: string;
}

/** Where snapshots are: a folder, or memory. */
export interface SnapshotStore {
  names(): readonly string[];
  /** The emulator's time in it, in milliseconds since 1970 UTC. */
  time(name: string): number;
  read(name: string): WorldState | undefined;
  write(name: string, world: WorldState): void;
  remove(name: string): void;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const maxSnapshots = 1000;

/** Worlds by name. */
export class Snapshots {
  readonly #store: SnapshotStore;

  constructor(store: SnapshotStore) {
    this.#store = store;
  }

  /** By name. */
  list(): SnapshotView[] {
    return [...this.#store.names()].sort().map((name) => {
      return { name, time: new Date(this.#store.time(name)).toISOString() };
    });
  }

  /** Takes the place of an older one of the name. Throws a `Refusal` for a name that can't be one, and for one too many. */
  save(name: string, world: WorldState): void {
    if (!namePattern.test(name)) {
      throw wrongInput(
        "name",
        "name must be 1 to 64 letters, digits, - _ . and begin with a letter or digit",
      );
    }
    const names = this.#store.names();
    if (names.length >= maxSnapshots && !names.includes(name)) {
      throw refused(`There are ${maxSnapshots} snapshots already. Delete one, or save under its name.`);
    }
    this.#store.write(name, world);
  }

  /** @throws Refusal when there is none of this name. */
  load(name: string): WorldState {
    const world = this.#store.names().includes(name) ? this.#store.read(name) : undefined;
    if (!world) throw this.#unknown(name);
    return world;
  }

  /** @throws Refusal when there is none of this name. */
  delete(name: string): void {
    if (!this.#store.names().includes(name)) throw this.#unknown(name);
    this.#store.remove(name);
  }

  #unknown(name: string): Refusal {
    const names = [...this.#store.names()].sort();
    const known = names.length === 0 ? "There are none." : `There are: ${names.join(", ")}.`;
    return new Refusal("notFound", [{ reason: `There is no snapshot ${JSON.stringify(name)}. ${known}` }]);
  }
}

export function snapshotsInMemory(): SnapshotStore {
  const worlds = new Map<string, WorldState>();
  return {
    names: () => [...worlds.keys()],
    time: (name) => worlds.get(name)?.time ?? 0,
    read: (name) => worlds.get(name),
    write: (name, world) => void worlds.set(name, world),
    remove: (name) => void worlds.delete(name),
  };
}

const ending = ".named-snapshot";

/** The first line, so that a list needs not read the world, which is the second. */
const heading = z.object({ time: z.number() });

export function snapshotsIn(files: Files): SnapshotStore {
  return {
    names: () =>
      files
        .names()
        .filter((file) => file.endsWith(ending))
        .map((file) => file.slice(0, -ending.length)),
    time: (name) => lineAt(files, name + ending, 0, (value) => heading.parse(value).time),
    read: (name) => lineAt(files, name + ending, 1, worldOf),
    write: (name, world) => {
      try {
        files.replace(name + ending, Buffer.concat([lineOf({ time: world.time }), lineOf(world)]));
      } catch (error) {
        throw cannot("keep", join(files.folder, name + ending), messageOf(error));
      }
    },
    remove: (name) => files.remove(name + ending),
  };
}

/** What is read of a line of a snapshot's file. */
function lineAt<T>(files: Files, file: string, wanted: number, read: (value: unknown) => T): T {
  const path = join(files.folder, file);
  try {
    let number = 0;
    for (const { value } of linesOf(files.read(file) ?? new Uint8Array())) {
      if (number++ === wanted) return read(value);
    }
  } catch (error) {
    throw cannot("read", path, messageOf(error));
  }
  throw cannot("read", path, "it is empty or cut short");
}

function cannot(what: string, path: string, why: string): Refusal {
  return new Refusal("unkept", [{ reason: `The emulator can't ${what} the snapshot ${path}: ${why}.` }]);
}
