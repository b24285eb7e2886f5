import { z } from "zod";
import { allOperations, type Brand, brandOf, envelopeOf, errorBody } from "../src/contract";
import type { PublishedResponse } from "../src/emulator/http/published-responses";

/** Where an answer has more, less or other than the contract says, or a name that is not the brand's. */
export function findDifference(answer: PublishedResponse): string | undefined {
  const { operation, status, body, settings } = answer;
  // Statuses that the interface doesn't have are meant to break it.
  if (settings.extraStatuses || status === 204) return undefined;
  const brand = brandNamed(answer.brand);
  const foreign = foreignName(brand, body);
  if (foreign !== undefined) return `${operation}: the answer has ${foreign}, which is not the brand's`;
  const { whole, closed } = status >= 400 ? ofErrors : shapesOf(operation);
  const read = closed.safeParse(brand.fromWire(whole, body));
  return read.success ? undefined : `${operation}, status ${status}: ${z.prettifyError(read.error)}`;
}

function foreignName(brand: Brand, body: unknown): string | undefined {
  if (brand.word === "node") return undefined;
  return /"(node_[a-z]+|nodes?|add_nodes|nodes:\w+|node\/[^"]*)"/.exec(JSON.stringify(body) ?? "")?.[0];
}

const brands = new Map<string, Brand>();

function brandNamed(word: string): Brand {
  const brand = brands.get(word) ?? brandOf(word);
  brands.set(word, brand);
  return brand;
}

interface Shapes {
  readonly whole: z.ZodType;
  /** Refuses fields that it doesn't have. */
  readonly closed: z.ZodType;
}

const ofErrors: Shapes = { whole: errorBody, closed: closedShape(errorBody) };
const shapes = new Map<string, Shapes>();

function shapesOf(operation: string): Shapes {
  const known = shapes.get(operation);
  if (known) return known;
  const named = allOperations.find(({ name }) => name === operation);
  if (!named) throw new Error(`${operation} is not an operation of the contract`);
  const { answer, paged } = named.operation;
  const whole = paged ? envelopeOf(answer) : answer;
  const made = { whole, closed: closedShape(whole) };
  shapes.set(operation, made);
  return made;
}

function closedShape(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    // What the contract leaves open stays open.
    if (schema.def.catchall instanceof z.ZodUnknown) return schema;
    const shape = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, closedShape(field)]);
    return z.strictObject(Object.fromEntries(shape));
  }
  if (schema instanceof z.ZodArray) return z.array(closedShape(schema.element as z.ZodType));
  if (schema instanceof z.ZodExactOptional) return closedShape(schema.unwrap() as z.ZodType).exactOptional();
  if (schema instanceof z.ZodNullable) return closedShape(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
