import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** A body that ends early is reported by its connection. What arrived before is decoded, and an empty body is accepted. */
const zlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** The body of a response, decompressed. */
export function decoded(response: IncomingMessage): Readable {
  const decoder = decoderOf(response.headers["content-encoding"]?.trim().toLowerCase());
  // The error of either stream destroys the last one.
  return decoder === undefined ? response : pipeline(response, decoder, () => undefined);
}

function decoderOf(encoding: string | undefined): Transform | undefined {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(zlib);
    case "deflate":
      return createInflate(zlib);
    case "br":
      return createBrotliDecompress(brotli);
    default:
      return undefined;
  }
}
