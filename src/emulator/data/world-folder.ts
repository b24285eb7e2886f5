import { z } from "zod";
import type { SavedWorld } from "../types.generated";
import { createWorld, type World } from "../world/world";
import { DamagedLine, decodeLines, encodeLine, type Line } from "./checksummed-lines";
import { DataError } from "./data-error";
import { type JournalRecord, journalRecord, type SavedRuntime, worldSnapshot } from "./saved-records";
import type { WorldFiles } from "./world-files";

/** The whole world at some record, and the journal of the records since. */
const snapshotFile = "world.snapshot";
const journalFile = "world.journal";

/** A world that was read from a folder. */
export interface LoadedWorld {
  readonly world: World;
  readonly runtime: SavedRuntime;
}

/** The changes of one call. */
export type JournalEntry = Omit<JournalRecord, "record">;

/**
 * A folder in which a world is saved, as a snapshot and a journal of records. A record is written before the response to its call is sent.
 * When the journal has become long, a new snapshot replaces the old one and the journal is emptied. Records are numbered, so that
 * those of a journal that was not emptied are recognized as part of the snapshot.
 */
export class WorldFolder {
  readonly #files: WorldFiles;
  readonly #compactAbove: number;
  /** The number of the last record. */
  #record = 0;
  /** The length of the journal up to the last record. */
  #journalLength = 0;
  #snapshotLength = 0;
  /** The journal ends with an incomplete record, which has to be removed. */
  #hasIncompleteRecord = false;

  constructor(files: WorldFiles, compactAbove: number) {
    this.#files = files;
    this.#compactAbove = compactAbove;
  }

  get path(): string {
    return this.#files.folder;
  }

  get files(): WorldFiles {
    return this.#files;
  }

  /** The saved world. Undefined if the folder has none. Throws a `DataError` when it cannot be read. */
  read(): LoadedWorld | undefined {
    const snapshot = this.#files.read(snapshotFile);
    const journal = this.#files.read(journalFile);
    if (!snapshot) {
      if (!journal || journal.length === 0) return undefined;
      throw new DataError(
        `${this.path} has a ${journalFile} but no ${snapshotFile}, and cannot be read without it. Restore ${snapshotFile}, or choose another folder.`,
      );
    }
    const [first] = this.#lines(snapshotFile, snapshot);
    if (!first) throw this.#damaged(snapshotFile, 0, "it is empty or incomplete");
    const { record, world, ...runtime } = this.#parse(worldSnapshot, snapshotFile, first);
    this.#record = record;
    this.#snapshotLength = snapshot.length;
    return this.#replay(journal ?? new Uint8Array(), world, runtime);
  }

  /** Saves a world and replaces the one that was saved here. Throws the system's error. */
  create(world: SavedWorld, runtime: SavedRuntime): void {
    this.#compact(world, runtime);
  }

  /**
   * Appends a record to the journal. When it throws, the saved world is unchanged. `exportWorld` is called when a new snapshot
   * is due.
   */
  append(entry: JournalEntry, exportWorld: () => SavedWorld): void {
    const record: JournalRecord = { ...entry, record: this.#record + 1 };
    const line = encodeLine(record);
    if (this.#hasIncompleteRecord) this.#files.truncate(journalFile, this.#journalLength);
    this.#hasIncompleteRecord = true;
    this.#files.append(journalFile, line);
    this.#hasIncompleteRecord = false;
    this.#record = record.record;
    this.#journalLength += line.length;
    if (this.#journalLength > this.#compactAbove + this.#snapshotLength) {
      const { clock, settings, chance } = entry;
      this.#tryToCompact(exportWorld(), { clock, settings, chance });
    }
  }

  /** The record is saved already, so that without space for a snapshot the journal simply continues. */
  #tryToCompact(world: SavedWorld, runtime: SavedRuntime): void {
    try {
      this.#compact(world, runtime);
    } catch {
      this.#snapshotLength = this.#journalLength;
    }
  }

  #compact(world: SavedWorld, runtime: SavedRuntime): void {
    const header = { format: "nodecloud emulator world", version: 1, record: this.#record };
    const line = encodeLine({ ...header, ...runtime, world });
    this.#files.replace(snapshotFile, line);
    this.#snapshotLength = line.length;
    this.#files.truncate(journalFile, 0);
    this.#journalLength = 0;
  }

  #replay(journal: Uint8Array, saved: SavedWorld, runtime: SavedRuntime): LoadedWorld {
    let loaded: LoadedWorld = { world: createWorld(saved), runtime };
    this.#journalLength = 0;
    for (const line of this.#lines(journalFile, journal)) {
      const record = this.#parse(journalRecord, journalFile, line);
      this.#journalLength = line.end;
      if (record.record <= this.#record) continue;
      if (record.record !== this.#record + 1) {
        const reason = `record ${record.record} follows record ${this.#record}`;
        throw this.#damaged(journalFile, line.offset, reason);
      }
      this.#record = record.record;
      const { clock, settings, chance } = record;
      loaded = {
        world: this.#applyRecord(record, loaded.world, line),
        runtime: { clock, settings, chance },
      };
    }
    this.#hasIncompleteRecord = journal.length > this.#journalLength;
    return loaded;
  }

  #applyRecord(record: JournalRecord, before: World, line: Line): World {
    const world = record.world ? createWorld(record.world) : before;
    try {
      for (const change of record.changes) world.replay(change);
    } catch (error) {
      const reason = error instanceof z.ZodError ? firstIssueOf(error) : String(error);
      throw this.#damaged(journalFile, line.offset, reason);
    }
    return world;
  }

  *#lines(name: string, bytes: Uint8Array): Generator<Line> {
    try {
      yield* decodeLines(bytes);
    } catch (error) {
      if (error instanceof DamagedLine) throw this.#damaged(name, error.offset, error.reason);
      throw error;
    }
  }

  #parse<T>(schema: z.ZodType<T>, name: string, line: Line): T {
    const { success, data, error } = schema.safeParse(line.value);
    if (success) return data;
    throw this.#damaged(name, line.offset, firstIssueOf(error));
  }

  #damaged(name: string, offset: number, reason: string): DataError {
    const advice =
      name === journalFile
        ? `Restore the folder from a copy, or truncate ${name} at byte ${offset}; that record and all later ones will be lost.`
        : "Restore the folder from a copy, or choose another folder.";
    return new DataError(
      `The world in ${this.path} cannot be read: ${name} is damaged at byte ${offset} (${reason}). ${advice}`,
    );
  }
}

function firstIssueOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".")}: ${issue?.message}`;
}
