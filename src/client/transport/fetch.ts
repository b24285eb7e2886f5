import { isStreamed, withProgress } from "./streamed";
import { type Transport, TransportFailure, type TransportRequest } from "./transport";

/**
 * A transport that calls a function like `fetch`, such as that of a service in this process. A request that it rejects with
 * the code `ECONNREFUSED` was not sent; any other may have been.
 */
export function fetchTransport(fetch: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body, signal, onConnection }) => {
    const aborted = rejectOnAbort(signal);
    try {
      const request = new Request(url, {
        method,
        headers,
        signal,
        redirect: "manual",
        ...(body === undefined ? {} : fetchBody(body, () => onConnection("connected"))),
      });
      const response = await Promise.race([fetch(request), aborted.promise]);
      const bytes = await Promise.race([response.arrayBuffer(), aborted.promise]);
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
      aborted.clear();
    }
  };
}

function fetchBody(body: NonNullable<TransportRequest["body"]>, onProgress: () => void) {
  if (!isStreamed(body)) return { body };
  return { body: ReadableStream.from(withProgress(body, onProgress)), duplex: "half" as const };
}

/** Rejects when the signal is aborted: a service in this process may ignore it. */
function rejectOnAbort(signal: AbortSignal): { readonly promise: Promise<never>; clear(): void } {
  let clear = () => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(new TransportFailure({ sent: "maybe", code: "ABORTED" }));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    clear = () => signal.removeEventListener("abort", onAbort);
  });
  promise.catch(() => undefined);
  return { promise, clear };
}

/** The system's error code, which undici puts into the error's cause. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "FAILED";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : "FAILED";
}
