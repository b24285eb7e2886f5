import type { Effect } from "./error";
import type { PreparedCall } from "./request";

export const tryLater = "Try again later.";
const checkFirst = "Check whether it was carried out before you call again.";

/** What to do after a failure with this effect. `otherwise`: the advice if the call cannot have changed anything. */
export function adviceFor(effect: Effect, { method }: PreparedCall, otherwise: string): string {
  return effect === "unknown" && method !== "GET" ? checkFirst : otherwise;
}
