import { z } from "zod";
import { fieldsOf as contractFieldsOf, type ShapeField, unwrap } from "../contract";

/** The fields of an object's shape, in order; exactly optional ones without that wrapper, which the contract's own walk leaves on. */
export function fieldsOf(schema: z.ZodType): readonly ShapeField[] {
  return contractFieldsOf(schema).map((field) => {
    const inner = field.schema instanceof z.ZodExactOptional ? field.schema.unwrap() : undefined;
    if (!(inner instanceof z.ZodType)) return field;
    const bare = unwrap(inner);
    return {
      name: field.name,
      schema: bare.schema,
      meta: { ...bare.meta, ...field.meta },
      optional: true,
      nullable: field.nullable || bare.nullable,
    };
  });
}
