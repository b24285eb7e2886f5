import { getEventListeners } from "node:events";
import { types } from "node:util";
import { withSignals } from "../../src/client/signal";
import { anInstance, fakeService } from "./fake-service";

/** How much a signal refers to: its listeners, and what Node.js keeps at it for other signals. */
function keptBy(signal: AbortSignal): number {
  const internal = Object.getOwnPropertySymbols(signal).map((name): unknown => Reflect.get(signal, name));
  const sizes = internal.map((value) => (types.isSet(value) ? value.size : 0));
  return sizes.reduce((sum, size) => sum + size, getEventListeners(signal, "abort").length);
}

describe("signals that outlive calls", () => {
  it("keep nothing of them", async () => {
    const [interrupt, signal] = [new AbortController().signal, new AbortController().signal];
    const service = fakeService([{ status: 503 }, { status: 429 }, { json: anInstance }], { interrupt });
    await service.run(service.client.instances.view({ instanceId: 7 }, { signal }));
    expect(service.calls).toHaveLength(3);
    expect([interrupt, signal].map(keptBy)).toEqual([0, 0]);
  });

  it.each([0, 1])("end a wait of both, the signal %i too", async (index) => {
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const wait = () =>
      withSignals(
        signals,
        (signal) =>
          new Promise<boolean>((resolve) => {
            if (signal?.aborted) resolve(true);
            signal?.addEventListener("abort", () => resolve(true));
          }),
      );
    const waiting = wait();
    controllers[index]?.abort();
    expect(await Promise.all([waiting, wait()])).toEqual([true, true]);
    expect(signals.map(keptBy)).toEqual([0, 0]);
  });
});
