import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../../unknown";
import { invalidField, invalidRequest, ServiceError } from "../service-error";
import type { SavedWorld } from "../types.generated";
import { worldOf } from "../world/input-world";
import type { World } from "../world/world";
import { decodeLines, encodeLine } from "./checksummed-lines";
import type { SnapshotView } from "./snapshot-view";
import type { WorldFiles } from "./world-files";

/** Where snapshots are stored: in a folder, or in memory. */
export interface SnapshotStore {
  names(): readonly string[];
  /** The emulator's time when it was saved, in milliseconds since 1970 UTC. */
  time(name: string): number;
  read(name: string): SavedWorld | undefined;
  /** `size` is about that of the world's JSON. */
  write(name: string, world: SavedWorld, size: number): void;
  remove(name: string): void;
  /** The approximate size of all of them, in bytes. */
  size(): number;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const maxSnapshots = 1000;
/** The maximum size of all snapshots together. */
const maxSnapshotBytes = 256 * 2 ** 20;

/** Named copies of the world. */
export class Snapshots {
  readonly #store: SnapshotStore;
  /** Counts the changes to the list. */
  #revision = 0;

  constructor(store: SnapshotStore) {
    this.#store = store;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Sorted by name. One that cannot be read is listed with the reason. */
  list(): SnapshotView[] {
    return [...this.#store.names()].sort().map((name) => {
      try {
        return { name, time: new Date(this.#store.time(name)).toISOString() };
      } catch (error) {
        return { name, time: "", problem: messageOf(error) };
      }
    });
  }

  /** Replaces an older snapshot of the name. Throws a `ServiceError` for an invalid name, and when there are too many snapshots. */
  save(name: string, world: World, now: number): void {
    if (!namePattern.test(name)) {
      throw invalidField(
        "name",
        "name must have 1 to 64 letters, digits, - _ . and start with a letter or digit",
      );
    }
    const names = this.#store.names();
    if (names.length >= maxSnapshots && !names.includes(name)) {
      throw invalidRequest(
        `There are already ${maxSnapshots} snapshots. Delete one, or replace one by saving under its name.`,
      );
    }
    if (this.#store.size() + world.size.total > maxSnapshotBytes) {
      throw invalidRequest(
        `The snapshots would have more than ${maxSnapshotBytes / 2 ** 20} MiB together. Delete some of them.`,
      );
    }
    this.#store.write(name, world.export(now), world.size.total);
    this.#revision += 1;
  }

  /** @throws ServiceError when there is no snapshot of this name. */
  load(name: string): SavedWorld {
    const world = this.#store.names().includes(name) ? this.#store.read(name) : undefined;
    if (!world) throw this.#notFound(name);
    return world;
  }

  /** @throws ServiceError when there is no snapshot of this name. */
  delete(name: string): void {
    if (!this.#store.names().includes(name)) throw this.#notFound(name);
    this.#store.remove(name);
    this.#revision += 1;
  }

  #notFound(name: string): ServiceError {
    const names = [...this.#store.names()].sort();
    const known = names.length === 0 ? "There are no snapshots." : `The snapshots are: ${names.join(", ")}.`;
    return new ServiceError("notFound", [
      { reason: `There is no snapshot ${JSON.stringify(name)}. ${known}` },
    ]);
  }
}

export function snapshotsInMemory(): SnapshotStore {
  const worlds = new Map<string, { readonly world: SavedWorld; readonly size: number }>();
  return {
    names: () => [...worlds.keys()],
    time: (name) => worlds.get(name)?.world.time ?? 0,
    read: (name) => worlds.get(name)?.world,
    write: (name, world, size) => void worlds.set(name, { world, size }),
    remove: (name) => void worlds.delete(name),
    size: () => [...worlds.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

const extension = ".named-snapshot";

/** The first line. The world is the second one, which a list need not decode. */
const header = z.object({ time: z.number() });

export function snapshotsIn(files: WorldFiles): SnapshotStore {
  return {
    names: () =>
      files
        .names()
        .filter((file) => file.endsWith(extension))
        .map((file) => file.slice(0, -extension.length)),
    time: (name) => readLine(files, name + extension, 0, (value) => header.parse(value).time),
    read: (name) => readLine(files, name + extension, 1, worldOf),
    write: (name, world) => {
      try {
        files.replace(name + extension, Buffer.concat([encodeLine({ time: world.time }), encodeLine(world)]));
      } catch (error) {
        const path = join(files.folder, name + extension);
        throw new ServiceError("storage", [
          { reason: `The emulator cannot save the snapshot ${path}: ${messageOf(error)}.` },
        ]);
      }
    },
    remove: (name) => files.remove(name + extension),
    size: () =>
      files
        .names()
        .filter((file) => file.endsWith(extension))
        .reduce((sum, file) => sum + files.size(file), 0),
  };
}

/** Reads one line of a snapshot's file. */
function readLine<T>(files: WorldFiles, file: string, wanted: number, read: (value: unknown) => T): T {
  const path = join(files.folder, file);
  try {
    let number = 0;
    for (const { value } of decodeLines(files.read(file) ?? new Uint8Array())) {
      if (number++ === wanted) return read(value);
    }
  } catch (error) {
    throw unreadable(path, messageOf(error));
  }
  throw unreadable(path, "it is empty or incomplete");
}

function unreadable(path: string, why: string): ServiceError {
  return new ServiceError("storage", [
    {
      reason: `The emulator cannot read the snapshot ${path}: ${why}. Restore the file from a copy, or delete the snapshot.`,
    },
  ]);
}
