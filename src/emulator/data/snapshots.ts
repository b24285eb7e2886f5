import { join } from "node:path";
import { Refusal, wrongInput } from "../refusal";
import type { WorldState } from "../world/world-state";
import { worldOf } from "../world/written-world";
import { wordsOf } from "./data-error";
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
  read(name: string): WorldState | undefined;
  write(name: string, world: WorldState): void;
  remove(name: string): void;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Worlds by name. */
export class Snapshots {
  readonly #store: SnapshotStore;

  constructor(store: SnapshotStore) {
    this.#store = store;
  }

  /** By name. */
  list(): SnapshotView[] {
    return [...this.#store.names()].sort().map((name) => {
      return { name, time: new Date(this.load(name).time).toISOString() };
    });
  }

  /** Takes the place of an older one of the name. Throws a `Refusal` for a name that can't be one. */
  save(name: string, world: WorldState): void {
    if (!namePattern.test(name)) {
      throw wrongInput(
        "name",
        "name must be 1 to 64 letters, digits, - _ . and begin with a letter or digit",
      );
    }
    this.#store.write(name, world);
  }

  /** @throws Refusal when there is none of this name. */
  load(name: string): WorldState {
    const world = namePattern.test(name) ? this.#store.read(name) : undefined;
    if (world) return world;
    const names = this.#store.names();
    const known = names.length === 0 ? "There are none." : `There are: ${[...names].sort().join(", ")}.`;
    throw new Refusal("notFound", [{ reason: `There is no snapshot ${JSON.stringify(name)}. ${known}` }]);
  }

  delete(name: string): void {
    this.load(name);
    this.#store.remove(name);
  }
}

export function snapshotsInMemory(): SnapshotStore {
  const worlds = new Map<string, WorldState>();
  return {
    names: () => [...worlds.keys()],
    read: (name) => worlds.get(name),
    write: (name, world) => void worlds.set(name, world),
    remove: (name) => void worlds.delete(name),
  };
}

const ending = ".named-snapshot";

export function snapshotsIn(files: Files): SnapshotStore {
  return {
    names: () =>
      files
        .names()
        .filter((file) => file.endsWith(ending))
        .map((file) => file.slice(0, -ending.length)),
    read: (name) => readSnapshot(files, name + ending),
    write: (name, world) => {
      try {
        files.replace(name + ending, lineOf(world));
      } catch (error) {
        throw cannot("keep", join(files.folder, name + ending), wordsOf(error));
      }
    },
    remove: (name) => files.remove(name + ending),
  };
}

function readSnapshot(files: Files, file: string): WorldState | undefined {
  const bytes = files.read(file);
  if (!bytes) return undefined;
  const path = join(files.folder, file);
  try {
    const [line] = linesOf(bytes);
    if (line) return worldOf(line.value);
  } catch (error) {
    throw cannot("read", path, wordsOf(error));
  }
  throw cannot("read", path, "it is empty or cut short");
}

function cannot(what: string, path: string, why: string): Refusal {
  return new Refusal("unkept", [{ reason: `The emulator can't ${what} the snapshot ${path}: ${why}.` }]);
}
