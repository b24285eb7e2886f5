import { z } from "zod";
import { isRecord } from "../unknown";
import type { Brand } from "./brand";
import { envelopeOf, errorBody, type Operation } from "./operation";
import { allOperations, type NamedOperation } from "./operations";
import { fieldsOf } from "./walk";

type Json = Record<string, unknown>;
/** Turns a shape into a JSON schema, and puts the named shapes it holds among the document's components. */
type Write = (schema: z.ZodType) => Json;

/** The OpenAPI 3.1 document of the interface, under the brand's names, made from the contract. */
export function openApi(brand: Brand): object {
  const schemas: Json = {};
  const write: Write = (schema) => schemaOf(schema, brand, schemas);
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
      description: "Made from the contract of pulumi-nodecloud.",
    },
    servers: [{ url: "/v4" }],
    paths,
    components: { schemas, securitySchemes: securitySchemesOf(brand) },
  };
}

function operationOf({ name, group, operation }: NamedOperation, brand: Brand, write: Write): Json {
  const answer = operation.paged ? envelopeOf(operation.answer) : operation.answer;
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
      "2XX": { description: "Done.", content: operation.answersBytes ? imageFile : json(write(answer)) },
      default: {
        description: "What is wrong.",
        content: json({ $ref: "#/components/schemas/ErrorBody" }),
      },
    },
  };
}

function descriptionOf({ section, beta, deprecated }: Operation): string {
  const told = [`Section ${section} of the interface.`];
  if (deprecated !== undefined) told.push(`Deprecated: replaced by ${deprecated}.`);
  if (beta) told.push("Beta: addressed below `v4beta`, and free to change.");
  return told.join(" ");
}

function requestBodyOf({ body, sendsBytes }: Operation, write: Write): Json {
  if (sendsBytes) return { requestBody: { required: true, content: imageFile } };
  const fields = fieldsOf(body);
  if (fields.length === 0) return {};
  return {
    requestBody: { required: fields.some((field) => !field.optional), content: json(write(body)) },
  };
}

function parametersOf(shape: z.ZodObject, place: "path" | "query", write: Write): Json[] {
  return fieldsOf(shape).map((field) => {
    const { description: _, ...schema } = write(field.schema);
    return {
      name: field.name,
      in: place,
      required: place === "path" || !field.optional,
      description: field.meta.description ?? "",
      schema,
    };
  });
}

const json = (schema: Json): Json => ({ "application/json": { schema } });

/** Bytes, which OpenAPI 3.1 gives no type; the contract's shape of them is the client's own. */
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
      description: "How tokens are issued is not specified: both addresses stand for the operator's own.",
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
  const made = z.toJSONSchema(schema, {
    // As "output", zod closes every object; answers may have more fields than the contract knows.
    io: "input",
    reused: "inline",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodType) adapt(zodSchema, jsonSchema, brand);
    },
  });
  const { $schema: _, $defs: definitions, ...own } = made;
  for (const [name, definition] of Object.entries(definitions ?? {})) {
    if (isNamed(name)) components[name] = withComponents(definition);
  }
  const written = withComponents(own);
  return isRecord(written) ? written : {};
}

/** Puts the brand's names in the place of the contract's, and what OpenAPI knows in the place of our marks. */
function adapt(schema: z.ZodType, made: Json, brand: Brand): void {
  const meta = schema.meta() ?? {};
  const fields = fieldsOf(schema).filter((field) => field.meta.brandedName);
  const rename = (name: string) => (fields.some((one) => one.name === name) ? brand.field(name) : name);
  if (isRecord(made.properties)) {
    const properties = Object.entries(made.properties);
    made.properties = Object.fromEntries(properties.map(([name, value]) => [rename(name), value]));
  }
  if (Array.isArray(made.required)) made.required = made.required.map(rename);
  if (meta.brandedValues && Array.isArray(made.enum)) made.enum = made.enum.map(brand.action);
  if (meta.returnedOnly) made.readOnly = true;
  if (meta.filterable) made["x-filterable"] = true;
  if (meta.secret && made.type === "string") made.format ??= "password";
  // The bounds of what a number can hold are JavaScript's, not the interface's.
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  for (const mark of ownMarks) delete made[mark];
}

/** Marks of ours that no reader of the document knows. */
const ownMarks = ["filterable", "returnedOnly", "secret", "brandedName", "brandedValues", "unset", "id"];

/** zod makes up names for what refers to itself: any JSON value, which is what the empty schema says. */
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
