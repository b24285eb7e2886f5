import { VirtualClock } from "../../src/clock";
import type { WorldState } from "../../src/emulator";
import { WorldFolder } from "../../src/emulator/data/world-folder";
import { emulatorOn } from "../../src/emulator/emulator";
import { degrees, FailingFiles } from "./failing-files";
import { application, card, deployment, imageData, type Service, startService } from "./service";

/** So small that the calls below fill several. */
const compactAbove = 1000;

function serviceOn(files: FailingFiles, clock = new VirtualClock()): Service {
  const on = (options: object) => emulatorOn(new WorldFolder(files, compactAbove), options);
  return startService({ on, clock, seed: 7, settings: { rateLimits: "off" } });
}

type Step = (service: Service) => Promise<{ readonly status: number }>;

/** Two calls: what is between them counts as neither. */
const upload: Step = async (service) => {
  const { body } = await service.post("/images/upload", { label: "up", region: deployment.region });
  return body.upload_to === undefined ? { status: 503 } : service.send("PUT", body.upload_to, imageData);
};
const seconds = (passed: number, path: string): Step => {
  return async (service) => {
    await service.passSeconds(passed);
    return service.get(path);
  };
};

/** What changes each kind of thing in each way: made, changed, deleted, and moved on by time. */
const steps: readonly Step[] = [
  (s) => s.post("/acme/instances", { ...deployment, label: "first", tags: ["a"], backups_enabled: true }),
  (s) => s.post("/acme/instances", { region: deployment.region, type: deployment.type, label: "second" }),
  (s) => s.put("/acme/instances/2", { tags: ["b", "c"], label: "renamed" }),
  seconds(60, "/acme/instances/1"),
  (s) => s.post("/acme/instances/1/backups", { label: "snap" }),
  (s) => s.remove("/acme/instances/2"),
  (s) => s.post("/account/oauth-clients", application),
  seconds(60, "/acme/instances/1"),
  (s) => s.post("/account/payment-methods", card),
  (s) => s.post("/account/payment-methods/2/make-default"),
  upload,
  (s) => s.post("/acme/instances/1/backups/cancel"),
  seconds(86_400, "/account/events"),
];

/** The world after each call where nothing fails, the first without any. */
async function worldsWithoutFailure(): Promise<{ worlds: WorldState[]; written: number }> {
  const files = new FailingFiles();
  const service = serviceOn(files);
  const worlds = [service.control.world()];
  for (const step of steps) {
    expect((await step(service)).status).toBe(200);
    worlds.push(service.control.world());
  }
  expect(serviceOn(files.left(), service.clock).control.world()).toEqual(worlds.at(-1));
  return { worlds, written: files.written };
}

const isBroken = ({ status }: { readonly status: number }) => status === 503;

test("wherever writing ends for good, a restart has what was answered, and no half of what was not", async () => {
  const { worlds, written } = await worldsWithoutFailure();
  // The first snapshot, a record a call of which the upload is two, and at least one more snapshot: each is two.
  expect(written).toBeGreaterThanOrEqual(2 + steps.length + 1 + 2);
  for (let at = 3; at <= written; at++) {
    for (const degree of degrees) {
      const files = new FailingFiles({ at, degree, forGood: true });
      const service = serviceOn(files);
      let answered = 0;
      for (const step of steps) {
        if (isBroken(await step(service))) break;
        answered += 1;
      }
      const { world } = new WorldFolder(files.left(), compactAbove).read() ?? {};
      const found = world?.state(0);
      const wanted = worlds.slice(answered, answered + 2).map((one) => ({ ...one, time: 0 }));
      const isHalfAnUpload = steps[answered] === upload && found?.images.at(-1)?.size === 0;
      if (!isHalfAnUpload) expect(wanted).toContainEqual(found);
    }
  }
});

test("where there is no room once, that call changes nothing, and the ones after it are kept", async () => {
  const { written } = await worldsWithoutFailure();
  for (let at = 3; at <= written; at++) {
    const files = new FailingFiles({ at, degree: "half", forGood: false });
    const service = serviceOn(files);
    let refused = 0;
    for (const step of steps) {
      const before = service.control.world();
      const answer = await step(service);
      if (!isBroken(answer)) continue;
      refused += 1;
      const after = service.control.world();
      // Time goes on.
      const isComparable = after.time === before.time && step !== upload;
      if (isComparable) expect(after).toEqual(before);
      expect(isBroken(await step(service))).toBe(false);
    }
    expect(refused).toBeLessThanOrEqual(1);
    const end = service.control.world();
    expect(end.instances.map(({ id }) => id)).toEqual([1]);
    expect(serviceOn(files.left(), service.clock).control.world()).toEqual(end);
  }
});

test("a journal that ends anywhere is read up to its last whole record", () => {
  const files = new FailingFiles();
  const { control } = serviceOn(files);
  const lengthNow = () => files.read("world.journal")?.length ?? 0;
  const begun = lengthNow();
  const ends = [2, 3, 4].map((speed) => {
    control.clock.setSpeed(speed);
    return lengthNow();
  });
  for (let length = begun; length <= lengthNow(); length++) {
    const left = files.left();
    left.cut("world.journal", length);
    const speed = 1 + ends.filter((end) => end <= length).length;
    expect(new WorldFolder(left, compactAbove).read()?.circumstances.clock.speed).toBe(speed);
  }
});
