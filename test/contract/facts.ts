import { z } from "zod";
import {
  allOperations,
  fieldsOf,
  itemOf,
  type NamedOperation,
  type ShapeField,
  unwrap,
} from "../../src/contract";
import { emptyAnswer, errorBody } from "../../src/contract/operation";
import { callOf, type TranscribedField, type TranscribedOperation, transcribed } from "./transcription";

/** What is said about one place, in words: `instance.image nullable` → `yes`. Two sides that say the same agree. */
export type Facts = ReadonlyMap<string, string>;

type Say = (place: string, fact: string, value: unknown) => void;

/** What the interface says about these operations, and about the entities that they answer. */
export function factsOfInterface(calls: ReadonlySet<string>): Facts {
  const { facts, say } = collector();
  const told = transcribed.operations.filter((operation) => calls.has(callOf(operation)));
  for (const operation of told) {
    const call = callOf(operation);
    say(call, "group", operation.group);
    say(call, "scopes", operation.scopes.join(" "));
    say(call, "query", operation.query.join(" "));
    say(call, "answer", [operation.response, operation.of].filter(Boolean).join(" of "));
    say(call, "beta", operation.beta);
    say(call, "deprecated", operation.deprecated);
    sayTold(say, `${call} body`, operation.request);
    sayTold(say, `${call} answer`, operation.fields ?? {});
  }
  for (const [name, fields] of Object.entries(transcribed.entities)) {
    if (entitiesOf(told).has(name)) sayTold(say, name, fields);
  }
  return facts;
}

/** What the contract says about all its operations, and about the entities that they answer. */
export function factsOfContract(): Facts {
  const { facts, say } = collector();
  for (const { group, operation } of allOperations) {
    const { call } = operation;
    say(call, "group", group);
    say(call, "scopes", operation.scopes.join(" "));
    say(call, "query", namesOf(operation.query).join(" "));
    say(call, "answer", answerOf(operation));
    say(call, "beta", operation.beta);
    say(call, "deprecated", operation.deprecated !== undefined);
    if (operation.sendsBytes) sayTold(say, `${call} body`, { body: { type: "image", required: true } });
    else sayHeld(say, `${call} body`, operation.body, "request");
    const isOwnShape = !operation.answersBytes && entityOf(operation.answer) === undefined;
    if (isOwnShape) sayHeld(say, `${call} answer`, operation.answer, "answer");
  }
  for (const [name, schema] of entitySchemas) sayHeld(say, name, schema, "answer");
  return facts;
}

/** The shape of each entity that an operation answers, by the interface's name of it. */
export const entitySchemas: ReadonlyMap<string, z.ZodType> = new Map([
  ...transcribed.operations.flatMap((told) =>
    allOperations.flatMap(({ operation }): [string, z.ZodType][] =>
      told.of !== null && operation.call === callOf(told) ? [[told.of, operation.answer]] : [],
    ),
  ),
  ["error", errorBody] as const,
]);

export const contractCalls: ReadonlySet<string> = new Set(
  allOperations.map(({ operation }: NamedOperation) => operation.call),
);

function entitiesOf(told: readonly TranscribedOperation[]): Set<string | null> {
  return new Set([...told.map((operation) => operation.of), "error"]);
}

function sayTold(say: Say, place: string, fields: Readonly<Record<string, TranscribedField>>): void {
  for (const [name, field] of Object.entries(fields)) {
    const own = `${place}.${name}`;
    say(own, "type", field.type);
    say(own, "required", field.required);
    say(own, "optional", field.optional);
    say(own, "nullable", field.nullable);
    say(own, "filterable", field.filterable);
    say(own, "returned only", field.readOnly);
    say(own, "enum", field.enum?.join(" "));
    say(own, "format", field.format);
    say(own, "least", field.min ?? field.minItems);
    say(own, "most", field.max ?? field.maxItems);
    say(own, "entity", field.of);
    sayTold(say, own, field.fields ?? field.items ?? {});
  }
}

function sayHeld(say: Say, place: string, schema: z.ZodType, use: "request" | "answer"): void {
  for (const field of fieldsOf(itemOf(schema) ?? schema)) {
    const own = `${place}.${field.name}`;
    const json = jsonSchemaOf(field.schema);
    const item = itemOf(field.schema);
    const itemJson = item && jsonSchemaOf(item);
    const entity = entityOf(item ?? field.schema);
    say(own, "type", typeOf(field.schema));
    say(
      own,
      use === "request" ? "required" : "optional",
      use === "request" ? !field.optional : field.optional,
    );
    say(own, "nullable", field.nullable);
    say(own, "filterable", field.meta.filterable);
    say(own, "returned only", field.meta.returnedOnly);
    say(own, "enum", json.enum?.join(" "));
    say(own, "format", formatOf(field, itemJson?.format ?? json.format));
    if (use === "request") {
      sayBounds(say, own, json);
      if (itemJson) sayBounds(say, `${own}[]`, itemJson);
    }
    say(own, "entity", entity);
    if (entity === undefined) sayHeld(say, own, item ?? field.schema, use);
  }
}

function sayBounds(say: Say, place: string, json: JsonSchema): void {
  const least = json.minLength ?? json.minItems ?? json.minimum;
  const most = json.maxLength ?? json.maxItems ?? json.maximum;
  // What a number can hold in JavaScript is no rule of the service.
  say(place, "least", least === Number.MIN_SAFE_INTEGER ? undefined : least);
  say(place, "most", most === Number.MAX_SAFE_INTEGER ? undefined : most);
}

function formatOf(field: ShapeField, format: string | undefined): string | undefined {
  const isSecret = field.meta.secret && typeOf(field.schema) === "string";
  const held = field.meta.format?.toString() ?? format ?? (isSecret ? "password" : undefined);
  // The interface says url where JSON Schema says uri.
  return held === "uri" ? "url" : held;
}

function answerOf({ answer, answersBytes, paged }: NamedOperation["operation"]): string {
  if (answersBytes) return "image";
  if (answer === emptyAnswer) return "empty";
  const form = paged ? "envelope" : "object";
  const entity = entityOf(answer);
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

/** The schema itself, where it is kept apart under its name. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = made.$ref?.replace("#/$defs/", "");
  return (name === undefined ? undefined : made.$defs?.[name]) ?? made;
}

function collector(): { readonly facts: Map<string, string>; readonly say: Say } {
  const facts = new Map<string, string>();
  return {
    facts,
    say: (place, fact, value) => {
      if (value === undefined || value === false) return;
      facts.set(`${place} ${fact}`, value === true ? "yes" : String(value));
    },
  };
}
