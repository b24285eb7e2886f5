import type { Effect } from "../types.generated";
import { ConnectionFault } from "./connection-fault";

const statusesWithoutBody = [204, 205, 304];

/** The name of an effect in the request log. */
export function effectName(effect: Effect): string {
  return Object.keys(effect)[0] ?? "";
}

/**
 * The response with which an effect replaces the service's. `carryOut` carries out the call and returns the service's response. Undefined
 * if the effect does not replace the response.
 */
export async function applyEffect(
  effect: Effect,
  carryOut: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response | undefined> {
  if ("reset" in effect) throw new ConnectionFault("ECONNRESET");
  if ("refused" in effect) throw new ConnectionFault("ECONNREFUSED");
  if ("hang" in effect) return untilAborted(signal);
  if ("truncated" in effect) return truncatedResponse(await carryOut());
  if ("garbage" in effect) return garbageResponse(await carryOut());
  if ("html" in effect) return htmlResponse(effect.html);
  if ("status" in effect) return statusResponse(effect);
  return undefined;
}

/** Rejects when the caller gives up. Never resolves. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function truncatedResponse(response: Response): Promise<Response> {
  if (statusesWithoutBody.includes(response.status)) throw new ConnectionFault("ECONNRESET");
  const whole = new Uint8Array(await response.arrayBuffer());
  const half = whole.slice(0, Math.floor(whole.length / 2));
  let isSent = false;
  const body = new ReadableStream({
    pull: (controller) => {
      if (isSent) return controller.error(new ConnectionFault("ECONNRESET"));
      isSent = true;
      if (half.length > 0) controller.enqueue(half);
    },
  });
  const headers = new Headers(response.headers);
  headers.set("Content-Length", String(whole.length));
  return new TruncatedResponse(half, body, { status: response.status, headers });
}

/** A response whose body ends too early. The server closes the connection after it. */
export class TruncatedResponse extends Response {
  constructor(
    /** The part of the body that is sent. */
    readonly sent: Uint8Array,
    body: ReadableStream,
    init: ResponseInit,
  ) {
    super(body, init);
  }
}

function garbageResponse({ status, headers }: Response): Response {
  const own = statusesWithoutBody.includes(status) ? 200 : status;
  return new Response('{"data": [} not JSON', { status: own, headers });
}

function htmlResponse(status: number): Response {
  return new Response(
    `<html><head><title>${status}</title></head><body><h1>${status} Bad Gateway</h1></body></html>`,
    {
      status,
      headers: { "Content-Type": "text/html" },
    },
  );
}

function statusResponse(effect: Extract<Effect, { status: number }>): Response {
  const { status, headers = {} } = effect;
  if (statusesWithoutBody.includes(status)) return new Response(null, { status, headers });
  if (typeof effect.body === "string") return new Response(effect.body, { status, headers });
  const body = effect.body === undefined ? defaultBody(status) : effect.body;
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

function defaultBody(status: number): unknown {
  return status < 300
    ? {}
    : { errors: [{ reason: status === 429 ? "Too many requests" : "Please try again" }] };
}
