import { isRecord } from "../../unknown";

/** When the state was last written, in milliseconds since the epoch; undefined for a stack that was never updated. */
export function updateTimeOf(manifest: unknown): number | undefined {
  const time =
    isRecord(manifest) && typeof manifest.time === "string" ? Date.parse(manifest.time) : Number.NaN;
  // An empty stack has the zero time of Go, which is long before the epoch.
  return time > 0 ? time : undefined;
}
