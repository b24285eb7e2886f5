import type { z } from "zod";
import type { CommonInputs } from "../../common-inputs";
import { argumentName, camelCase, fieldsOf, itemOf, toContract } from "../../contract";
import { isRecord } from "../../unknown";
import type { Declared, Definition } from "../definition";
import { explainIssue } from "./issues";
import { holdsUnknown } from "./unknown-value";

/** Checks each known argument against its shape in the contract. */
export function shapeProblems<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  declared: Declared<I>,
): readonly string[] {
  const shapes = new Map(fieldsOf(definition.body).map((field) => [camelCase(field.name), field]));
  const contractNames: string[] = [];
  const problems: string[] = [];
  for (const name in definition.fields) {
    const shape = shapes.get(name);
    const value = declared.values[name];
    if (shape === undefined || value === undefined || holdsUnknown(value)) continue;
    const { schema } = shape;
    contractNames.push(...contractNameProblems(schema, value, [shape.name]));
    // Checks each argument on its own: zod would compile an object of the declared ones again for every check.
    const result = schema.safeParse(toContract(schema, value), { reportInput: true });
    const isSecret = definition.fields[name].secret === true;
    for (const issue of result.error?.issues ?? []) {
      const path = argumentName([shape.name, ...issue.path]);
      problems.push(`${path}: ${explainIssue(issue, isSecret, membersAt(schema, issue.path))}`);
    }
  }
  return contractNames.length > 0 ? contractNames : problems;
}

/** The members that the object at a path may have, in camelCase. */
function membersAt(schema: z.ZodType, [part, ...rest]: readonly PropertyKey[]): readonly string[] {
  const fields = fieldsOf(schema);
  if (part === undefined) return fields.map(({ name }) => camelCase(name));
  const inner = itemOf(schema) ?? fields.find(({ name }) => name === part)?.schema;
  return inner ? membersAt(inner, rest) : [];
}

/** Finds members that have the contract's name in place of the camelCase one. */
function contractNameProblems(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): readonly string[] {
  const item = itemOf(schema);
  if (item) {
    return Array.isArray(value)
      ? value.flatMap((one, index) => contractNameProblems(item, one, [...path, index]))
      : [];
  }
  if (!isRecord(value)) return [];
  return fieldsOf(schema).flatMap(({ name, schema: inner }) => {
    const inProgram = camelCase(name);
    if (name !== inProgram && name in value)
      return [`${argumentName(path)}: has no member ${name}; use ${inProgram}.`];
    return contractNameProblems(inner, value[inProgram], [...path, name]);
  });
}
