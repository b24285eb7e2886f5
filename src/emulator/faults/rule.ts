import { z } from "zod";

function isValidHeaders(given: Record<string, string>): boolean {
  try {
    return [...new Headers(given)].length === Object.keys(given).length;
  } catch {
    return false;
  }
}

/** The effect of a fault on a call. */
const effect = z.union([
  z.strictObject({
    /** Responds with this status. Default body: an error in the interface's form. A string is sent as it is. */
    status: z.int().min(200).max(599),
    body: z.json().exactOptional(),
    headers: z
      .record(z.string(), z.string())
      .refine(isValidHeaders, "must be names and values of HTTP headers")
      .exactOptional(),
  }),
  /** Delays the response. In milliseconds of the callers' clock. */
  z.strictObject({ latency: z.number().min(0) }),
  /** Resets the connection. */
  z.strictObject({ reset: z.literal(true) }),
  /** Refuses the connection. */
  z.strictObject({ refused: z.literal(true) }),
  /** Never responds. */
  z.strictObject({ hang: z.literal(true) }),
  /** Sends half of the body. */
  z.strictObject({ truncated: z.literal(true) }),
  /** Sends a body that is not JSON, with the content type of JSON. */
  z.strictObject({ garbage: z.literal(true) }),
  /** Responds with a proxy's HTML page and this status. */
  z.strictObject({ html: z.int().min(400).max(599) }),
  /** Lists omit objects that are younger than this, in milliseconds of the emulator's clock. */
  z.strictObject({ staleList: z.number().min(0) }),
]);

/** The effects after which the caller has no response of the service. */
const effectsThatLoseResponse = ["status", "reset", "hang", "html"];

/** Which calls a fault is injected into, when, and its effect. */
export const faultRule = z
  .strictObject({
    /** `instances.create`, `instances.*` or `*`. Default: `*`. */
    operation: z.string().default("*"),
    /** Only this call of those that match, counted from 1. */
    nth: z.int().min(1).exactOptional(),
    /** This call and all later ones of those that match, counted from 1. */
    from: z.int().min(1).exactOptional(),
    /** Every n-th of the calls that match. */
    every: z.int().min(1).exactOptional(),
    /** From 0 to 1. Depends on the emulator's seed. */
    probability: z.number().min(0).max(1).exactOptional(),
    /** How often the fault is injected at most. */
    count: z.int().min(1).exactOptional(),
    /**
     * `before`: the operation is not carried out. `after`: it is carried out, and its response is lost.
     * `later`: the response is lost at once, and the operation is carried out after `delay`. Default: `before`.
     */
    when: z.enum(["before", "after", "later"]).default("before"),
    /** Required with `later`, and only allowed there. In milliseconds of the callers' clock, up to a day. */
    delay: z
      .number()
      .min(0)
      .max(24 * 60 * 60 * 1000)
      .exactOptional(),
    effect,
  })
  .refine(({ when, delay }) => (when === "later") === (delay !== undefined), {
    path: ["delay"],
    error: "`delay` is required with `when: later`, and only allowed there",
  })
  .refine(
    ({ when, effect }) => when !== "later" || effectsThatLoseResponse.includes(Object.keys(effect)[0] ?? ""),
    {
      path: ["effect"],
      error: `with \`when: later\` the effect must be one of ${effectsThatLoseResponse.join(", ")}`,
    },
  );

export type Effect = z.output<typeof effect>;
export type FaultRule = z.output<typeof faultRule>;
/** A fault rule with its optional fields. */
export type FaultRuleInput = z.input<typeof faultRule>;
