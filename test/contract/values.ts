import fc from "fast-check";
import { z } from "zod";
import { fieldsOf, itemOf, unwrap } from "../../src/contract";

type Optional = "may be missing" | "present";

/** Random values of a shape, with or without its optional fields and with nulls where they are allowed. */
export function valuesOf(schema: z.ZodType, optional: Optional = "may be missing"): fc.Arbitrary<unknown> {
  const { schema: inner, nullable } = unwrap(schema);
  const plain = plainValuesOf(inner, optional);
  return nullable ? fc.option(plain, { nil: null }) : plain;
}

function plainValuesOf(schema: z.ZodType, optional: Optional): fc.Arbitrary<unknown> {
  const item = itemOf(schema);
  if (item) return fc.array(valuesOf(item, optional), { maxLength: 3 });
  if (schema instanceof z.ZodObject) return objectOf(schema, optional);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.integer({ min: 1, max: 1_000_000 });
  if (schema instanceof z.ZodRecord) return fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }));
  if (schema instanceof z.ZodUnion) return fc.oneof(fc.integer({ min: 1 }), text);
  return text;
}

/** Users' strings, including those that equal names of the interface. They must not be translated. */
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom("node_id", "nodes", "node_boot", "acme_id", "acmes", "acme_boot", "node/debian11"),
);

function objectOf(schema: z.ZodObject, optional: Optional): fc.Arbitrary<unknown> {
  const fields = fieldsOf(schema);
  return fc.record(
    Object.fromEntries(fields.map((field) => [field.name, valuesOf(field.schema, optional)])),
    {
      requiredKeys: fields
        .filter((field) => optional === "present" || !field.optional)
        .map((field) => field.name),
    },
  );
}
