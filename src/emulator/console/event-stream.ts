import { messageOf } from "../../unknown";
import type { Runtime } from "../runtime";
import { invalidRequest } from "../service-error";
import { Feed } from "./feed";
import type { Batch } from "./messages";

/** The time between batches, in milliseconds: changes that follow each other more closely are sent together. */
const batchInterval = 100;
/** The time is sent at least this often, in milliseconds, so that a console can tell that the emulator is still running. */
const heartbeat = 10_000;
const maxStreams = 16;

/**
 * Streams batches to one console as server-sent events. A batch is built only after the reader has taken the previous one, so that
 * batches do not pile up for a slow reader. @throws ServiceError when there are too many streams.
 */
export function eventStream(runtime: Runtime, origin: string): Response {
  if (runtime.observations.observerCount >= maxStreams) {
    throw invalidRequest(`There are already ${maxStreams} open event streams. Close a console.`);
  }
  const feed = new Feed(runtime, origin);
  const ended = new AbortController();
  const end = () => {
    feed.close();
    ended.abort();
  };
  const signal = AbortSignal.any([ended.signal, runtime.ended]);
  const encoder = new TextEncoder();
  const encoded = (batch: Batch | undefined) => encoder.encode(`data: ${JSON.stringify(batch)}\n\n`);
  feed.makeTransitions();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const batch = isFirst ? feed.next(true) : await nextBatch(runtime, feed, signal);
          isFirst = false;
          controller.enqueue(encoded(batch));
        } catch (error) {
          if (!signal.aborted) controller.enqueue(encoded(feed.last(messageOf(error))));
          end();
          controller.close();
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
  });
}

async function nextBatch(runtime: Runtime, feed: Feed, signal: AbortSignal): Promise<Batch | undefined> {
  const began = runtime.callerClock.now();
  for (;;) {
    // The rest of a large world follows immediately.
    await runtime.callerClock.sleep(feed.hasRest ? 0 : batchInterval, signal);
    // A custom clock may ignore the signal.
    signal.throwIfAborted();
    feed.makeTransitions();
    const batch = feed.next(runtime.callerClock.now() - began >= heartbeat);
    if (batch) return batch;
  }
}
