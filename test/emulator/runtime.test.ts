import { createClient, fetchTransport } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { advanceInSlices } from "../../src/emulator/advance-clock";
import { Runtime } from "../../src/emulator/runtime";
import { Table } from "../../src/emulator/world/table";
import { newInstance, startService } from "./service";

test("an advance of the clock carries out the transitions that are due by then, and counts them", () => {
  const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
  const runtime = new Runtime({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
  const day = 24 * 60 * 60 * 1000;
  expect(runtime.advance(day)).toBe(0);
  // The month ends in both accounts.
  expect(runtime.advance(31 * day)).toBe(2);
  expect(runtime.advance(0)).toBe(0);
});

test("the services of all accounts are created once for each world", () => {
  const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
  const runtime = new Runtime({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
  const before = runtime.everyAccount();
  expect(before.map(({ world }) => world.accountNumber)).toEqual([1, 2]);
  expect(runtime.everyAccount()).toBe(before);
  runtime.reset();
  expect(runtime.everyAccount().map(({ world }) => world)).toEqual(runtime.world.accounts);
  expect(runtime.everyAccount()[1]?.world).not.toBe(before[1]?.world);
});

/** A clock on which work takes time, as on a slow machine. */
class SlowClock extends VirtualClock {
  isSlow = false;
  #passed = 0;

  override now(): number {
    if (this.isSlow) this.#passed += 20;
    return super.now() + this.#passed;
  }
}

it.each([
  ["too many transitions are due at once", false, 30],
  ["those that are due take too long", true, 0],
])("lets time pass more slowly when %s, and never catches up in a single call", async (_, isSlow, days) => {
  const clock = new SlowClock();
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
  clock.isSlow = isSlow;
  await clock.run(client.regions.list());
  clock.isSlow = false;
  const reached = emulator.control.clock.view().now;
  expect(reached - start).toBeGreaterThan(days * 86_400_000);
  expect(reached - start).toBeLessThan(isSlow ? 30 * 86_400_000 : year);
  emulator.control.clock.setSpeed(1e-9);
  await clock.run(client.regions.list());
  expect(emulator.control.clock.view().now).toBeGreaterThanOrEqual(reached);
  emulator.control.clock.advance(2 * year);
  expect(emulator.control.clock.view().now).toBeGreaterThanOrEqual(reached + 2 * year);
});

describe("a world with many accounts", () => {
  const count = 1000;

  function startLarge() {
    const service = startService();
    const world = service.control.world();
    const [second] = world.other_accounts;
    const others = Array.from({ length: count }, (_, index) => ({
      ...second!,
      account: { ...second!.account, euuid: `account-${Math.max(1, index)}` },
      payment_methods: [],
      images: [],
    }));
    return { service, world: { ...world, other_accounts: others } };
  }

  it("has the end of the month planned once for each", () => {
    const { service, world } = startLarge();
    const ends = () =>
      service.control.world().timeline.flatMap(({ due }) => (due.kind === "monthEnd" ? [due.euuid] : []));
    service.control.load(world);
    // The end of the month of the second account is planned too, which this world does not have. Two accounts have one identifier.
    expect(new Set(ends()).size).toBe(count + 1);
    expect(ends()).toHaveLength(count + 1);
    service.control.load(service.control.world());
    expect(ends()).toHaveLength(count + 1);
  });

  it("is advanced in several turns when the months of all end at one moment", async () => {
    const { world } = startLarge();
    const clock = new SlowClock();
    const unset = { seed: undefined, speed: undefined, folder: undefined };
    const runtime = new Runtime({ clock, brand: "acme", settings: {}, world, ...unset });
    const advance = jest.spyOn(runtime, "advance");
    const [days, start] = [32 * 86_400_000, runtime.clock.now()];
    clock.isSlow = true;
    await advanceInSlices(runtime, days);
    clock.isSlow = false;
    const transitions = advance.mock.results.map(({ value }) => Number(value));
    expect(transitions.reduce((sum, one) => sum + one, 0)).toBe(count + 1);
    expect(Math.max(...transitions)).toBeLessThan(50);
    expect(runtime.clock.now()).toBeGreaterThanOrEqual(start + days);
    expect(runtime.world.timeline.next()).toBeGreaterThan(runtime.clock.now());
    runtime.close();
    const closedAt = runtime.clock.now();
    await advanceInSlices(runtime, days);
    expect(runtime.clock.now()).toBe(closedAt);
  });

  it("carries out the transitions of one without reading the others", async () => {
    const { service, world } = startLarge();
    service.control.load(world);
    const { id } = (await service.post("/acme/instances", { ...newInstance, backups_enabled: true })).body;
    const get = jest.spyOn(Table.prototype, "get");
    await service.advanceSeconds(3600);
    expect(await service.statusOf(id)).toBe("running");
    const { length } = get.mock.calls;
    get.mockRestore();
    expect(length).toBeLessThan(count);
  });

  it("knows the accounts that have an object", () => {
    const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
    const { world } = new Runtime({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
    const owners = () => world.owners.of("images", "node/debian12");
    expect(owners()).toEqual([1, 2]);
    world.accounts[1]?.images.put(world.images.get("node/debian12")!);
    world.images.remove("node/debian12");
    expect(owners()).toEqual([2]);
  });

  it("shares a due transition with each account that has the object", async () => {
    const { service, world } = startLarge();
    const [image] = world.images.filter(({ is_public }) => is_public);
    const other_accounts = world.other_accounts.map((account) => ({ ...account, images: [image!] }));
    service.control.load({ ...world, other_accounts });
    const expiry = service.control.clock.view().now + 60_000;
    service.control.externalChange({ kind: "image_change", imageId: image!.id, patch: { expiry } });
    await service.advanceSeconds(61);
    const { images, other_accounts: others } = service.control.world();
    expect(images.map(({ id }) => id)).not.toContain(image!.id);
    expect(others.flatMap((account) => account.images)).toEqual([]);
  });
});
