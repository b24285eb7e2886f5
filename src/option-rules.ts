import { isRecord } from "./unknown";

/** What an option must be. The compiler checks it in TypeScript, but programs in JavaScript may pass anything. */
export interface OptionRule {
  /** Completes the sentence "... must be ...". */
  readonly is: string;
  readonly accepts: (value: unknown) => boolean;
}

/** A rule for every option. */
export type OptionRules<Options> = { readonly [name in keyof Options]-?: OptionRule };

export const aString: OptionRule = { is: "a string", accepts: (value) => typeof value === "string" };

export const aFunction: OptionRule = { is: "a function", accepts: (value) => typeof value === "function" };

export const aBoolean: OptionRule = { is: "a boolean", accepts: (value) => typeof value === "boolean" };

export const anObject: OptionRule = { is: "an object", accepts: isRecord };

export const someStrings: OptionRule = {
  is: "an array of strings",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

/** One of another realm, such as that of a test, is no instance of this one's `AbortSignal`. */
export const aSignal: OptionRule = {
  is: "an AbortSignal",
  accepts: (value) =>
    isRecord(value) && typeof value.aborted === "boolean" && typeof value.addEventListener === "function",
};

const clockFunctions = ["now", "sleep", "random", "token"];

export const aClock: OptionRule = {
  is: `an object with the functions ${clockFunctions.map((name) => `\`${name}\``).join(", ")}`,
  accepts: (value) => isRecord(value) && clockFunctions.every((name) => typeof value[name] === "function"),
};

/** @throws TypeError for options of another type, such as those of a program in JavaScript. `name`: the function that takes them. */
export function checkOptions<Options extends object>(
  name: string,
  options: Options,
  rules: OptionRules<Options>,
): void {
  const problem = optionProblem(options, rules);
  if (problem !== undefined)
    throw new TypeError(`${name}: ${problem}. Correct it, or omit it to use the default.`);
}

/**
 * What is wrong with the options, as a clause such as `port must be a number`. Undefined if nothing is.
 * @param required The options that have no default.
 */
export function optionProblem<Options extends object>(
  options: Options,
  rules: OptionRules<Options>,
  required: readonly (keyof Options)[] = [],
): string | undefined {
  if (!isRecord(options)) return "the options must be an object";
  const missing = required.find((name) => options[name] === undefined);
  if (missing !== undefined) return `${String(missing)} must be ${rules[missing].is}`;
  const [invalid] = invalidOptions(options, rules);
  return invalid && `${invalid.name} must be ${invalid.is}`;
}

/** The options that break their rules. Undefined counts as omitted. */
export function invalidOptions(
  options: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, OptionRule>>,
): readonly { readonly name: string; readonly is: string }[] {
  // Every call of the client checks its options, and most calls have none.
  return Object.keys(options).flatMap((name) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const value = options[name];
    return rule === undefined || value === undefined || rule.accepts(value) ? [] : [{ name, is: rule.is }];
  });
}
