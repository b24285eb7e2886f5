import { isStreamed, withProgress } from "./streamed";
import { type Transport, TransportFailure, type TransportRequest } from "./transport";

/**
 * Carries requests through a function of the form of `fetch`, such as that of a service in this process.
 * What it rejects with the code `ECONNREFUSED` was not sent; anything else may have been.
 */
export function fetchTransport(fetch: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body, signal, onConnection }) => {
    const cut = failureCodes(signal);
    try {
      const request = new Request(url, {
        method,
        headers,
        signal,
        redirect: "manual",
        ...(body === undefined ? {} : fetchBody(body, () => onConnection("connected"))),
      });
      const response = await Promise.race([fetch(request), cut.promise]);
      const bytes = await Promise.race([response.arrayBuffer(), cut.promise]);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(bytes),
      };
    } catch (error) {
      if (error instanceof TransportFailure) throw error;
      const code = codeOf(error);
      throw new TransportFailure({ sent: code === "ECONNREFUSED" ? false : "maybe", code });
    } finally {
      cut.clear();
    }
  };
}

function fetchBody(body: NonNullable<TransportRequest["body"]>, onProgress: () => void) {
  if (!isStreamed(body)) return { body };
  return { body: ReadableStream.from(withProgress(body, onProgress)), duplex: "half" as const };
}

/** Rejects when the signal does: a service in this process may not look at it. */
function failureCodes(signal: AbortSignal): { readonly promise: Promise<never>; clear(): void } {
  let clear = () => {};
  const promise = new Promise<never>((_, reject) => {
    const cut = () => reject(new TransportFailure({ sent: "maybe", code: "ABORTED" }));
    if (signal.aborted) cut();
    signal.addEventListener("abort", cut, { once: true });
    clear = () => signal.removeEventListener("abort", cut);
  });
  promise.catch(() => undefined);
  return { promise, clear };
}

/** Undici hides the system's code in the cause. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "FAILED";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : "FAILED";
}
