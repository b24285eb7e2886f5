import type { StreamedBody, TransportRequest } from "./transport";

export function isStreamed(body: NonNullable<TransportRequest["body"]>): body is StreamedBody {
  return typeof body === "object" && "chunks" in body;
}

/** In bytes: progress is reported each time this much was sent. */
const reportedBytes = 1 << 20;

/** The chunks of a body, with progress reports: an upload may take longer than the response timeout. */
export async function* withProgress(
  body: StreamedBody,
  onProgress: () => void,
  buffers?: readonly Uint8Array[],
): AsyncGenerator<Uint8Array> {
  let reported = 0;
  let sent = 0;
  for await (const chunk of body.chunks(buffers)) {
    yield chunk;
    sent += chunk.length;
    if (sent - reported < reportedBytes) continue;
    reported = sent;
    onProgress();
  }
}
