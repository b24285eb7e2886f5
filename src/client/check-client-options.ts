import { aClock, aFunction, anObject, aSignal, aString, type OptionRule } from "../option-rules";
import { isRecord } from "../unknown";
import type { ClientOptions } from "./client-options";
import { NodecloudError } from "./error";

interface ClientRule extends OptionRule {
  /** Default: false. */
  readonly isRequired?: boolean;
}

const aPositiveNumber: OptionRule = { is: "a positive number", accepts: isPositive };

const rules: { readonly [name in keyof ClientOptions]-?: ClientRule } = {
  baseUrl: { ...aString, isRequired: true },
  betaUrl: aString,
  brand: aString,
  token: aString,
  userAgent: aString,
  transport: aFunction,
  clock: aClock,
  hooks: anObject,
  interrupt: aSignal,
  connectTimeout: aPositiveNumber,
  responseTimeout: aPositiveNumber,
  pageSize: {
    is: "a positive integer",
    accepts: (value) => isPositive(value) && Number.isInteger(value),
  },
  maxListItems: aPositiveNumber,
  listTimeout: aPositiveNumber,
};

/**
 * Programs in JavaScript may pass anything.
 * @throws NodecloudError `configuration` for an option of another type, and for a number that is not positive, such as NaN.
 */
export function checkClientOptions(options: ClientOptions): void {
  if (!isRecord(options))
    throw invalid("The options", "an object with the `baseUrl`", "Pass such an object.");
  for (const [name, { is, accepts, isRequired }] of Object.entries<ClientRule>(rules)) {
    const value = options[name] ?? undefined;
    if (value !== undefined && !accepts(value))
      throw invalid(name, is, isRequired ? "Correct it." : "Correct it, or omit it to use the default.");
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
