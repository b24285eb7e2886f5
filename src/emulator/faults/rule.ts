import { z } from "zod";
import { nearestWords } from "../../similar-words";
import { isOperationPattern, operationNames } from "./operation-names";

/** Finding words that are similar to a long string takes a long time. */
const maxShownLength = 50;

/** The error of a rule that would never apply. */
function unknownOperation(pattern: string): string {
  const shown = pattern.slice(0, maxShownLength);
  const near = nearestWords(shown, operationNames);
  const advice = near.length > 0 ? `Did you mean ${near.join(" or ")}? ` : "";
  return `there is no operation ${JSON.stringify(shown)}. ${advice}GET /_emulator/forms lists all of them.`;
}

/** A response with a length cannot have trailers. */
function isValidHeaders(given: Record<string, string>): boolean {
  try {
    const headers = new Headers(given);
    return [...headers].length === Object.keys(given).length && !headers.has("Trailer");
  } catch {
    return false;
  }
}

const effects = [
  z.strictObject({
    status: z
      .int()
      .min(200)
      .max(599)
      .describe(
        "Responds with this status. Default body: an error in the interface's form. A string is sent as it is.",
      ),
    body: z.json().exactOptional(),
    headers: z
      .record(z.string(), z.string())
      .refine(isValidHeaders, "must be HTTP header names and values, without Trailer")
      .exactOptional(),
  }),
  z.strictObject({
    latency: z.number().min(0).describe("Delays the response. In milliseconds of the callers' clock."),
  }),
  z.strictObject({ reset: z.literal(true).describe("Resets the connection.") }),
  z.strictObject({ refused: z.literal(true).describe("Refuses the connection.") }),
  z.strictObject({ hang: z.literal(true).describe("Never responds.") }),
  z.strictObject({ truncated: z.literal(true).describe("Sends half of the body.") }),
  z.strictObject({
    garbage: z.literal(true).describe("Sends a body that is not JSON, with the content type of JSON."),
  }),
  z.strictObject({
    html: z.int().min(400).max(599).describe("Responds with a proxy's HTML page and this status."),
  }),
  z.strictObject({
    staleList: z
      .number()
      .min(0)
      .describe("Lists show everything as it was this many milliseconds ago, by the emulator's clock."),
  }),
] as const;

const effectNames = effects.map(({ shape }) => Object.keys(shape)[0]);

/** The effect of a fault on a call. */
export const effect = z.union(effects, {
  error: `must be one of the effects ${effectNames.join(", ")}, with values as GET /_emulator/forms shows`,
});

/** The effects after which the caller has no response from the service. */
const effectsThatLoseResponse = ["status", "reset", "hang", "html"];

/** Which calls a fault is injected into, when, and its effect. */
export const faultRule = z
  .strictObject({
    operation: z
      .string()
      .refine(isOperationPattern, { error: ({ input }) => unknownOperation(String(input)) })
      .default("*")
      .describe("`instances.create`, `instances.*` or `*`. Default: `*`."),
    nth: z.int().min(1).exactOptional().describe("Only the nth matching call, counted from 1."),
    from: z
      .int()
      .min(1)
      .exactOptional()
      .describe("The matching call with this number, counted from 1, and all later matching calls."),
    every: z.int().min(1).exactOptional().describe("Every nth matching call."),
    probability: z
      .number()
      .min(0)
      .max(1)
      .exactOptional()
      .describe("From 0 to 1. Depends on the emulator's seed."),
    count: z.int().min(1).exactOptional().describe("The maximum number of times that the fault is injected."),
    /**
     * `before`: the operation is not carried out. `after`: the operation is carried out, but the caller does not receive the response.
     * `later`: the caller receives no response, and the operation is carried out after `delay`. Default: `before`.
     */
    when: z.enum(["before", "after", "later"]).default("before"),
    delay: z
      .number()
      .min(0)
      .max(24 * 60 * 60 * 1000)
      .exactOptional()
      .describe(
        "Required with `later`, and only allowed there. In milliseconds of the callers' clock, up to a day.",
      ),
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
