import { z } from "zod";

function areHeaders(given: Record<string, string>): boolean {
  try {
    return [...new Headers(given)].length === Object.keys(given).length;
  } catch {
    return false;
  }
}

/** What a fault does to a call. */
const effect = z.union([
  z.strictObject({
    /** Answers this status; without a body, an error in the interface's form. Text is sent as it is. */
    status: z.int().min(200).max(599),
    body: z.json().exactOptional(),
    headers: z
      .record(z.string(), z.string())
      .refine(areHeaders, "must be names and values of HTTP headers")
      .exactOptional(),
  }),
  /** Milliseconds, on the clock that the caller waits by. */
  z.strictObject({ latency: z.number().min(0) }),
  /** The connection breaks. */
  z.strictObject({ reset: z.literal(true) }),
  /** The connection isn't taken. */
  z.strictObject({ refused: z.literal(true) }),
  /** Nothing is ever answered. */
  z.strictObject({ hang: z.literal(true) }),
  /** The body ends half way. */
  z.strictObject({ truncated: z.literal(true) }),
  /** The body is not JSON, although it says so. */
  z.strictObject({ garbage: z.literal(true) }),
  /** A proxy's page, with this status. */
  z.strictObject({ html: z.int().min(400).max(599) }),
  /** Lists leave out what came to be in the last so many milliseconds of the emulator's clock. */
  z.strictObject({ staleList: z.number().min(0) }),
]);

/** The effects that leave the caller without the service's own answer. */
const losesAnswer = ["status", "reset", "hang", "html"];

/** Which calls a fault befalls, when, and what it does. */
export const faultRule = z
  .strictObject({
    /** `instances.create`, `instances.*` or `*`. Default: all. */
    operation: z.string().default("*"),
    /** The one of the calls that match, counted from 1. */
    nth: z.int().min(1).exactOptional(),
    /** Each so-many-th of them. */
    every: z.int().min(1).exactOptional(),
    /** From 0 to 1; by the emulator's seed. */
    probability: z.number().min(0).max(1).exactOptional(),
    /** How often at most. */
    count: z.int().min(1).exactOptional(),
    /**
     * `before`: nothing is changed. `after`: the change is made, its answer is lost.
     * `later`: the answer is lost at once, the change is made after `delay`.
     */
    when: z.enum(["before", "after", "later"]).default("before"),
    /** With `later` only: milliseconds, on the clock that the caller waits by. */
    delay: z
      .number()
      .min(0)
      .max(24 * 60 * 60 * 1000)
      .exactOptional(),
    effect,
  })
  .refine(({ when, delay }) => (when === "later") === (delay !== undefined), {
    path: ["delay"],
    error: "`delay` goes with `when: later`, and `later` needs it",
  })
  .refine(({ when, effect }) => when !== "later" || losesAnswer.includes(Object.keys(effect)[0] ?? ""), {
    path: ["effect"],
    error: `with \`when: later\` the effect is one of ${losesAnswer.join(", ")}`,
  });

export type Effect = z.output<typeof effect>;
export type FaultRule = z.output<typeof faultRule>;
/** A rule as it is written. */
export type FaultRuleInput = z.input<typeof faultRule>;
