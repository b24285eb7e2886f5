import { isRecord } from "../unknown";
import type { ClientOptions } from "./client-options";
import { NodecloudError } from "./error";
import { isSignal } from "./signal";

interface Rule {
  /** Completes the sentence "... must be ...". */
  readonly is: string;
  readonly accepts: (value: unknown) => boolean;
}

const text: Rule = { is: "a string", accepts: (value) => typeof value === "string" };
const number: Rule = { is: "a positive number", accepts: isPositive };

const rules = {
  token: text,
  userAgent: text,
  transport: { is: "a function", accepts: (value) => typeof value === "function" },
  clock: { is: "an object", accepts: isRecord },
  hooks: { is: "an object", accepts: isRecord },
  interrupt: { is: "an AbortSignal", accepts: isSignal },
  connectTimeout: number,
  responseTimeout: number,
  pageSize: {
    is: "a positive integer",
    accepts: (value) => isPositive(value) && Number.isInteger(value),
  },
  maxListItems: number,
  listTimeout: number,
} satisfies { readonly [name in keyof ClientOptions]?: Rule };

/**
 * Programs in JavaScript may pass anything.
 * @throws NodecloudError `configuration` for an option of another type, and for a number that is not positive, such as NaN.
 */
export function checkClientOptions(options: ClientOptions): void {
  if (!isRecord(options))
    throw invalid("The options", "an object with the `baseUrl`", "Pass such an object.");
  for (const [name, { is, accepts }] of Object.entries<Rule>(rules)) {
    const value = options[name] ?? undefined;
    if (value !== undefined && !accepts(value))
      throw invalid(name, is, "Correct it, or omit it to use the default.");
  }
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

function invalid(what: string, is: string, advice: string): NodecloudError {
  return new NodecloudError({
    code: "configuration",
    message: `${what} must be ${is}. No client was created. ${advice}`,
  });
}
