import { z } from "zod";
import { change } from "../world/changes";
import { savedWorld } from "../world/saved-world";

/** The saved state apart from the world. The names are those in the files. */
const savedRuntime = {
  clock: z.object({
    /** The emulator's time, and the time of the real clock that it corresponds to. In milliseconds since 1970 UTC. */
    time: z.number(),
    outside: z.number(),
    speed: z.number(),
    frozen: z.boolean(),
  }),
  /** The settings that are not at their defaults. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The position in the sequence of random numbers. Null if the emulator has no seed. */
  chance: z.object({ seed: z.int(), state: z.int() }).nullable(),
};

/** The changes of one call or one advance of the clock: a record of the journal. */
export const journalRecord = z.object({
  /** Counts from 1 without gaps for as long as the folder exists. */
  record: z.int(),
  ...savedRuntime,
  /** A world that replaced the previous one, to which `changes` are applied. */
  world: savedWorld.exactOptional(),
  changes: z.array(change).readonly(),
});

/** A whole world, and the number of the last record that is contained in it. */
export const worldSnapshot = z.object({
  format: z.literal("nodecloud emulator world"),
  version: z.literal(1),
  record: z.int(),
  ...savedRuntime,
  world: savedWorld,
});

export type JournalRecord = Readonly<z.output<typeof journalRecord>>;
export type SavedRuntime = Pick<JournalRecord, keyof typeof savedRuntime>;
