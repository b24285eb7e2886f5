import type { CommonInputs } from "../../common-inputs";
import type { Declared, Definition } from "../definition";
import { timeoutProblems } from "../timeouts";
import { areEqual } from "./equality";
import type { Field } from "./fields";
import { suggestion } from "./issues";
import { shapeProblems } from "./shape-problems";
import { holdsUnknown } from "./unknown-value";

/** Inputs that the resource classes and `check` add to those of the program. */
const ownInputs = new Set([
  "origin",
  "generatedLabel",
  "ignoreChanges",
  "retainOnDelete",
  "deleteBeforeReplace",
  "unknownArguments",
  "__provider",
]);

/** The declared arguments. Undefined and null mean that an argument is not declared. */
export function declaredInputs<I extends object>(
  fields: { readonly [K in keyof I]-?: Pick<Field<unknown, never, string>, "default" | "equality"> },
  inputs: Readonly<Record<string, unknown>>,
): Declared<I> {
  const values: Partial<I> = {};
  const source: Partial<I> = {};
  Object.assign(source, inputs);
  for (const name in fields) {
    const value = source[name];
    if (value !== undefined && value !== null) values[name] = value;
  }
  return {
    values,
    has: (name) => values[name] !== undefined,
    differsFromDefault: (name) => {
      const { default: usual, equality = "deep" } = fields[name];
      return values[name] !== undefined && (usual === undefined || !areEqual(equality, values[name], usual));
    },
    unknown: (name) => holdsUnknown(values[name]),
  };
}

/** All problems of the declared arguments. Each problem names the argument as the program writes it, and the rule. */
export function inputProblems<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Readonly<Record<string, unknown>>,
  isNew: boolean,
): readonly string[] {
  const names = Object.keys(definition.fields);
  const known = new Set([...names, ...ownInputs]);
  const others = Object.keys(inputs).filter((name) => !known.has(name) && inputs[name] !== undefined);
  const declared = declaredInputs<I>(definition.fields, inputs);
  return [
    ...others.map(
      (name) =>
        `${name}: is not an argument of this ${definition.kind}; ${suggestion(name, names, "its arguments are")}`,
    ),
    ...shapeProblems(definition, declared),
    ...timeoutProblems(declared.values.timeouts),
    ...definition.rules(declared, isNew),
  ];
}
