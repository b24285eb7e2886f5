import fc from "fast-check";
import { z } from "zod";
import type { SavedWorld, Settings } from "../../../src/emulator";
import { isRecord } from "../../../src/unknown";
import { documentForm, type OpenApiDocument } from "../../contract/openapi-form";
import { everyOperation, fillWorld, type Things, type TriedOperation } from "../every-operation";
import { type Reply, type Service, startService } from "../service";
import { type JsonSchema, valuesOf } from "./document-requests";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 8);

let service: Service;
let document: OpenApiDocument;
let world: SavedWorld;
let tried: readonly TriedOperation[];
let things: Things;

beforeAll(async () => {
  const filled = await fillWorld();
  ({ things, world } = filled);
  tried = everyOperation(things);
  service = startService();
  const answer = await service.send("GET", "http://127.0.0.1/_emulator/openapi.json");
  document = documentForm.parse(await answer.json());
});

/** What a shape says of a value that it doesn't take, as against a rule of the service. */
const ofShape = /must be of type|must have at|must be at (least|most) \d+$|JSON object|not a known field/;

/** How much can be paid at once: bounds of the service's own on what is a text. */
const amount = /^usd must (be|have) at/;

/** Everything of the document's schemas, for one that refers to others. */
const schemaWith = (schema: JsonSchema): z.ZodType =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
        "#/components/schemas/",
        "#/$defs/",
      ),
    ),
  );

/** Every operation of the document with its path, in the document's own words. */
const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const known = tried.find(({ named }) => named.name === operation.operationId);
      return operation && known ? [{ path, method: method.toUpperCase(), operation, known }] : [];
    }),
  );

const jsonOf = (content: object | undefined): JsonSchema | undefined => {
  const json: unknown = content && Reflect.get(content, "application/json");
  const schema = isRecord(json) ? json.schema : undefined;
  return isRecord(schema) ? schema : undefined;
};

/** Ids of things that are there mostly, and of any others that the document allows. */
const idOf = (name: string, schema: JsonSchema) => {
  const there = name === "token" ? things.transferToken : Reflect.get(things, name);
  const some = valuesOf(schema, document.components.schemas);
  return there === undefined
    ? some
    : fc.oneof({ weight: 3, arbitrary: fc.constant(there) }, { weight: 1, arbitrary: some });
};

const servedBy = async (settings: Partial<Settings>) => {
  const other = startService({ settings });
  const answer = await other.send("GET", "http://127.0.0.1/_emulator/openapi.json");
  return documentForm.parse(await answer.json());
};

test("the document says how the emulator is set where the interface leaves it open", async () => {
  const other = await servedBy({ dateTimes: "zoned", unknownFields: "refused", pageSize: "clamped" });
  const told = (one: OpenApiDocument) => ({
    created: one.components.schemas.Region && Object(one.components.schemas.Image).properties.created.format,
    closed: JSON.stringify(one).includes('"additionalProperties":false'),
    size: one.paths["/images"]?.get?.parameters.find(({ name }) => name === "page_size")?.schema,
  });
  const integer = { type: "integer", minimum: expect.any(Number) };
  expect(told(other)).toEqual({
    ...{ created: "date-time", closed: true },
    size: { ...integer, maximum: Number.MAX_SAFE_INTEGER },
  });
  expect(told(document)).toEqual({
    ...{ created: undefined, closed: false },
    size: { ...integer, minimum: 25, maximum: 500 },
  });
});

test("the document has every operation", () => {
  expect(described()).toHaveLength(tried.length);
});

test("what the document allows is refused by rules of the service only, and every answer is what it says", async () => {
  for (const { path, method, operation, known } of described()) {
    if (known.named.operation.sendsBytes) continue;
    const schemas = document.components.schemas;
    const success = jsonOf(operation.responses["2XX"].content);
    const answers = {
      success: success && schemaWith(success),
      error: schemaWith(jsonOf(operation.responses.default.content) ?? {}),
    };
    const parameters = (place: string) =>
      fc.record(
        Object.fromEntries(
          operation.parameters
            .filter((one) => one.in === place)
            .map(({ name, schema }) => [name, idOf(name, schema)]),
        ),
        place === "path" ? {} : { requiredKeys: [] },
      );
    const schema = jsonOf(operation.requestBody?.content);
    const body = schema ? valuesOf(schema, schemas) : fc.constant(undefined);
    service.control.load(world);
    const version = operation.servers?.[0]?.url ?? "/v4";
    await fc.assert(
      fc.asyncProperty(parameters("path"), parameters("query"), body, async (ids, query, sent) => {
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
          String(ids[name]).split("/").map(encodeURIComponent).join("/"),
        );
        const search = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const reply = await answered(known, `${version}${filled}?${search}`, method, sent);
        if (reply === undefined) return;
        const read = (reply.status < 400 ? answers.success : answers.error)?.safeParse(reply.body);
        expect([operation.operationId, read?.error]).toEqual([operation.operationId, undefined]);
        // Who has closed his account is nobody from then on.
        const closed = operation.operationId === "account.cancel" ? [401] : [];
        expect([200, 400, 403, 404, ...closed]).toContain(reply.status);
        if (reply.status !== 400) return;
        const required = Array.isArray(schema?.required) ? schema.required : [];
        for (const { reason, field } of reply.body.errors) {
          const isOfShape =
            (ofShape.test(reason) && !amount.test(reason)) ||
            (required.includes(field) && reason.endsWith("is required"));
          expect([operation.operationId, field, reason, isOfShape]).toEqual([
            ...[operation.operationId, field, reason, false],
          ]);
        }
      }),
      { numRuns },
    );
  }
});

/** The answer; undefined for one that is no JSON. */
async function answered(
  { named, token }: TriedOperation,
  path: string,
  method: string,
  body: unknown,
): Promise<Reply | undefined> {
  if (!named.operation.answersBytes) return service.call(method, path, body, { token });
  await service.send(method, `http://127.0.0.1${path}`);
  return undefined;
}
