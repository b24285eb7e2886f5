import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

const form = { "Content-Type": "application/json", Connection: "close" };

/** Answers what can't be read as HTTP in the interface's error form too (section 2.15), and closes the connection. */
export function answerUnreadable(error: Error, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error);
  const body = bodyOf(unread(status));
  const headers = { ...form, "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}

/** The answer to a request whose address is none, or on which the emulator itself has failed. */
export function answerFailure(error: unknown): Response {
  const isRequest = error instanceof Error && error.name === "RequestError";
  // A failure of the emulator is to be seen by who runs it.
  if (!isRequest) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  const status = isRequest ? 400 : 500;
  const reason = isRequest
    ? unread(status)
    : "The emulator has failed; its own output says how. This is a fault in it.";
  return new Response(bodyOf(reason), { status, headers: form });
}

function statusOf(error: Error): number {
  const code = "code" in error ? error.code : undefined;
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}

const unread = (status: number) => `The request can't be read: ${STATUS_CODES[status]}`;
const bodyOf = (reason: string) => JSON.stringify({ errors: [{ reason }] });
