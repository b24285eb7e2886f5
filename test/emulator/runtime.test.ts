import { createClient, fetchTransport } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { Runtime } from "../../src/emulator/runtime";

test("an advance of the clock makes the transitions that are due by then, and counts them", () => {
  const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
  const runtime = new Runtime({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
  const day = 24 * 60 * 60 * 1000;
  expect(runtime.advance(day)).toBe(0);
  // The month ends in both accounts.
  expect(runtime.advance(31 * day)).toBe(2);
  expect(runtime.advance(0)).toBe(0);
});

it("lets time pass more slowly when more is due than can be done at once, and catches up in no single call", async () => {
  const clock = new VirtualClock();
  const emulator = createEmulator({ clock, settings: { rateLimits: "off" } });
  const client = createClient({
    ...{ baseUrl: "http://emulator.test/v4", token: wellKnownTokens.full, clock },
    transport: fetchTransport((request) => emulator.fetch(request)),
  });
  const image = { image: "node/debian12", root_pass: "correct-horse-battery" };
  for (let count = 0; count < 20; count++) {
    const created = client.instances.create({
      region: "us-east",
      type: "g1-nano-1",
      ...image,
      backups_enabled: true,
    });
    await clock.run(created);
  }
  emulator.control.clock.setSpeed(1_000_000);
  const start = emulator.control.clock.view().now;
  await clock.advance(60_000);
  const wanted = emulator.control.clock.view().now;
  const year = 365 * 86_400_000;
  expect(wanted - start).toBeGreaterThan(1.5 * year);
  await clock.run(client.regions.list());
  const reached = emulator.control.clock.view().now;
  expect(reached - start).toBeGreaterThan(30 * 86_400_000);
  expect(reached - start).toBeLessThan(year);
  emulator.control.clock.setSpeed(1e-9);
  await clock.run(client.regions.list());
  expect(emulator.control.clock.view().now).toBeGreaterThanOrEqual(reached);
  emulator.control.clock.advance(2 * year);
  expect(emulator.control.clock.view().now).toBeGreaterThanOrEqual(reached + 2 * year);
});
