import fc from "fast-check";
import { z } from "zod";
import type { SavedWorld, Settings } from "../../../src/emulator";
import { documentForm, type OpenApiDocument } from "../../contract/openapi-form";
import { buildRequests, fillWorld, type ObjectIds, type OperationRequest } from "../every-operation";
import { type Reply, type Service, startService } from "../service";
import type { JsonSchema } from "./document-requests";
import { allowedRequests, documentedOperations, jsonOf } from "./documented-operations";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 8);

let service: Service;
let document: OpenApiDocument;
let world: SavedWorld;
let requests: readonly OperationRequest[];
let ids: ObjectIds;

beforeAll(async () => {
  const filled = await fillWorld();
  ({ ids, world } = filled);
  requests = buildRequests(ids);
  service = startService();
  const response = await service.send("GET", "http://127.0.0.1/_emulator/openapi.json");
  document = documentForm.parse(await response.json());
});

/** Error messages about a value that its schema does not allow, as opposed to a rule of the service. */
const schemaError = /must be of type|must have at|must be at (least|most) \d+$|JSON object|not a known field/;

/** Errors about the amount of a payment, which is a string whose bounds are a rule of the service. */
const amountError = /^usd must (be|have) at/;

/** A Zod schema for a schema of the document, with the schemas to which it refers. */
const schemaWith = (schema: JsonSchema): z.ZodType =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
        "#/components/schemas/",
        "#/$defs/",
      ),
    ),
  );

const fetchDocument = async (settings: Partial<Settings>) => {
  const other = startService({ settings });
  const response = await other.send("GET", "http://127.0.0.1/_emulator/openapi.json");
  return documentForm.parse(await response.json());
};

test("the document describes the emulator's settings", async () => {
  const other = await fetchDocument({ dateTimes: "zoned", unknownFields: "refused", pageSize: "clamped" });
  const summarize = (one: OpenApiDocument) => ({
    created: one.components.schemas.Region && Object(one.components.schemas.Image).properties.created.format,
    closed: JSON.stringify(one).includes('"additionalProperties":false'),
    size: one.paths["/images"]?.get?.parameters.find(({ name }) => name === "page_size")?.schema,
  });
  const integer = { type: "integer", minimum: expect.any(Number) };
  expect(summarize(other)).toEqual({
    ...{ created: "date-time", closed: true },
    size: { ...integer, maximum: Number.MAX_SAFE_INTEGER },
  });
  expect(summarize(document)).toEqual({
    ...{ created: undefined, closed: false },
    size: { ...integer, minimum: 25, maximum: 500 },
  });
});

test("the document has every operation", () => {
  expect(documentedOperations(document, requests)).toHaveLength(requests.length);
});

test("requests that the document allows are rejected only by rules of the service, and every response matches the document", async () => {
  for (const documented of documentedOperations(document, requests)) {
    const { method, operation, known } = documented;
    if (known.named.operation.sendsBytes) continue;
    const success = jsonOf(operation.responses["2XX"].content);
    const schemasOfResponses = {
      success: success && schemaWith(success),
      error: schemaWith(jsonOf(operation.responses.default.content) ?? {}),
    };
    const schema = jsonOf(operation.requestBody?.content);
    service.control.load(world);
    await fc.assert(
      fc.asyncProperty(allowedRequests(documented, document, ids), async ({ target, body: sent }) => {
        const reply = await sendRequest(known, target, method, sent);
        if (reply === undefined) return;
        const read = (reply.status < 400 ? schemasOfResponses.success : schemasOfResponses.error)?.safeParse(
          reply.body,
        );
        expect([operation.operationId, read?.error]).toEqual([operation.operationId, undefined]);
        // After the account is closed, its token is invalid.
        const closed = operation.operationId === "account.cancel" ? [401] : [];
        expect([200, 400, 403, 404, ...closed]).toContain(reply.status);
        if (reply.status !== 400) return;
        const required = Array.isArray(schema?.required) ? schema.required : [];
        for (const { reason, field } of reply.body.errors) {
          const isSchemaError =
            (schemaError.test(reason) && !amountError.test(reason)) ||
            (required.includes(field) && reason.endsWith("is required"));
          expect([operation.operationId, field, reason, isSchemaError]).toEqual([
            ...[operation.operationId, field, reason, false],
          ]);
        }
      }),
      { numRuns },
    );
  }
});

/** Sends a request. Returns undefined if the response is not JSON. */
async function sendRequest(
  { named, token }: OperationRequest,
  path: string,
  method: string,
  body: unknown,
): Promise<Reply | undefined> {
  if (!named.operation.returnsBytes) return service.call(method, path, body, { token });
  await service.send(method, `http://127.0.0.1${path}`);
  return undefined;
}
