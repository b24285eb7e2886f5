import { aBoolean, anObject, aString, type OptionRules, optionProblem, someStrings } from "../option-rules";
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
  refuse("testStack", optionProblem(options, rules));
}

/** @throws TypeError for options of another type, such as those of a test in JavaScript. */
export function checkRunOptions(operation: string, options: TestedRunOptions): void {
  refuse(operation, optionProblem(options, runRules));
}

function refuse(name: string, problem: string | undefined): void {
  if (problem !== undefined)
    throw new TypeError(`${name}: ${problem}. Correct it, or omit it to use the default.`);
}

/** @throws TypeError for a program that is not a function, such as the result of calling one. */
export function checkProgram(operation: string, program: Program): void {
  if (typeof program !== "function")
    throw new TypeError(`${operation}: the program must be a function. Pass the function, not its result.`);
}
