/** A complete HTTP/1.1 request or response. */
export interface HttpMessage {
  /** `GET /v4/regions HTTP/1.1` or `HTTP/1.1 200 OK` */
  readonly startLine: string;
  readonly head: Buffer;
  /** The bytes as they were sent, with the sizes of the chunks. */
  readonly body: Buffer;
  /** Whether the sender closes the connection after it. */
  readonly isLast: boolean;
}

/** Divides the bytes of one direction of a connection into messages. Implements just enough of HTTP/1.1 for that. */
export class MessageReader {
  #bytes = Buffer.alloc(0);
  #hasEnded = false;

  push(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  /** The sender closed the connection, which ends a response without a length. */
  end(): void {
    this.#hasEnded = true;
  }

  /** The next complete message. Undefined if more bytes are needed. */
  next(): HttpMessage | undefined {
    const headEnd = this.#bytes.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    const head = this.#bytes.subarray(0, headEnd + 4);
    const [startLine = "", ...lines] = head.toString("latin1").trimEnd().split("\r\n");
    const rest = this.#bytes.subarray(head.length);
    const length = bodyLength(startLine, lines, rest);
    const isOpen = length === "untilClosed";
    const end = isOpen ? (this.#hasEnded ? rest.length : undefined) : length;
    if (end === undefined || rest.length < end) return undefined;
    this.#bytes = rest.subarray(end);
    const isLast = isOpen || /^close$/i.test(headerIn(lines, "connection") ?? "");
    return { startLine, head, body: rest.subarray(0, end), isLast };
  }
}

/** In bytes. Undefined if it is not known yet. */
function bodyLength(
  startLine: string,
  lines: readonly string[],
  rest: Buffer,
): number | "untilClosed" | undefined {
  const [, status] = /^HTTP\/1\.\d (\d{3})/.exec(startLine) ?? [];
  if (status !== undefined && /^(1..|204|304)$/.test(status)) return 0;
  if (/chunked/i.test(headerIn(lines, "transfer-encoding") ?? "")) return chunkedLength(rest);
  const length = headerIn(lines, "content-length");
  if (length !== undefined) return Number(length);
  return status === undefined ? 0 : "untilClosed";
}

/** The length of a chunked body with its last, empty chunk. Undefined if it is not complete. */
function chunkedLength(bytes: Buffer): number | undefined {
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error("not a chunk");
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return undefined;
    if (size === 0) return at;
  }
}

function headerIn(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}
