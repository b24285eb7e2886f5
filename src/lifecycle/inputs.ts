import type { z } from "zod";
import { argumentName, camelCase, fieldsOf, itemOf, toContract } from "../contract";
import { isRecord } from "../unknown";
import { parseDuration } from "./deadline";
import type { CommonInputs, Declared, Definition, Field } from "./definition";
import { explainIssue, suggestion } from "./issues";
import { isSame } from "./same";
import { holdsUnknown } from "./unknown-value";

/** Keys that resource classes and check itself add to what the user wrote. */
const ownKeys = new Set(["origin", "generatedLabel", "ignoreChanges", "__provider"]);

/** The declared arguments without those that are undefined or null, which mean the same as absent. */
export function declaredInputs<I extends object>(
  fields: { readonly [K in keyof I]-?: Pick<Field<unknown, never, string>, "default" | "same"> },
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
      const { default: usual, same = "equal" } = fields[name];
      return values[name] !== undefined && (usual === undefined || !isSame(same, values[name], usual));
    },
    unknown: (name) => holdsUnknown(values[name]),
  };
}

/** Everything that is wrong with the declared arguments, each with the argument's name as the user wrote it, and the rule. */
export function inputProblems<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Readonly<Record<string, unknown>>,
  isNew: boolean,
): readonly string[] {
  const known = new Set([...Object.keys(definition.fields), ...ownKeys]);
  const strangers = Object.keys(inputs).filter((name) => !known.has(name) && inputs[name] !== undefined);
  const declared = declaredInputs<I>(definition.fields, inputs);
  return [
    ...strangers.map(
      (name) =>
        `${name}: is not an argument of this ${definition.kind}; ${suggestion(name, Object.keys(definition.fields), "its arguments are")}`,
    ),
    ...shapeProblems(definition, declared),
    ...commonProblems(declared.values),
    ...definition.rules(declared, isNew),
  ];
}

function shapeProblems<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  declared: Declared<I>,
): readonly string[] {
  const shapes = new Map(fieldsOf(definition.body).map((field) => [camelCase(field.name), field]));
  const misspelt: string[] = [];
  const problems: string[] = [];
  for (const name in definition.fields) {
    const shape = shapes.get(name);
    const value = declared.values[name];
    if (shape === undefined || value === undefined || holdsUnknown(value)) continue;
    const { schema } = shape;
    misspelt.push(...contractNamesIn(schema, value, [shape.name]));
    // One by one: an object of those that are declared would be compiled anew for every check.
    const result = schema.safeParse(toContract(schema, value), { reportInput: true });
    const isSecret = definition.fields[name].secret === true;
    for (const issue of result.error?.issues ?? []) {
      const path = argumentName([shape.name, ...issue.path]);
      problems.push(`${path}: ${explainIssue(issue, isSecret, membersAt(schema, issue.path))}`);
    }
  }
  return misspelt.length > 0 ? misspelt : problems;
}

/** The members that the object at a path may have, as programs write them. */
function membersAt(schema: z.ZodType, [part, ...rest]: readonly PropertyKey[]): readonly string[] {
  const fields = fieldsOf(schema);
  if (part === undefined) return fields.map(({ name }) => camelCase(name));
  const inner = itemOf(schema) ?? fields.find(({ name }) => name === part)?.schema;
  return inner ? membersAt(inner, rest) : [];
}

/** Members under the contract's own names, which programs write in camelCase. */
function contractNamesIn(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): readonly string[] {
  const item = itemOf(schema);
  if (item) {
    return Array.isArray(value)
      ? value.flatMap((one, index) => contractNamesIn(item, one, [...path, index]))
      : [];
  }
  if (!isRecord(value)) return [];
  return fieldsOf(schema).flatMap(({ name, schema: inner }) => {
    const written = camelCase(name);
    if (name !== written && name in value)
      return [`${argumentName(path)}: has no member ${name}; write ${written}.`];
    return contractNamesIn(inner, value[written], [...path, name]);
  });
}

function commonProblems(values: Partial<CommonInputs>): readonly string[] {
  const problems: string[] = [];
  const { timeouts } = values;
  if (timeouts !== undefined && !holdsUnknown(timeouts)) {
    if (!isRecord(timeouts)) return [`timeouts: must be an object such as { create: "20m" }.`];
    for (const [name, value] of Object.entries(timeouts)) {
      if (!["create", "update", "delete"].includes(name)) {
        problems.push(`timeouts.${name}: is no operation; give create, update or delete.`);
      } else if (value !== undefined && (typeof value !== "string" || parseDuration(value) === undefined)) {
        problems.push(
          `timeouts.${name}: must be a length of time such as "90s", "20m" or "1h30m"; it is ${JSON.stringify(value)}.`,
        );
      }
    }
  }
  return problems;
}
