import { z } from "zod";
import { change } from "../world/changes";
import { worldState } from "../world/world-state";

/** What is kept besides the world's things. */
const circumstances = {
  clock: z.object({
    /** The emulator's time and, at the same moment, the one outside: milliseconds since 1970 UTC. */
    time: z.number(),
    outside: z.number(),
    speed: z.number(),
    frozen: z.boolean(),
  }),
  /** Those that are not as they are by default. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** How far the chance of a seed has come; null where there is none. */
  chance: z.object({ seed: z.int(), state: z.int() }).nullable(),
};

/** All that one call changed, or one step of the clock. */
export const keptRecord = z.object({
  /** Counts from 1, over all of a folder's life. */
  record: z.int(),
  ...circumstances,
  /** Another world took the place of the one before; `changes` come after that. */
  world: worldState.exactOptional(),
  changes: z.array(change).readonly(),
});

/** A whole world, and the last record that is contained in it. */
export const keptWorld = z.object({
  format: z.literal("nodecloud emulator world"),
  version: z.literal(1),
  record: z.int(),
  ...circumstances,
  world: worldState,
});

export type KeptRecord = Readonly<z.output<typeof keptRecord>>;
export type Circumstances = Pick<KeptRecord, keyof typeof circumstances>;
