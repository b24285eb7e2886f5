import type { z } from "zod";
import { createWorld, type World } from "../world/world";
import type { WorldState } from "../world/world-state";
import { DataError } from "./data-error";
import type { Files } from "./files";
import { type Circumstances, type KeptRecord, keptRecord, keptWorld } from "./kept";
import { DamagedLine, type Line, lineOf, linesOf } from "./lines";

/** The whole world as it was at some record, and every record since. */
const worldFile = "world.snapshot";
const journalFile = "world.journal";

/** A world as it was kept. */
export interface Found {
  readonly world: World;
  readonly circumstances: Circumstances;
}

/** What a call changed, to be kept. */
export type Kept = Omit<KeptRecord, "record">;

/**
 * A folder that keeps a world: a snapshot, and a journal of records. A record is handed to the system before its call is
 * answered. When the journal has grown, another snapshot takes the place of the old one and the journal begins anew; records
 * are counted through, so that a journal which is still there after that is known to be contained in it.
 */
export class WorldFolder {
  readonly #files: Files;
  readonly #compactAbove: number;
  /** The last record that is kept. */
  #record = 0;
  /** How long the journal is with it. */
  #length = 0;
  #snapshotLength = 0;
  /** A record was begun and not finished: what there is of it has to go first. */
  #isTorn = false;

  constructor(files: Files, compactAbove: number) {
    this.#files = files;
    this.#compactAbove = compactAbove;
  }

  get path(): string {
    return this.#files.folder;
  }

  get files(): Files {
    return this.#files;
  }

  /** The world that is kept here, or undefined. Throws a `DataError` where it can't be read. */
  read(): Found | undefined {
    const snapshot = this.#files.read(worldFile);
    const journal = this.#files.read(journalFile);
    if (!snapshot) {
      if (!journal || journal.length === 0) return undefined;
      throw new DataError(
        `${this.path} has a ${journalFile} and no ${worldFile}, without which it says nothing. Put that back, or give another folder.`,
      );
    }
    const [first] = this.#lines(worldFile, snapshot);
    if (!first) throw this.#damaged(worldFile, 0, "it is empty or cut short");
    const begun = this.#parsed(keptWorld, worldFile, first);
    this.#record = begun.record;
    this.#snapshotLength = snapshot.length;
    return this.#replay(journal ?? new Uint8Array(), begun.world, begun);
  }

  /** Begins with a world, in the place of all that was kept here. Throws what the system says. */
  begin(world: WorldState, circumstances: Circumstances): void {
    this.#compact({ ...circumstances, world });
  }

  /** Keeps a record. When it throws, the folder is as it was; `whole` is asked for a snapshot when it is time for one. */
  write(kept: Kept, whole: () => WorldState): void {
    const record: KeptRecord = { ...kept, record: this.#record + 1 };
    const line = lineOf(record);
    if (this.#isTorn) this.#files.cut(journalFile, this.#length);
    this.#isTorn = true;
    this.#files.append(journalFile, line);
    this.#isTorn = false;
    this.#record = record.record;
    this.#length += line.length;
    if (this.#length > this.#compactAbove + this.#snapshotLength) {
      const { clock, settings, chance } = kept;
      this.#compactIfPossible({ clock, settings, chance, world: whole() });
    }
  }

  /** The record is kept already: where there is no room for a snapshot, the journal goes on. */
  #compactIfPossible(kept: Circumstances & { readonly world: WorldState }): void {
    try {
      this.#compact(kept);
    } catch {
      this.#snapshotLength = this.#length;
    }
  }

  #compact(kept: Circumstances & { readonly world: WorldState }): void {
    const line = lineOf({ format: "nodecloud emulator world", version: 1, record: this.#record, ...kept });
    this.#files.replace(worldFile, line);
    this.#snapshotLength = line.length;
    this.#files.cut(journalFile, 0);
    this.#length = 0;
  }

  #replay(journal: Uint8Array, state: WorldState, circumstances: Circumstances): Found {
    let found: Found = { world: createWorld(state), circumstances };
    this.#length = 0;
    for (const line of this.#lines(journalFile, journal)) {
      const kept = this.#parsed(keptRecord, journalFile, line);
      this.#length = line.end;
      if (kept.record <= this.#record) continue;
      if (kept.record !== this.#record + 1) {
        throw this.#damaged(
          journalFile,
          line.offset,
          `record ${kept.record} follows on record ${this.#record}`,
        );
      }
      this.#record = kept.record;
      found = { world: this.#redone(kept, found.world, line), circumstances: kept };
    }
    this.#isTorn = journal.length > this.#length;
    return found;
  }

  #redone(kept: KeptRecord, before: World, line: Line): World {
    const world = kept.world ? createWorld(kept.world) : before;
    try {
      for (const change of kept.changes) world.replay(change);
    } catch (error) {
      throw this.#damaged(journalFile, line.offset, String(error));
    }
    return world;
  }

  *#lines(name: string, bytes: Uint8Array): Generator<Line> {
    try {
      yield* linesOf(bytes);
    } catch (error) {
      if (error instanceof DamagedLine) throw this.#damaged(name, error.offset, error.found);
      throw error;
    }
  }

  #parsed<T>(shape: z.ZodType<T>, name: string, line: Line): T {
    const { success, data, error } = shape.safeParse(line.value);
    if (success) return data;
    const [issue] = error.issues;
    throw this.#damaged(name, line.offset, `${issue?.path.join(".")}: ${issue?.message}`);
  }

  #damaged(name: string, offset: number, found: string): DataError {
    const advice =
      name === journalFile && offset > 0
        ? `What comes before it is whole: put a copy of the folder in its place, or cut ${name} off at byte ${offset}, which loses that record and all after it.`
        : "Put a copy of the folder in its place, or begin anew in another folder.";
    return new DataError(
      `The world in ${this.path} can't be read: ${name} is damaged at byte ${offset} (${found}). ${advice}`,
    );
  }
}
