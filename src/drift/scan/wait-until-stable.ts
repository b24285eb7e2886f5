import type { Clock } from "../../clock";

/** In milliseconds: how long a scan waits for objects that change on their own. */
export const maxChangingTime = 30_000;
/** In milliseconds: drift that may be temporary is reported after this time. */
export const maxTransientTime = 15_000;
/** In milliseconds: between two reads of the same object. */
const pollInterval = 5000;

/** Whether an object has to be read again before it can be compared: `changing` for up to 30 s, `transient` for up to 15 s. */
export type Stability = "changing" | "transient" | "stable";

/** Reads objects again until each is stable or has reached its time limit. Waits for all of them at the same time. */
export async function waitUntilStable<T>(
  objects: readonly T[],
  stabilityOf: (object: T) => Stability,
  read: (object: T) => Promise<void>,
  clock: Clock,
  interrupt: AbortSignal | undefined,
): Promise<void> {
  const start = clock.now();
  for (;;) {
    const elapsed = clock.now() - start;
    const waiting = objects.filter((object) => {
      const stability = stabilityOf(object);
      if (stability === "stable") return false;
      return elapsed < (stability === "changing" ? maxChangingTime : maxTransientTime);
    });
    if (waiting.length === 0) return;
    await clock.sleep(pollInterval, interrupt);
    await Promise.all(waiting.map(read));
  }
}
