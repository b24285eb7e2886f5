import { z } from "zod";
import {
  allOperations,
  fieldsOf,
  itemOf,
  type NamedOperation,
  type ShapeField,
  unwrap,
} from "../../src/contract";
import { emptyResponse, errorBody } from "../../src/contract/operation";
import { callOf, type TranscribedField, type TranscribedOperation, transcribed } from "./transcription";

/** The properties of operations and fields as strings, such as `instance.image nullable` → `yes`, to compare two descriptions. */
export type Facts = ReadonlyMap<string, string>;

type AddFact = (place: string, fact: string, value: unknown) => void;

/** The facts of the interface about these operations, and about the entities that they return. */
export function factsOfInterface(calls: ReadonlySet<string>): Facts {
  const { facts, addFact } = collector();
  const transcribedOperations = transcribed.operations.filter((operation) => calls.has(callOf(operation)));
  for (const operation of transcribedOperations) {
    const call = callOf(operation);
    addFact(call, "group", operation.group);
    addFact(call, "scopes", operation.scopes.join(" "));
    addFact(call, "query", operation.query.join(" "));
    addFact(call, "response", [operation.response, operation.of].filter(Boolean).join(" of "));
    addFact(call, "beta", operation.beta);
    addFact(call, "deprecated", operation.deprecated);
    addInterfaceFields(addFact, `${call} body`, operation.request);
    addInterfaceFields(addFact, `${call} response`, operation.fields ?? {});
  }
  for (const [name, fields] of Object.entries(transcribed.entities)) {
    if (entitiesOf(transcribedOperations).has(name)) addInterfaceFields(addFact, name, fields);
  }
  return facts;
}

/** The facts of the contract about all its operations, and about the entities that they return. */
export function factsOfContract(): Facts {
  const { facts, addFact } = collector();
  for (const { group, operation } of allOperations) {
    const { call } = operation;
    addFact(call, "group", group);
    addFact(call, "scopes", operation.scopes.join(" "));
    addFact(call, "query", namesOf(operation.query).join(" "));
    addFact(call, "response", responseOf(operation));
    addFact(call, "beta", operation.beta);
    addFact(call, "deprecated", operation.deprecated !== undefined);
    if (operation.sendsBytes)
      addInterfaceFields(addFact, `${call} body`, { body: { type: "image", required: true } });
    else addContractFields(addFact, `${call} body`, operation.body, "request");
    const isOwnShape = !operation.returnsBytes && entityOf(operation.response) === undefined;
    if (isOwnShape) addContractFields(addFact, `${call} response`, operation.response, "response");
  }
  for (const [name, schema] of entitySchemas) addContractFields(addFact, name, schema, "response");
  return facts;
}

/** The shape of each entity that an operation returns, by its name in the interface. */
export const entitySchemas: ReadonlyMap<string, z.ZodType> = new Map([
  ...transcribed.operations.flatMap((one) =>
    allOperations.flatMap(({ operation }): [string, z.ZodType][] =>
      one.of !== null && operation.call === callOf(one) ? [[one.of, operation.response]] : [],
    ),
  ),
  ["error", errorBody] as const,
]);

export const contractCalls: ReadonlySet<string> = new Set(
  allOperations.map(({ operation }: NamedOperation) => operation.call),
);

function entitiesOf(operations: readonly TranscribedOperation[]): Set<string | null> {
  return new Set([...operations.map((operation) => operation.of), "error"]);
}

function addInterfaceFields(
  addFact: AddFact,
  place: string,
  fields: Readonly<Record<string, TranscribedField>>,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const own = `${place}.${name}`;
    addFact(own, "type", field.type);
    addFact(own, "required", field.required);
    addFact(own, "optional", field.optional);
    addFact(own, "nullable", field.nullable);
    addFact(own, "filterable", field.filterable);
    addFact(own, "returned only", field.readOnly);
    addFact(own, "enum", field.enum?.join(" "));
    addFact(own, "format", field.format);
    addFact(own, "min", field.min ?? field.minItems);
    addFact(own, "max", field.max ?? field.maxItems);
    addFact(own, "entity", field.of);
    addInterfaceFields(addFact, own, field.fields ?? field.items ?? {});
  }
}

function addContractFields(
  addFact: AddFact,
  place: string,
  schema: z.ZodType,
  use: "request" | "response",
): void {
  for (const field of fieldsOf(itemOf(schema) ?? schema)) {
    const own = `${place}.${field.name}`;
    const json = jsonSchemaOf(field.schema);
    const item = itemOf(field.schema);
    const itemJson = item && jsonSchemaOf(item);
    const entity = entityOf(item ?? field.schema);
    addFact(own, "type", typeOf(field.schema));
    addFact(
      own,
      use === "request" ? "required" : "optional",
      use === "request" ? !field.optional : field.optional,
    );
    addFact(own, "nullable", field.nullable);
    addFact(own, "filterable", field.meta.filterable);
    addFact(own, "returned only", field.meta.returnedOnly);
    addFact(own, "enum", json.enum?.join(" "));
    addFact(own, "format", formatOf(field, itemJson?.format ?? json.format));
    if (use === "request") {
      addBounds(addFact, own, json);
      if (itemJson) addBounds(addFact, `${own}[]`, itemJson);
    }
    addFact(own, "entity", entity);
    if (entity === undefined) addContractFields(addFact, own, item ?? field.schema, use);
  }
}

function addBounds(addFact: AddFact, place: string, json: JsonSchema): void {
  const min = json.minLength ?? json.minItems ?? json.minimum;
  const max = json.maxLength ?? json.maxItems ?? json.maximum;
  // JavaScript's own bounds of integers are not rules of the service.
  addFact(place, "min", min === Number.MIN_SAFE_INTEGER ? undefined : min);
  addFact(place, "max", max === Number.MAX_SAFE_INTEGER ? undefined : max);
}

function formatOf(field: ShapeField, format: string | undefined): string | undefined {
  const isSecret = field.meta.secret && typeOf(field.schema) === "string";
  const declared = field.meta.format?.toString() ?? format ?? (isSecret ? "password" : undefined);
  // The interface's word for JSON Schema's uri is url.
  return declared === "uri" ? "url" : declared;
}

function responseOf({ response, returnsBytes, paged }: NamedOperation["operation"]): string {
  if (returnsBytes) return "image";
  if (response === emptyResponse) return "empty";
  const form = paged ? "envelope" : "object";
  const entity = entityOf(response);
  return entity === undefined ? form : `${form} of ${entity}`;
}

function entityOf(schema: z.ZodType): string | undefined {
  const own = unwrap(schema).schema;
  return [...entitySchemas].find(([, entity]) => entity === own)?.[0];
}

function typeOf(schema: z.ZodType): string {
  const item = itemOf(schema);
  if (item) return `array<${typeOf(item)}>`;
  const { type } = jsonSchemaOf(schema);
  return typeof type === "string" ? type : "any";
}

const namesOf = (schema: z.ZodType) => fieldsOf(schema).map((field) => field.name);

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON schema of a shape, or the definition that it refers to. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = made.$ref?.replace("#/$defs/", "");
  return (name === undefined ? undefined : made.$defs?.[name]) ?? made;
}

function collector(): { readonly facts: Map<string, string>; readonly addFact: AddFact } {
  const facts = new Map<string, string>();
  return {
    facts,
    addFact: (place, fact, value) => {
      if (value === undefined || value === false) return;
      facts.set(`${place} ${fact}`, value === true ? "yes" : String(value));
    },
  };
}
