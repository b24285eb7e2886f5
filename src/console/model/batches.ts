import type { Batch } from "../../emulator/console/messages";
import { isRecord } from "../../unknown";

const lists = ["rows", "removed", "statuses", "calls", "marks", "faults", "snapshots"];

/**
 * Parses server-sent events as they arrive. The emulator that served the page also writes the stream, so only the form of a
 * message is checked. Throws for anything else.
 */
export class BatchReader {
  #rest = "";

  /** The batches that end in this part of the stream. */
  take(text: string): readonly Batch[] {
    const parts = (this.#rest + text).split("\n\n");
    this.#rest = parts.pop() ?? "";
    return parts.map(batchOf);
  }
}

function batchOf(event: string): Batch {
  const value: unknown = event.startsWith("data: ") ? JSON.parse(event.slice("data: ".length)) : undefined;
  if (isBatch(value)) return value;
  throw new Error("The event stream is not from this emulator. Reload the page.");
}

function isBatch(value: unknown): value is Batch {
  if (!isRecord(value) || !isRecord(value.clock) || typeof value.clock.now !== "number") return false;
  return lists.every((name) => value[name] === undefined || Array.isArray(value[name]));
}
