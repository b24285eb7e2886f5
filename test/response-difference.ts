import { z } from "zod";
import { allOperations, type Brand, brandOf, errorBody, eventActions, pageSchema } from "../src/contract";
import { furtherFieldNames } from "../src/emulator/http/further-fields";
import type { PublishedResponse } from "../src/emulator/http/published-responses";

const unlistedActions = ["account_promo_apply", "lock_create", "lock_delete"] as const;

/** The place where a response differs from the contract, or has a name that is not the brand's. */
export function findDifference(response: PublishedResponse): string | undefined {
  const { operation, status, body, settings } = response;
  // Statuses that the interface does not have are meant to differ from it.
  if (settings.extraStatuses || status === 204 || isWithoutBody(response)) return undefined;
  const key = `${operation} ${status} ${response.brand} ${settings.furtherFields} ${response.text}`;
  if (response.text !== undefined && withoutDifference.has(key)) return undefined;
  const brand = brandNamed(response.brand);
  const own = status >= 400 ? withoutUnknownFields(body) : body;
  const foreign = foreignName(brand, own);
  if (foreign !== undefined) return `${operation}: the response has ${foreign}, which is not the brand's`;
  const wrongReason = status >= 400 ? reasonWithInterfaceWord(brand, own) : undefined;
  if (wrongReason !== undefined) return `${operation}: the reason "${wrongReason}" has the interface's word`;
  const { whole, closed } = status >= 400 ? ofErrors : shapesOf(operation, settings.furtherFields);
  const read = closed.safeParse(brand.fromWire(whole, body));
  if (!read.success) return `${operation}, status ${status}: ${z.prettifyError(read.error)}`;
  withoutDifference.add(key);
  return undefined;
}

/** The responses of this test file without a difference: tests of waits receive most of them many times. */
const withoutDifference = new Set<string>();

/** An error body without the errors about unknown fields, whose names are the caller's. */
function withoutUnknownFields(body: unknown): unknown {
  const read = errorBody.safeParse(body);
  if (!read.success) return body;
  return { errors: read.data.errors.filter(({ reason }) => !reason.endsWith(" is not a known field")) };
}

/** The response for a thumbnail that has no body because of a setting. */
function isWithoutBody({ operation, status, body, settings }: PublishedResponse): boolean {
  if (operation !== "oauthClients.viewThumbnail" || body !== undefined) return false;
  if (status === 302) return settings.thumbnails === "redirected";
  return [404, settings.unknownIdStatus].includes(status) && settings.missingThumbnail === "noBody";
}

function foreignName(brand: Brand, body: unknown): string | undefined {
  if (brand.word === "node") return undefined;
  return /"(node_[a-z]+|nodes?|add_nodes|nodes:\w+|node\/[^"]*)"/.exec(JSON.stringify(body) ?? "")?.[0];
}

/** As a word, not as part of a path or of another word. */
const interfaceWord = /(?<![\w/-])nodes?(?![\w/-])/i;

/** A reason of an error that says `node` although the operator has another word. */
function reasonWithInterfaceWord(brand: Brand, body: unknown): string | undefined {
  if (brand.word === "node") return undefined;
  const read = errorBody.safeParse(body);
  return read.data?.errors.map(({ reason }) => reason).find((reason) => interfaceWord.test(reason));
}

const brands = new Map<string, Brand>();

function brandNamed(word: string): Brand {
  const brand = brands.get(word) ?? brandOf(word);
  brands.set(word, brand);
  return brand;
}

interface Shapes {
  readonly whole: z.ZodType;
  /** Refuses fields that it does not have. */
  readonly closed: z.ZodType;
}

const ofErrors: Shapes = { whole: errorBody, closed: closedShape(errorBody, false) };
const shapes = new Map<string, Shapes>();

function shapesOf(operation: string, hasFurtherFields: boolean): Shapes {
  const key = `${operation} ${hasFurtherFields}`;
  const known = shapes.get(key);
  if (known) return known;
  const named = allOperations.find(({ name }) => name === operation);
  if (!named) throw new Error(`${operation} is not an operation of the contract`);
  const { response, paged } = named.operation;
  const whole = paged ? pageSchema(response) : response;
  const created = { whole, closed: closedShape(whole, hasFurtherFields) };
  shapes.set(key, created);
  return created;
}

/** The schema restricted to its own fields and actions and, if `hasFurtherFields`, those of live services. */
function closedShape(schema: z.ZodType, hasFurtherFields: boolean): z.ZodType {
  if (schema instanceof z.ZodObject) {
    // What the contract leaves open stays open.
    if (schema.def.catchall instanceof z.ZodUnknown) return schema;
    const further = hasFurtherFields ? furtherFieldNames(schema) : [];
    return z.strictObject({
      ...Object.fromEntries(
        Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [
          name,
          closedShape(field, hasFurtherFields),
        ]),
      ),
      ...Object.fromEntries(further.map((name) => [name, z.json()])),
    });
  }
  if (schema instanceof z.ZodArray)
    return z.array(closedShape(schema.element as z.ZodType, hasFurtherFields));
  if (schema instanceof z.ZodExactOptional) {
    return closedShape(schema.unwrap() as z.ZodType, hasFurtherFields).exactOptional();
  }
  if (schema instanceof z.ZodNullable) {
    return closedShape(schema.unwrap() as z.ZodType, hasFurtherFields).nullable();
  }
  if (hasFurtherFields && schema.meta()?.brandedValues) return z.enum([...eventActions, ...unlistedActions]);
  return schema;
}
