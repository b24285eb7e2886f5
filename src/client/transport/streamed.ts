import type { StreamedBody, TransportRequest } from "./transport";

export function isStreamed(body: NonNullable<TransportRequest["body"]>): body is StreamedBody {
  return typeof body === "object" && "chunks" in body;
}

/** Tells of movement each time that so much has gone out. */
const step = 1 << 20;

/** The chunks of a body, with word now and then that it moves: an upload takes longer than any answer may. */
export async function* withProgress(body: StreamedBody, onProgress: () => void): AsyncGenerator<Uint8Array> {
  let told = 0;
  let sent = 0;
  for await (const chunk of body.chunks()) {
    yield chunk;
    sent += chunk.length;
    if (sent - told < step) continue;
    told = sent;
    onProgress();
  }
}
