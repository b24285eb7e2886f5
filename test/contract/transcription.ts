import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { methods } from "../../src/contract/method";

/** A field of a request or an entity in `interface.json`. */
export interface TranscribedField {
  readonly type: string;
  readonly required?: boolean | undefined;
  readonly optional?: boolean | undefined;
  readonly nullable?: boolean | undefined;
  readonly filterable?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minItems?: number | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly default?: unknown;
  /** The entity that the field is. */
  readonly of?: string | undefined;
  readonly fields?: Readonly<Record<string, TranscribedField>> | undefined;
  readonly items?: Readonly<Record<string, TranscribedField>> | undefined;
}

const scalars = ["string", "integer", "number", "boolean", "object", "any", "image"] as const;
const arrays = ["array<string>", "array<integer>", "array<object>"] as const;

const transcribedField: z.ZodType<TranscribedField> = z.lazy(() =>
  z.strictObject({
    type: z.enum([...scalars, ...arrays]),
    required: z.boolean().optional(),
    optional: z.boolean().optional(),
    nullable: z.boolean().optional(),
    filterable: z.boolean().optional(),
    readOnly: z.boolean().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    enum: z.array(z.string()).optional(),
    format: z.enum(["date-time", "ipv4", "ip", "password", "url", "uuid"]).optional(),
    default: z.json().optional(),
    of: z.string().optional(),
    fields: z.record(z.string(), transcribedField).optional(),
    items: z.record(z.string(), transcribedField).optional(),
    /** Rules of the prose, each of which has its own test. */
    pattern: z.string().optional(),
    types: z.record(z.string(), z.string()).optional(),
    section: z.string().optional(),
  }),
);

const fields = z.record(z.string(), transcribedField);

const transcription = z.strictObject({
  version: z.string(),
  operations: z.array(
    z.strictObject({
      group: z.string(),
      method: z.enum(methods),
      path: z.string(),
      beta: z.boolean(),
      scopes: z.array(z.string()),
      query: z.array(z.string()),
      request: fields,
      response: z.enum(["envelope", "object", "empty", "image"]),
      of: z.string().nullable(),
      fields: fields.optional(),
      deprecated: z.boolean(),
    }),
  ),
  entities: z.record(z.string(), fields),
  eventActions: z.array(z.string()),
  statuses: z.record(z.string(), z.array(z.string())),
  limits: z.array(
    z.strictObject({
      name: z.string(),
      min: z.number().optional(),
      max: z.number().optional(),
      default: z.number().optional(),
      unit: z.string().optional(),
      applies: z.array(z.string()),
    }),
  ),
  transitions: z.array(z.record(z.string(), z.string())),
});

export type TranscribedOperation = z.output<typeof transcription>["operations"][number];

/** The tables of the interface, transcribed independently of the contract. */
export const transcribed = transcription.parse(
  JSON.parse(readFileSync(join(__dirname, "interface.json"), "utf8")),
);

/** An operation as `POST /node/instances`. */
export const callOf = ({ method, path }: TranscribedOperation): string => `${method} ${path}`;
