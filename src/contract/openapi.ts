import { z } from "zod";
import { isRecord } from "../unknown";
import type { Brand } from "./brand";
import { errorBody, type Operation, pageSchema } from "./operation";
import { allOperations, type NamedOperation } from "./operations";
import { fieldsOf } from "./walk";

type Json = Record<string, unknown>;
/** Turns a shape into a JSON schema, and adds the named shapes in it to the document's components. */
type WriteSchema = (schema: z.ZodType) => Json;

/** The OpenAPI 3.1 document of the interface under a brand, generated from the contract. */
export function openApi(brand: Brand): object {
  const schemas: Json = {};
  const write: WriteSchema = (schema) => schemaOf(schema, brand, schemas);
  schemas.ErrorBody = write(errorBody);
  const paths: Record<string, Json> = {};
  for (const named of allOperations) {
    const [method = "", template = ""] = named.operation.call.split(" ");
    const path = brand.path(template);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(named, brand, write) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Instance, Account and Image Management Service",
      version: "4.119.0",
      description: "Generated from the contract of pulumi-nodecloud.",
    },
    servers: [{ url: "/v4" }],
    paths,
    components: { schemas, securitySchemes: securitySchemesOf(brand) },
  };
}

function operationOf({ name, group, operation }: NamedOperation, brand: Brand, write: WriteSchema): Json {
  const response = operation.paged ? pageSchema(operation.response) : operation.response;
  const scopes = operation.scopes.map(brand.scope);
  const secured = scopes.length > 0 ? [{ personalAccessToken: scopes }, { oauth: scopes }] : [];
  return {
    operationId: name,
    tags: [group],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    ...(operation.beta ? { servers: [{ url: "/v4beta" }] } : {}),
    security: operation.anonymous ? [...secured, {}] : secured,
    parameters: [
      ...parametersOf(operation.path, "path", write),
      ...parametersOf(operation.query, "query", write),
    ],
    ...requestBodyOf(operation, write),
    responses: {
      "2XX": { description: "Success.", content: operation.returnsBytes ? imageFile : json(write(response)) },
      default: {
        description: "An error.",
        content: json({ $ref: "#/components/schemas/ErrorBody" }),
      },
    },
  };
}

function descriptionOf({ section, beta, deprecated }: Operation): string {
  const sentences = [`Section ${section} of the interface.`];
  if (deprecated !== undefined) sentences.push(`Deprecated: replaced by ${deprecated}.`);
  if (beta) sentences.push("Beta: its address begins with `v4beta`, and it may change incompatibly.");
  return sentences.join(" ");
}

function requestBodyOf({ body, sendsBytes }: Operation, write: WriteSchema): Json {
  if (sendsBytes) return { requestBody: { required: true, content: imageFile } };
  const fields = fieldsOf(body);
  if (fields.length === 0) return {};
  return {
    requestBody: { required: fields.some((field) => !field.optional), content: json(write(body)) },
  };
}

function parametersOf(shape: z.ZodObject, place: "path" | "query", write: WriteSchema): Json[] {
  return fieldsOf(shape).map((field) => {
    const { description: _, ...schema } = write(field.schema);
    return {
      name: field.name,
      in: place,
      required: !field.optional,
      description: field.meta.description ?? "",
      schema,
    };
  });
}

const json = (schema: Json): Json => ({ "application/json": { schema } });

/** Binary data has no type in OpenAPI 3.1, so the contract's shape is not used. */
const imageFile: Json = { "image/*": { schema: { description: "The bytes of an image file." } } };

function securitySchemesOf(brand: Brand): Json {
  const all = new Set(allOperations.flatMap(({ operation }) => operation.scopes));
  const scopes = [...all].map((scope) => {
    const [area = "", access = ""] = brand.scope(scope).split(":");
    return [brand.scope(scope), access === "read_only" ? `Read ${area}.` : `Read and change ${area}.`];
  });
  return {
    personalAccessToken: { type: "http", scheme: "bearer" },
    oauth: {
      type: "oauth2",
      description:
        "How tokens are issued is not specified: both addresses are placeholders for the operator's addresses.",
      flows: {
        authorizationCode: {
          authorizationUrl: "/oauth/authorize",
          tokenUrl: "/oauth/token",
          scopes: Object.fromEntries(scopes),
        },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, brand: Brand, components: Json): Json {
  const jsonSchema = z.toJSONSchema(schema, {
    // With "output", zod forbids additional fields, but responses may have some.
    io: "input",
    reused: "inline",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodType) adapt(zodSchema, jsonSchema, brand);
    },
  });
  const { $schema: _, $defs: definitions, ...own } = jsonSchema;
  for (const [name, definition] of Object.entries(definitions ?? {})) {
    if (isNamed(name)) components[name] = withComponents(definition);
  }
  const written = withComponents(own);
  return isRecord(written) ? written : {};
}

/** Replaces the contract's names with the brand's, and our own metadata with OpenAPI's. */
function adapt(schema: z.ZodType, jsonSchema: Json, brand: Brand): void {
  const meta = schema.meta() ?? {};
  const fields = fieldsOf(schema).filter((field) => field.meta.brandedName);
  const rename = (name: string) => (fields.some((one) => one.name === name) ? brand.field(name) : name);
  if (isRecord(jsonSchema.properties)) {
    const properties = Object.entries(jsonSchema.properties);
    jsonSchema.properties = Object.fromEntries(properties.map(([name, value]) => [rename(name), value]));
  }
  if (Array.isArray(jsonSchema.required)) jsonSchema.required = jsonSchema.required.map(rename);
  if (meta.brandedValues && Array.isArray(jsonSchema.enum))
    jsonSchema.enum = jsonSchema.enum.map(brand.action);
  if (meta.returnedOnly) jsonSchema.readOnly = true;
  if (meta.filterable) jsonSchema["x-filterable"] = true;
  if (meta.secret && jsonSchema.type === "string") jsonSchema.format ??= "password";
  // Bounds of JavaScript's integers, not of the interface.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  for (const mark of ownMetadata) delete jsonSchema[mark];
}

/** Our own metadata, which OpenAPI does not define. */
const ownMetadata = ["filterable", "returnedOnly", "secret", "brandedName", "brandedValues", "unset", "id"];

/** zod invents names for recursive shapes. The only one is any JSON value, which the empty schema describes. */
const isNamed = (name: string): boolean => !name.startsWith("__");

function withComponents(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withComponents);
  if (!isRecord(node)) return node;
  const { $ref: reference, ...others } = node;
  const kept = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, withComponents(value)]),
  );
  if (typeof reference !== "string") return kept;
  const name = reference.replace(/^#\/\$defs\//, "");
  return isNamed(name) ? { $ref: `#/components/schemas/${name}`, ...kept } : kept;
}
