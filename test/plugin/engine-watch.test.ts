import type { Transport, TransportRequest } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { EngineWatch } from "../../src/plugin/engine-watch";

function watched({ deaf = 0 } = {}) {
  const clock = new VirtualClock();
  const world = { runs: true, ended: undefined as number | undefined, sent: 0, deaf };
  const watch = new EngineWatch({
    clock,
    isEngineListening: async () => world.deaf-- <= 0 && world.runs,
    end: () => {
      world.ended = clock.now();
    },
  });
  const killed = clock.now() + 10_000;
  void watch.watch();
  void clock.sleep(10_000).then(() => {
    world.runs = false;
  });
  /** What the service takes so long to answer. */
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
  it("ends within two seconds, and not before", async () => {
    const { clock, world, killed } = watched();
    await clock.advance(9_999);
    expect(world.ended).toBeUndefined();
    await clock.advance(10_000);
    expect(world.ended).toBeGreaterThanOrEqual(killed);
    expect(world.ended).toBeLessThan(killed + 2000);
  });

  it.each([1500, 60_000])(
    "waits for the answer of a request that takes %i ms, but 5 s at most",
    async (ms) => {
      const { clock, world, transport, killed } = watched();
      await clock.advance(9_900);
      let answered: number | undefined;
      void transport(ms)(request("POST")).then(() => {
        answered = clock.now();
      });
      await clock.advance(60_000);
      expect(world.ended).toBeLessThan(killed + 5000);
      if (ms < 2000) expect(world.ended).toBeGreaterThan(answered ?? 0);
    },
  );

  it.each(["POST", "PUT", "DELETE"] as const)("sends no %s any more", async (method) => {
    const { clock, world, transport } = watched();
    await clock.advance(10_000);
    const sent = transport(0)(request(method));
    await expect(clock.run(sent)).rejects.toMatchObject({ sent: false, code: "ENGINE_ENDED" });
    expect(world.sent).toBe(0);
  });

  it("may still read", async () => {
    const { clock, world, transport } = watched();
    await clock.advance(10_000);
    await clock.run(transport(0)(request("GET")));
    expect(world.sent).toBe(1);
  });
});

it("one connection to the engine that fails by accident ends nothing", async () => {
  const { clock, world } = watched({ deaf: 1 });
  await clock.advance(9_000);
  expect(world.ended).toBeUndefined();
});
