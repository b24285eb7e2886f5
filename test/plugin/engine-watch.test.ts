import type { Transport, TransportRequest } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { EngineWatch } from "../../src/plugin/engine-watch";

/** Watches an engine that is killed after 10 s. Its first `missed` checks find it not listening. */
function watchEngine({ missed = 0 } = {}) {
  const clock = new VirtualClock();
  const world = { isRunning: true, ended: undefined as number | undefined, sent: 0, missed };
  const watch = new EngineWatch({
    clock,
    isEngineListening: async () => world.missed-- <= 0 && world.isRunning,
    end: () => {
      world.ended = clock.now();
    },
  });
  const killed = clock.now() + 10_000;
  void watch.watch();
  void clock.sleep(10_000).then(() => {
    world.isRunning = false;
  });
  /** A transport whose responses take this many milliseconds. */
  const transport = (ms: number): Transport =>
    watch.requireEngine(async () => {
      world.sent++;
      await clock.sleep(ms);
      return { status: 200, headers: {}, body: "" };
    });
  return { clock, world, transport, killed };
}
const request = (method: TransportRequest["method"]): TransportRequest => ({
  ...{ method, url: "https://a/", headers: {}, freshConnection: true },
  ...{ signal: new AbortController().signal, onConnection: () => undefined },
});

describe("a plugin whose engine was killed", () => {
  it("ends within two seconds after the engine", async () => {
    const { clock, world, killed } = watchEngine();
    await clock.advance(9_999);
    expect(world.ended).toBeUndefined();
    await clock.advance(10_000);
    expect(world.ended).toBeGreaterThanOrEqual(killed);
    expect(world.ended).toBeLessThan(killed + 2000);
  });

  it.each([1500, 60_000])("waits for a response that takes %i ms, but at most 5 s", async (ms) => {
    const { clock, world, transport, killed } = watchEngine();
    await clock.advance(9_900);
    let respondedAt: number | undefined;
    void transport(ms)(request("POST")).then(() => {
      respondedAt = clock.now();
    });
    await clock.advance(60_000);
    expect(world.ended).toBeLessThan(killed + 5000);
    if (ms < 2000) expect(world.ended).toBeGreaterThan(respondedAt ?? 0);
  });

  it.each(["POST", "PUT", "DELETE"] as const)("sends no further %s", async (method) => {
    const { clock, world, transport } = watchEngine();
    await clock.advance(10_000);
    const sent = transport(0)(request(method));
    await expect(clock.run(sent)).rejects.toMatchObject({ sent: false, code: "ENGINE_ENDED" });
    expect(world.sent).toBe(0);
  });

  it("still sends reads", async () => {
    const { clock, world, transport } = watchEngine();
    await clock.advance(10_000);
    await clock.run(transport(0)(request("GET")));
    expect(world.sent).toBe(1);
  });
});

it("a single failed connection to the engine does not terminate the plugin", async () => {
  const { clock, world } = watchEngine({ missed: 1 });
  await clock.advance(9_000);
  expect(world.ended).toBeUndefined();
});
