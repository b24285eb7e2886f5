import type { z } from "zod";
import { fieldsOf, type NamedOperation, type Operation, pageSchema, redact } from "../../contract";
import { bytes } from "../../contract/operation";
import { isRecord } from "../../unknown";
import { creationBy } from "../console/creation";
import { effectName } from "../faults/effects";
import { handlerOf } from "../operations";
import type { Handler } from "../operations/handler";
import type { Runtime } from "../runtime";
import { durationOf } from "../service";
import type { FaultRule } from "../types.generated";
import type { RecordChange } from "../world/changes";
import { authenticate, callerOf } from "./authenticate";
import { type RawBody, readBinaryBody, readJsonBody } from "./body";
import type { ApiResponse } from "./error-response";
import { type AddFurtherFields, addFurtherFieldsTo } from "./further-fields";
import { injectFaults } from "./inject-faults";
import { pageOf } from "./paging";
import { publishResponse } from "./published-responses";
import { createRequestReader } from "./request-reader";
import { respondWith } from "./respond-with";
import { successResponse } from "./success-response";

/** An operation with everything that is the same for each call. */
export interface Route {
  readonly named: NamedOperation;
  readonly handler: Handler;
  readonly hasBody: boolean;
  /** Whether it can make the world larger. */
  readonly canAdd: boolean;
  /** The schema of the whole response body. */
  readonly response: z.ZodType;
  readonly addFurtherFields: AddFurtherFields;
}

export function createRoute(named: NamedOperation): Route {
  const { operation } = named;
  const response = operation.paged ? pageSchema(operation.response) : operation.response;
  return {
    named,
    handler: handlerOf(operation),
    hasBody: fieldsOf(operation.body).length > 0,
    canAdd: !/^(GET|DELETE) /.test(operation.call),
    response,
    addFurtherFields: addFurtherFieldsTo(response),
  };
}

/** Serves one call, in this order: faults before, rate limit, token, request, handler, faults after. */
export async function serveOperation(
  runtime: Runtime,
  route: Route,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const { name, operation } = route.named;
  const url = new URL(request.url);
  const header = request.headers.get("Authorization");
  const faults = runtime.faults.faultsFor(name);
  const caller = callerOf(runtime, header);
  const number = runtime.requestLog.add({
    time: new Date(runtime.now()).toISOString(),
    method: request.method,
    path: url.pathname + url.search,
    operation: name,
    status: null,
    token: caller?.token.name ?? null,
    body: null,
    faults: faults.map(({ effect }) => effectName(effect)),
    carriedOut: false,
  });
  const agent = request.headers.get("User-Agent");
  const hasUnknownToken = header !== null && !caller;
  runtime.callDetails.begin(number, keptCall(runtime, request.headers, faults, hasUnknownToken));
  let reading: Promise<RawBody> | undefined;
  const read = () => {
    reading ??= operation.sendsBytes ? readBinaryBody(request, runtime) : readJsonBody(request, runtime);
    return reading;
  };
  const run = async (): Promise<Response> => {
    const raw = await read();
    const limited = runtime.rateLimits.count(runtime.settings, name, header ?? "");
    const result = respondWith(runtime, () => {
      if (limited.error) throw limited.error;
      const caller = authenticate(runtime, operation, header);
      if (route.canAdd) runtime.checkRoom();
      const { prepare = unchanged } = route.handler;
      const body = runtime.brand.fromRequest(operation.body, prepare(raw.value(), runtime.settings));
      if (route.hasBody) runtime.requestLog.update(number, { body: redact(operation.body, body) });
      const reader = createRequestReader(operation, { path, body }, runtime.settings);
      const carryOut = () => {
        const outcome = runtime.observations.during(creationBy(number, agent), () =>
          route.handler.run(caller?.service ?? runtime, caller, reader, url.origin),
        );
        if ("response" in outcome) return outcome.response;
        const list = {
          query: Object.fromEntries(url.searchParams),
          filter: request.headers.get("X-Filter"),
          toShown: (item: unknown) => runtime.brand.toWire(operation.response, item),
        };
        return pageOf(outcome.listing, operation, list, runtime.settings);
      };
      const response = operation.call.startsWith("GET ")
        ? runtime.world.readBefore(unknownChanges(runtime, operation, faults), carryOut)
        : carryOut();
      const shown = runtime.brand.toWire(route.response, response);
      const whole = route.addFurtherFields(shown, runtime.settings);
      return successResponse(route.named, whole, runtime.settings);
    });
    if (result.status < 400) runtime.requestLog.update(number, { carriedOut: true });
    const text = bodyText(result);
    publishResponse(runtime, name, result, text);
    if (text !== undefined) runtime.callDetails.addResponse(number, result.status, route.response, text);
    return httpResponse(result, limited.headers, text);
  };
  return logResponse(runtime, number, () => injectFaults(runtime, faults, { read, run }, request));
}

/** The kept details of a call that has just been received. */
export function keptCall(
  runtime: Runtime,
  headers: Headers,
  rules: readonly FaultRule[],
  hasUnknownToken = false,
) {
  const { callerClock, observations } = runtime;
  return {
    agent: headers.get("User-Agent"),
    filter: headers.get("X-Filter") ?? undefined,
    hasUnknownToken,
    rules,
    began: callerClock.now(),
    time: runtime.now(),
    position: observations.undo.position,
  };
}

/** Completes the entry of a call in the request log with its response. */
export async function logResponse(
  runtime: Runtime,
  number: number,
  respond: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await respond();
    if (!response.headers.has("Date"))
      response.headers.set("Date", new Date(runtime.callerClock.now()).toUTCString());
    runtime.requestLog.update(number, { status: response.status });
    return response;
  } finally {
    runtime.callDetails.ended(number, runtime.callerClock.now());
    runtime.observations.called(number);
  }
}

/** The JSON of a response. Undefined if it has no body, or a file. */
function bodyText({ body }: ApiResponse): string | undefined {
  return body === undefined || fileOf(body) ? undefined : JSON.stringify(body);
}

/** `text` is the body's JSON. */
export function httpResponse(
  { status, body, location }: ApiResponse,
  headers: Headers = new Headers(),
  text = JSON.stringify(body),
): Response {
  if (location !== undefined) headers.set("Location", location);
  if (body === undefined) return new Response(null, { status, headers });
  const file = fileOf(body);
  if (file) {
    headers.set("Content-Type", file.content_type);
    return new Response(new Uint8Array(file.data), { status, headers });
  }
  headers.set("Content-Type", "application/json");
  return new Response(text, { status, headers });
}

const unchanged = (body: unknown): unknown => body;

/** The file in a response. Undefined for JSON, which nearly all responses contain: a failed parse for each of them would take too long. */
function fileOf(body: unknown): z.output<typeof bytes> | undefined {
  return isRecord(body) && "content_type" in body ? bytes.safeParse(body).data : undefined;
}

/** The latest changes, which a view or list does not reflect yet. A fault may make a list lag further than its setting does. */
function unknownChanges(
  runtime: Runtime,
  { paged, path }: Operation,
  faults: readonly FaultRule[],
): readonly RecordChange[] {
  // A list that belongs to an object lags behind as views do: the items of an invoice appear together with the invoice.
  const isList = paged && fieldsOf(path).length === 0;
  const stale = faults.map(({ effect }) => (isList && "staleList" in effect ? effect.staleList : 0));
  const longest = Math.max(durationOf(runtime, isList ? "listLagSeconds" : "viewLagSeconds"), ...stale);
  return runtime.changesWithin(longest);
}
