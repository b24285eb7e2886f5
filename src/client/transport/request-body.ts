import { once } from "node:events";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { withProgress } from "./streamed";
import type { StreamedBody } from "./transport";

/** In bytes. */
const bufferBytes = 1 << 21;

/**
 * A streamed body in the form that axios accepts: a stream that it pipes into the request. The stream writes the chunks itself, because a
 * pipe does not report when a chunk has been sent, so each chunk would need its own memory.
 */
export class RequestBody extends Readable {
  readonly #body: StreamedBody;
  readonly #onProgress: () => void;

  constructor(body: StreamedBody, onProgress: () => void) {
    super();
    this.#body = body;
    this.#onProgress = onProgress;
  }

  override pipe<Request extends NodeJS.WritableStream>(request: Request): Request {
    this.#writeTo(request).catch((error: Error) => this.destroy(error));
    return request;
  }

  /** Reads a chunk while the previous one is sent. Throws if the request is closed. */
  async #writeTo(request: NodeJS.WritableStream): Promise<void> {
    const closed = once(request, "close").then(() => {
      throw new Error("The request was closed.");
    });
    closed.catch(() => undefined);
    const buffers = [new Uint8Array(bufferBytes), new Uint8Array(bufferBytes)];
    let sent: Promise<void> = Promise.resolve();
    for await (const chunk of withProgress(this.#body, this.#onProgress, buffers)) {
      await Promise.race([closed, sent.then(nextEventLoopTurn)]);
      sent = new Promise((resolve) => request.write(chunk, () => resolve()));
    }
    request.end();
  }
}

/** By then, a response that the server sent early has been read. Writing to a connection that the server has closed would lose the response. */
async function nextEventLoopTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
