import fc from "fast-check";
import { isRecord } from "../../../src/unknown";
import type { DocumentOperation, OpenApiDocument } from "../../contract/openapi-form";
import type { ObjectIds, OperationRequest } from "../every-operation";
import { type JsonSchema, valuesOf } from "./document-requests";

/** An operation of the document with its path and method, and a valid request of it. */
export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: DocumentOperation;
  readonly known: OperationRequest;
}

export function documentedOperations(
  { paths }: OpenApiDocument,
  requests: readonly OperationRequest[],
): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const known = requests.find(({ named }) => named.name === operation.operationId);
      return operation && known ? [{ path, method: method.toUpperCase(), operation, known }] : [];
    }),
  );
}

/** The schema of a JSON body. Undefined if there is none or the body is not JSON. */
export function jsonOf(content: object | undefined): JsonSchema | undefined {
  const json: unknown = content && Reflect.get(content, "application/json");
  const schema = isRecord(json) ? json.schema : undefined;
  return isRecord(schema) ? schema : undefined;
}

/** A request that the document allows. */
interface AllowedRequest {
  /** The path with the version segment, and the query string. */
  readonly target: string;
  readonly body: unknown;
}

/** Requests of an operation that the document allows, most of them about existing objects. */
export function allowedRequests(
  { path, operation }: DocumentedOperation,
  document: OpenApiDocument,
  ids: ObjectIds,
): fc.Arbitrary<AllowedRequest> {
  const { schemas } = document.components;
  const parameters = (place: string) =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((one) => one.in === place)
          .map(({ name, schema }) => [name, idsFor(name, schema, ids, schemas)]),
      ),
      place === "path" ? {} : { requiredKeys: [] },
    );
  const schema = jsonOf(operation.requestBody?.content);
  const body = schema ? valuesOf(schema, schemas) : fc.constant(undefined);
  const version = operation.servers?.[0]?.url ?? "/v4";
  const requests = fc.tuple(parameters("path"), parameters("query"), body).map(([own, query, sent]) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(own[name]).split("/").map(encodeURIComponent).join("/"),
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return { target: `${version}${filled}?${search}`, body: sent };
  });
  // A URL cannot contain the segments `.` and `..`.
  return requests.filter(({ target }) => target.startsWith(`${new URL(target, "http://any").pathname}?`));
}

/** Mostly ids of existing objects, and sometimes any other values that the document allows. */
function idsFor(
  name: string,
  schema: JsonSchema,
  ids: ObjectIds,
  schemas: JsonSchema,
): fc.Arbitrary<unknown> {
  const existing = name === "token" ? ids.transferToken : Reflect.get(ids, name);
  const anyValue = valuesOf(schema, schemas);
  return existing === undefined
    ? anyValue
    : fc.oneof({ weight: 3, arbitrary: fc.constant(existing) }, { weight: 1, arbitrary: anyValue });
}
