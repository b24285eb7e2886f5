import { once } from "node:events";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { withProgress } from "./streamed";
import type { StreamedBody } from "./transport";

/** In bytes. */
const bufferBytes = 1 << 20;

/**
 * A streamed body as axios takes one: a stream that it pipes into the request. It writes the chunks itself, because a pipe does not
 * tell when a chunk has been sent, and so each would need memory of its own.
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

  /** Reads a chunk while the one before is sent. Throws when the request is closed. */
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

/** After it, what the server has answered was read. A write to a connection that the server has closed would lose the answer. */
async function nextEventLoopTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
