import type { ProxyEffect } from "./fault";
import type { HttpMessage } from "./http-message";

/** The bytes that an effect sends instead of the service's response. Undefined if the service's own response is needed. */
export function replacementOf(effect: ProxyEffect): Buffer | undefined {
  if ("garbage" in effect) return Buffer.from("\u0016\u0003\u0001 this is not HTTP\r\n\r\n");
  if ("html" in effect) {
    const page = `<html><head><title>${effect.html}</title></head><body>Bad gateway</body></html>`;
    return responseBytes(effect.html, { "Content-Type": "text/html" }, page);
  }
  if (!("status" in effect)) return undefined;
  const { status, headers = {}, body = defaultBody(status) } = effect;
  return responseBytes(status, { "Content-Type": "application/json", ...headers }, body);
}

/** The first half of the service's body, with the headers of all of it. */
export function truncated({ head, body }: HttpMessage): Buffer {
  return Buffer.concat([head, body.subarray(0, body.length / 2)]);
}

/** The bytes in this many parts. */
export function partsOf(bytes: Buffer, count: number): readonly Buffer[] {
  const length = Math.max(1, Math.ceil(bytes.length / count));
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

function responseBytes(status: number, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries({ ...headers, "Content-Length": String(Buffer.byteLength(body)) });
  return Buffer.from(
    `HTTP/1.1 ${status} By a fault\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
}

function defaultBody(status: number): string {
  return status < 300 ? "{}" : JSON.stringify({ errors: [{ reason: "Please try again" }] });
}
