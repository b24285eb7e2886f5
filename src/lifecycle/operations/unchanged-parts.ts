import type { z } from "zod";
import { fieldsOf } from "../../contract";
import { isRecord } from "../../unknown";

/**
 * The parts of an object, as it was read, that an update sends back unchanged: the effect of a PUT on omitted fields is not specified. Values
 * that the contract accepts in responses only are left out, such as null or those of a later version of the service: an update of other
 * arguments must not fail because of them.
 */
export function unchangedParts<Body extends z.ZodObject>(body: Body, live: object) {
  return body.partial().parse(acceptedParts(body, live) ?? {});
}

/** The value without the parts that a request may not have. Undefined if nothing remains. */
function acceptedParts(schema: z.ZodType, value: unknown): unknown {
  if (value === null) return undefined;
  const fields = fieldsOf(schema);
  if (fields.length === 0 || !isRecord(value)) return schema.safeParse(value).success ? value : undefined;
  const parts = fields.flatMap(({ name, schema: inner }) => {
    const part = acceptedParts(inner, value[name]);
    return part === undefined ? [] : [[name, part]];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
