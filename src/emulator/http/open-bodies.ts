import { ServiceError } from "../service-error";

const defaultMaxBytes = 192 * 2 ** 20;

interface OpenBody {
  /** Undefined if the body was dropped. */
  parts: Uint8Array[] | undefined;
  length: number;
}

/** The bodies that are being received. If they have too many bytes together, the oldest are dropped: their senders are the slowest. */
export class OpenBodies {
  readonly #maxBytes: number;
  readonly #open = new Set<OpenBody>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Reads a body to its end. Returns an error when it has more than `max` bytes, as soon as that is known, and when it was dropped.
   */
  async read(source: AsyncIterable<Uint8Array>, max: number): Promise<Uint8Array | ServiceError> {
    const body: OpenBody = { parts: [], length: 0 };
    this.#open.add(body);
    try {
      for await (const part of source) {
        body.length += part.length;
        this.#bytes += part.length;
        if (body.length > max) return tooLarge(max);
        body.parts?.push(part);
        this.#dropOldest();
        if (!body.parts) return dropped();
      }
      return body.parts ? Buffer.concat(body.parts) : dropped();
    } finally {
      this.#drop(body);
    }
  }

  #dropOldest(): void {
    for (const oldest of this.#open) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(body: OpenBody): void {
    this.#open.delete(body);
    this.#bytes -= body.length;
    body.length = 0;
    body.parts = undefined;
  }
}

export const tooLarge = (max: number) =>
  new ServiceError("tooLarge", [{ reason: `The body is larger than ${max} bytes` }]);

const dropped = () =>
  new ServiceError("storage", [
    { reason: "The emulator rejected this body because too many uploads are in progress. Retry." },
  ]);
