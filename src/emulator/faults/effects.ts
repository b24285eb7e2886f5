import { ConnectionFault } from "./connection-fault";
import type { Effect } from "./rule";

/** A word for the journal. */
export function nameOf(effect: Effect): string {
  return Object.keys(effect)[0] ?? "";
}

/**
 * The answer that an effect puts in place of the service's own, which is `own` where the change was made.
 * Undefined: the effect doesn't touch the answer.
 */
export async function effectAnswer(
  effect: Effect,
  own: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response | undefined> {
  if ("reset" in effect) throw new ConnectionFault("ECONNRESET");
  if ("refused" in effect) throw new ConnectionFault("ECONNREFUSED");
  if ("hang" in effect) return aborted(signal);
  if ("truncated" in effect) return truncated(await own());
  if ("garbage" in effect) return garbage(await own());
  if ("html" in effect) return page(effect.html);
  if ("status" in effect) return plain(effect);
  return undefined;
}

/** Rejects when the caller gives up, and never otherwise. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function truncated(response: Response): Promise<Response> {
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

/** A response whose body breaks off; over a socket, the connection ends there. */
export class TruncatedResponse extends Response {
  constructor(
    /** What there is of the body. */
    readonly sent: Uint8Array,
    body: ReadableStream,
    init: ResponseInit,
  ) {
    super(body, init);
  }
}

function garbage(response: Response): Response {
  return new Response('{"data": [} not JSON', { status: response.status, headers: response.headers });
}

function page(status: number): Response {
  return new Response(
    `<html><head><title>${status}</title></head><body><h1>${status} Bad Gateway</h1></body></html>`,
    {
      status,
      headers: { "Content-Type": "text/html" },
    },
  );
}

const statusesWithoutBody = [204, 205, 304];

function plain(effect: Extract<Effect, { status: number }>): Response {
  const { status, headers = {} } = effect;
  if (statusesWithoutBody.includes(status)) return new Response(null, { status, headers });
  if (typeof effect.body === "string") return new Response(effect.body, { status, headers });
  const body = effect.body === undefined ? standIn(status) : effect.body;
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

function standIn(status: number): unknown {
  return status < 300
    ? {}
    : { errors: [{ reason: status === 429 ? "Too many requests" : "Please try again" }] };
}
