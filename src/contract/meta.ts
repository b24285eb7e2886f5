import { z } from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** The interface marks the field F: lists can be filtered by it. */
    filterable?: true;
    /** The interface marks the field RO: never sent. */
    returnedOnly?: true;
    /** Must never be shown: redacted wherever bodies are. */
    secret?: true;
    /** The field's own name carries the brand's word: `node_id` is `acme_id` on the wire of a brand `acme`. */
    brandedName?: true;
    /** The field's values that start with `node_` carry the brand's word. */
    brandedValues?: true;
    /** An empty string and null mean the same: not set yet. */
    unset?: true;
  }
}

/** An id that the service gives out: a whole number from 1. */
export const integerId = z.int().min(1);

/** A moment as the service writes it: `2022-03-21T09:00:00`, with or without a zone; without one it is UTC. */
export const dateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/)
  .meta({ format: "date-time" });

/** A field of an answer that its list can be filtered by (marked F in section 2). */
export function filterable<S extends z.ZodType>(schema: S): S {
  return schema.meta({ ...schema.meta(), filterable: true });
}

/** A whole JSON value whose inner form is the user's own. */
export const jsonObject = z.record(z.string(), z.json());
