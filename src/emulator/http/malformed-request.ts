import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

const errorHeaders = { "Content-Type": "application/json", Connection: "close" };

/** Rejects invalid HTTP with the interface's error body (section 2.15), and closes the connection. */
export function rejectMalformedRequest(error: Error, socket: Duplex): void {
  const status = statusOf(error);
  end(socket, status, malformed(status));
}

/** Rejects a request for a tunnel through a proxy, which the emulator is not. */
export function rejectConnect(socket: Duplex): void {
  socket.on("error", () => undefined);
  end(socket, 405, "The emulator is not a proxy: CONNECT is not allowed.");
}

function end(socket: Duplex, status: number, reason: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = bodyOf(reason);
  const headers = { ...errorHeaders, "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}

/** The response to a request with an invalid URL, or one on which the emulator itself failed. */
export function internalErrorResponse(error: unknown): Response {
  const isInvalidRequest = error instanceof Error && error.name === "RequestError";
  // Reports a bug of the emulator to the person who runs it.
  if (!isInvalidRequest) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const status = isInvalidRequest ? 400 : 500;
  const reason = isInvalidRequest
    ? malformed(status)
    : "The emulator failed. This is a bug; the stack trace is in its standard error.";
  return new Response(bodyOf(reason), { status, headers: errorHeaders });
}

function statusOf(error: Error): number {
  const code = "code" in error ? error.code : undefined;
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

const malformed = (status: number) => `The request is malformed: ${STATUS_CODES[status]}`;
const bodyOf = (reason: string) => JSON.stringify({ errors: [{ reason }] });
