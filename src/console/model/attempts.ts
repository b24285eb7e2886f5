import type { Call } from "../../emulator/console/messages";

/** Statuses after which clients try again. Null stands for a missing response. */
const retriedStatuses: readonly (number | null)[] = [null, 408, 425, 429, 500, 502, 503, 504];

/** A call with the number of its attempt: 1, or more if it repeats a call that failed. */
interface Attempt {
  readonly call: Call;
  readonly attempt: number;
}

/**
 * Numbers attempts. A request does not contain the number. So a call counts as another attempt if the same token's latest call with the
 * same method and path got no response, a response that asks for another attempt, or a fault.
 */
export function attemptsOf(calls: readonly Call[]): ReadonlyMap<number, number> {
  const latest = new Map<string, Attempt>();
  const attempts = new Map<number, number>();
  for (const call of calls) {
    const request = `${call.token} ${call.method} ${call.path}`;
    const before = latest.get(request);
    const isRepeated = before !== undefined && hasFailed(before.call);
    const attempt = isRepeated ? before.attempt + 1 : 1;
    latest.set(request, { call, attempt });
    attempts.set(call.number, attempt);
  }
  return attempts;
}

/** Whether the caller had a reason to send the call again. A call that is still running has not failed. */
function hasFailed({ status, milliseconds, faults }: Call): boolean {
  if (milliseconds === null) return false;
  const isReplaced = faults.some((fault) => fault !== "latency" && fault !== "staleList");
  return isReplaced || retriedStatuses.includes(status);
}
