import { aBoolean, anObject, aString, checkOptions, type OptionRules, someStrings } from "../option-rules";
import { isRecord } from "../unknown";
import type { TestStackOptions } from "./test-stack-options";
import type { Program, TestedRunOptions } from "./tested-stack";

const rules: OptionRules<TestStackOptions> = {
  config: {
    is: "an object whose values are strings or `{ secret: string }`",
    accepts: (value) =>
      isRecord(value) &&
      Object.values(value).every((one) => typeof (isRecord(one) ? one.secret : one) === "string"),
  },
  project: aString,
  stack: aString,
  organization: aString,
  settings: anObject,
  brand: aString,
  seed: { is: "an integer", accepts: Number.isInteger },
  token: aString,
};

const runRules: OptionRules<TestedRunOptions> = {
  refresh: aBoolean,
  replace: someStrings,
  targets: someStrings,
};

/** @throws TypeError for options of another type, such as those of a test in JavaScript. */
export function checkTestStackOptions(options: TestStackOptions): void {
  checkOptions("testStack", options, rules);
}

/** @throws TypeError for options of another type, such as those of a test in JavaScript. */
export function checkRunOptions(operation: string, options: TestedRunOptions): void {
  checkOptions(operation, options, runRules);
}

/** @throws TypeError for a program that is not a function, such as the result of calling one. */
export function checkProgram(operation: string, program: Program): void {
  if (typeof program !== "function")
    throw new TypeError(`${operation}: the program must be a function. Pass the function, not its result.`);
}
