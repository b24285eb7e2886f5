import type { z } from "zod";
import { envelopeOf, fieldsOf, type NamedOperation, redact } from "../../contract";
import { bytes } from "../../contract/operation";
import { nameOf } from "../faults/effects";
import type { Befallen } from "../faults/faults";
import { handlerOf } from "../operations";
import type { Handler } from "../operations/handler";
import { durationOf } from "../service";
import type { State } from "../state";
import { answeredBy } from "./answered-by";
import { publishAnswer } from "./answers";
import { authenticate, callerOf } from "./authenticate";
import { befall } from "./befall";
import { bodyOf, bytesBodyOf, type RawBody } from "./body";
import type { Answered } from "./error-answer";
import { pageOf } from "./paging";
import { readerOf } from "./reader";
import { successOf } from "./success";

/** One operation as it is served: what doesn't change from call to call. */
export interface Route {
  readonly named: NamedOperation;
  readonly handler: Handler;
  readonly hasBody: boolean;
  /** The shape of the whole answer. */
  readonly answer: z.ZodType;
}

export function routeOf(named: NamedOperation): Route {
  const { operation } = named;
  return {
    named,
    handler: handlerOf(operation),
    hasBody: fieldsOf(operation.body).length > 0,
    answer: operation.paged ? envelopeOf(operation.answer) : operation.answer,
  };
}

/** Carries one call out, in this order: what befalls it before, limits, token, parts, handler, what befalls it after. */
export async function serve(
  state: State,
  route: Route,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const { name, operation } = route.named;
  const url = new URL(request.url);
  const header = request.headers.get("Authorization");
  const befallen = state.faults.befalling(name);
  const number = state.journal.begin({
    time: new Date(state.now()).toISOString(),
    method: request.method,
    path: url.pathname + url.search,
    operation: name,
    status: null,
    token: callerOf(state, header)?.token.name ?? null,
    body: null,
    faults: befallen.map(({ effect }) => nameOf(effect)),
    carriedOut: false,
  });
  let reading: Promise<RawBody> | undefined;
  const read = () => {
    reading ??= operation.sendsBytes ? bytesBodyOf(request) : bodyOf(request, state.settings);
    return reading;
  };
  const run = async (): Promise<Response> => {
    const raw = await read();
    const limited = state.rateLimits.count(state.settings, name, header ?? "");
    const answered = answeredBy(state, () => {
      if (limited.refusal) throw limited.refusal;
      const caller = authenticate(state, operation, header);
      const body = state.brand.fromWire(operation.body, raw.value());
      if (route.hasBody) state.journal.note(number, { body: redact(operation.body, body) });
      const reader = readerOf(
        operation,
        { path, query: Object.fromEntries(url.searchParams), body },
        state.settings,
      );
      const outcome = route.handler.run(caller?.service ?? state, caller, reader, url.origin);
      state.journal.note(number, { carriedOut: true });
      const answer =
        "answer" in outcome
          ? outcome.answer
          : pageOf(
              outcome.listing,
              operation,
              {
                query: Object.fromEntries(url.searchParams),
                filter: request.headers.get("X-Filter"),
                shown: (item) => state.brand.toWire(operation.answer, item),
                ...lag(state, befallen),
              },
              state.settings,
            );
      return successOf(route.named, state.brand.toWire(route.answer, answer), state.settings);
    });
    publishAnswer(state, name, answered);
    return responseOf(answered, limited.headers);
  };
  const response = await befall(state, befallen, { read, run }, request.signal);
  if (!response.headers.has("Date")) response.headers.set("Date", new Date(state.wire.now()).toUTCString());
  state.journal.note(number, { status: response.status });
  return response;
}

export function responseOf({ status, body }: Answered, headers = new Headers()): Response {
  if (body === undefined) return new Response(null, { status, headers });
  const file = bytes.safeParse(body);
  if (file.success) {
    headers.set("Content-Type", file.data.content_type);
    return new Response(new Uint8Array(file.data.data), { status, headers });
  }
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(body), { status, headers });
}

function lag(state: State, befallen: readonly Befallen[]): { until?: number } {
  const stale = befallen.map(({ effect }) => ("staleList" in effect ? effect.staleList : 0));
  const longest = Math.max(durationOf(state, "listLagSeconds"), ...stale);
  return longest > 0 ? { until: state.now() - longest } : {};
}
