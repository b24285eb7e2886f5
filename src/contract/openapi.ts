import { z } from "zod";
import type { Brand } from "./brand";
import { envelopeOf, errorBody } from "./operation";
import { allOperations, type NamedOperation } from "./operations";
import { fieldsOf, itemOf } from "./walk";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the interface, under the brand's names, made from the contract. */
export function openApi(brand: Brand): object {
  const paths: Record<string, Json> = {};
  for (const named of allOperations) {
    const [method = "", template = ""] = named.operation.call.split(" ");
    const path = brand.path(template);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(named, brand) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Instance, Account and Image Management Service",
      version: "4.119.0",
      description: "Made from the contract of pulumi-nodecloud.",
    },
    servers: [{ url: "/v4" }],
    paths,
    components: {
      schemas: { ErrorBody: schemaOf(errorBody, brand, "output") },
      securitySchemes: {
        personalAccessToken: { type: "http", scheme: "bearer" },
        oauth: {
          type: "oauth2",
          flows: {
            authorizationCode: {
              authorizationUrl: "/oauth/authorize",
              tokenUrl: "/oauth/token",
              scopes: scopesOf(brand),
            },
          },
        },
      },
    },
  };
}

function operationOf({ name, group, operation }: NamedOperation, brand: Brand): Json {
  const answer = operation.paged ? envelopeOf(operation.answer) : operation.answer;
  const scopes = operation.scopes.map(brand.scope);
  const secured = scopes.length > 0 ? [{ personalAccessToken: scopes }, { oauth: scopes }] : [];
  const hasBody = fieldsOf(operation.body).length > 0;
  return {
    operationId: name,
    tags: [group],
    summary: operation.summary,
    description: `Section ${operation.section} of the interface.`,
    security: operation.anonymous ? [...secured, {}] : secured,
    parameters: [
      ...parametersOf(operation.path, "path", brand),
      ...parametersOf(operation.query, "query", brand),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: fieldsOf(operation.body).some((field) => !field.optional),
            content: json(schemaOf(operation.body, brand, "input")),
          },
        }
      : {}),
    responses: {
      "2XX": { description: "Done.", content: json(schemaOf(answer, brand, "output")) },
      default: {
        description: "What is wrong.",
        content: json({ $ref: "#/components/schemas/ErrorBody" }),
      },
    },
  };
}

function parametersOf(shape: z.ZodObject, place: "path" | "query", brand: Brand): Json[] {
  return fieldsOf(shape).map((field) => ({
    name: field.name,
    in: place,
    required: place === "path" || !field.optional,
    description: field.meta.description ?? "",
    schema: schemaOf(field.schema, brand, "input"),
  }));
}

const json = (schema: unknown): Json => ({ "application/json": { schema } });

/** Marks of ours that no reader of the document knows. */
const ownMarks = ["filterable", "returnedOnly", "secret", "brandedName", "brandedValues", "unset", "id"];

function schemaOf(schema: z.ZodType, brand: Brand, io: "input" | "output"): unknown {
  // What is received may have more fields than the contract knows: answers stay open.
  const made: unknown = z.toJSONSchema(schema, { io, reused: "inline", unrepresentable: "any" });
  return branded(schema, inlined(made, made, []), brand);
}

/** Puts the definitions in the places that refer to them, and leaves our own marks out. */
function inlined(node: unknown, root: unknown, within: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((one) => inlined(one, root, within));
  if (!isRecord(node)) return node;
  const { $ref: reference, ...others } = node;
  if (typeof reference === "string") {
    // A JSON value may hold others without end: from the second one on, anything.
    if (within.includes(reference)) return {};
    const target = reference
      .replace(/^#\/?/, "")
      .split("/")
      .reduce<unknown>((at, key) => (isRecord(at) && key !== "" ? at[key] : at), root);
    return inlined(isRecord(target) ? { ...target, ...others } : target, root, [...within, reference]);
  }
  return Object.fromEntries(
    Object.entries(others).flatMap(([key, value]) => {
      if (key === "$schema" || key === "$defs" || ownMarks.includes(key)) return [];
      if (key === "properties" && isRecord(value)) {
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(value).map(([name, one]) => [name, inlined(one, root, within)]),
            ),
          ],
        ];
      }
      return [[key, inlined(value, root, within)]];
    }),
  );
}

/** The brand's names in the place of the contract's. */
function branded(schema: z.ZodType, made: unknown, brand: Brand): unknown {
  if (!isRecord(made)) return made;
  const item = itemOf(schema);
  if (item) return { ...made, items: branded(item, made.items, brand) };
  const fields = fieldsOf(schema);
  const properties = made.properties;
  if (fields.length === 0 || !isRecord(properties)) return made;
  const required = made.required;
  return {
    ...made,
    properties: Object.fromEntries(
      fields.map((field) => {
        const inner = branded(field.schema, properties[field.name], brand);
        return [
          field.meta.brandedName ? brand.field(field.name) : field.name,
          field.meta.brandedValues && isRecord(inner) && Array.isArray(inner.enum)
            ? { ...inner, enum: inner.enum.map((value) => brand.action(String(value))) }
            : inner,
        ];
      }),
    ),
    ...(Array.isArray(required)
      ? {
          required: required.map((name) => {
            const field = fields.find((one) => one.name === name);
            return field?.meta.brandedName ? brand.field(field.name) : name;
          }),
        }
      : {}),
  };
}

function scopesOf(brand: Brand): Record<string, string> {
  const all = new Set(allOperations.flatMap(({ operation }) => operation.scopes));
  return Object.fromEntries(
    [...all].map((scope) => {
      const [area = "", access = ""] = brand.scope(scope).split(":");
      return [brand.scope(scope), access === "read_only" ? `Read ${area}.` : `Read and change ${area}.`];
    }),
  );
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
