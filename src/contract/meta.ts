import { z } from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** Marked F in the interface: lists can be filtered by it. */
    filterable?: true;
    /** Marked RO in the interface: never sent. */
    returnedOnly?: true;
    /** Must never be shown; redacted wherever a body is. */
    secret?: true;
    /** The field's name contains the brand: `node_id` is `acme_id` on the wire under the brand `acme`. */
    brandedName?: true;
    /** Values of the field that start with `node_` contain the brand. */
    brandedValues?: true;
    /** An empty string and null mean the same: not set yet. */
    unset?: true;
  }
}

/** A numeric id: an integer from 1. */
export const integerId = z.int().min(1);

/** A date-time of the service: `2022-03-21T09:00:00`, with or without a time zone. Without one it is UTC. */
export const dateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/)
  .meta({ format: "date-time" });

/** Marks a field that lists can be filtered by (F in section 2). */
export function filterable<S extends z.ZodType>(schema: S): S {
  return schema.meta({ ...schema.meta(), filterable: true });
}

/** A JSON object whose content is up to the user. */
export const jsonObject = z.record(z.string(), z.json());
