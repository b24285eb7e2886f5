import { VirtualClock } from "../../src/clock";
import type { SavedWorld } from "../../src/emulator";
import { WorldFolder } from "../../src/emulator/data/world-folder";
import { createEmulatorOn } from "../../src/emulator/emulator-on";
import { extents, FailingFiles } from "./failing-files";
import { card, imageUpload, newInstance, newOAuthClient, type Service, startService } from "./service";

/** So small that the calls below cause several snapshots. */
const compactAbove = 1000;

function serviceOn(files: FailingFiles, clock = new VirtualClock()): Service {
  const create = (options: object) => createEmulatorOn(new WorldFolder(files, compactAbove), options);
  return startService({
    create,
    clock,
    seed: 7,
    settings: { rateLimits: "off", listLagSeconds: 0, busySeconds: 0, bootDelaySeconds: 0 },
  });
}

type Step = (service: Service) => Promise<{ readonly status: number }>;

/** Makes two calls. A crash between them leaves a world that is neither the one before nor the one after. */
const upload: Step = async (service) => {
  const { body } = await service.post("/images/upload", { label: "up", region: newInstance.region });
  return body.upload_to === undefined ? { status: 503 } : service.send("PUT", body.upload_to, imageUpload);
};
const seconds = (duration: number, path: string): Step => {
  return async (service) => {
    await service.advanceSeconds(duration);
    return service.get(path);
  };
};

/** Creates, updates and deletes each kind of object, and lets transitions be carried out. */
const steps: readonly Step[] = [
  (s) =>
    s.post("/acme/instances", { ...newInstance, label: "first", tags: ["a-tag"], backups_enabled: true }),
  (s) => s.post("/acme/instances", { region: newInstance.region, type: newInstance.type, label: "second" }),
  (s) => s.put("/acme/instances/2", { tags: ["b-tag", "c-tag"], label: "renamed" }),
  seconds(60, "/acme/instances/1"),
  (s) => s.post("/acme/instances/1/backups", { label: "snap" }),
  (s) => s.remove("/acme/instances/2"),
  (s) => s.post("/account/oauth-clients", newOAuthClient),
  seconds(60, "/acme/instances/1"),
  (s) => s.post("/account/payment-methods", card),
  (s) => s.post("/account/payment-methods/2/make-default"),
  upload,
  (s) => s.post("/acme/instances/1/backups/cancel"),
  seconds(86_400, "/account/events"),
];

/** The worlds before the first call and after each one, when no write fails. */
async function worldsWithoutFailure(): Promise<{ worlds: SavedWorld[]; writes: number }> {
  const files = new FailingFiles();
  const service = serviceOn(files);
  const worlds = [service.control.world()];
  for (const step of steps) {
    expect((await step(service)).status).toBe(200);
    worlds.push(service.control.world());
  }
  expect(serviceOn(files.afterKill(), service.clock).control.world()).toEqual(worlds.at(-1));
  return { worlds, writes: files.writes };
}

const isBroken = ({ status }: { readonly status: number }) => status === 503;

test("after a permanent failure of any write, a restarted emulator has the changes of every call with a response, and no part of any other", async () => {
  const { worlds, writes } = await worldsWithoutFailure();
  // Two writes for each of at least two snapshots. The upload writes two records, and every other call one.
  expect(writes).toBeGreaterThanOrEqual(2 + steps.length + 1 + 2);
  for (let at = 3; at <= writes; at++) {
    for (const extent of extents) {
      const files = new FailingFiles({ at, extent, isPermanent: true });
      const service = serviceOn(files);
      let completed = 0;
      for (const step of steps) {
        if (isBroken(await step(service))) break;
        completed += 1;
      }
      const { world } = new WorldFolder(files.afterKill(), compactAbove).read() ?? {};
      const restored = world?.export(0);
      const expected = worlds.slice(completed, completed + 2).map((one) => ({ ...one, time: 0 }));
      const isBetweenCallsOfUpload = steps[completed] === upload && restored?.images.at(-1)?.size === 0;
      if (!isBetweenCallsOfUpload) expect(expected).toContainEqual(restored);
    }
  }
});

test("after a single failed write, that call has changed nothing, and later calls are saved", async () => {
  const { writes } = await worldsWithoutFailure();
  for (let at = 3; at <= writes; at++) {
    const files = new FailingFiles({ at, extent: "half", isPermanent: false });
    const service = serviceOn(files);
    let failures = 0;
    for (const step of steps) {
      const before = service.control.world();
      const response = await step(service);
      if (!isBroken(response)) continue;
      failures += 1;
      const after = service.control.world();
      // The time may have changed.
      const isComparable = after.time === before.time && step !== upload;
      if (isComparable) expect(after).toEqual(before);
      expect(isBroken(await step(service))).toBe(false);
    }
    expect(failures).toBeLessThanOrEqual(1);
    const end = service.control.world();
    expect(end.instances.map(({ id }) => id)).toEqual([1]);
    expect(serviceOn(files.afterKill(), service.clock).control.world()).toEqual(end);
  }
});

test("a journal that ends at any byte is read up to its last complete record", () => {
  const files = new FailingFiles();
  const { control } = serviceOn(files);
  const journalLength = () => files.read("world.journal")?.length ?? 0;
  const start = journalLength();
  const ends = [2, 3, 4].map((speed) => {
    control.clock.setSpeed(speed);
    return journalLength();
  });
  for (let length = start; length <= journalLength(); length++) {
    const copy = files.afterKill();
    copy.truncate("world.journal", length);
    const speed = 1 + ends.filter((end) => end <= length).length;
    expect(new WorldFolder(copy, compactAbove).read()?.runtime.clock.speed).toBe(speed);
  }
});

test("a saved world has no settings that are at their defaults, so that it gets the defaults of a later version", () => {
  const files = new FailingFiles();
  serviceOn(files);
  expect(new WorldFolder(files, compactAbove).read()?.runtime.settings).toEqual({
    ...{ rateLimits: "off", listLagSeconds: 0, busySeconds: 0, bootDelaySeconds: 0 },
  });
});
