import type { Clock } from "../../clock";
import type { WatchEvent } from "../types.generated";
import { Watch, type WatchSetup } from "./watch";

/** The events of a watch, until it is interrupted. */
export async function* follow(
  setup: WatchSetup,
  clock: Clock,
  interrupt: AbortSignal | undefined,
): AsyncGenerator<WatchEvent, void, undefined> {
  const watch = new Watch(setup, await setup.open());
  yield* await watch.start();
  for (;;) {
    const events = await orInterrupt(nextStep(watch, clock, interrupt), interrupt);
    if (events === "interrupted") return;
    yield* events;
  }
}

async function nextStep(watch: Watch, clock: Clock, interrupt: AbortSignal | undefined) {
  await clock.sleep(watch.pause, interrupt);
  return watch.step();
}

/** Does not wait for requests in flight once it is interrupted. */
function orInterrupt<T>(work: Promise<T>, interrupt: AbortSignal | undefined): Promise<T | "interrupted"> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve("interrupted");
    if (interrupt?.aborted) onAbort();
    interrupt?.addEventListener("abort", onAbort, { once: true });
    work
      .then(resolve, (error: unknown) => (interrupt?.aborted ? onAbort() : reject(error)))
      .finally(() => interrupt?.removeEventListener("abort", onAbort));
  });
}
