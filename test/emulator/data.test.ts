import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/clock";
import { createEmulator, DataError, type Emulator, wellKnownTokens } from "../../src/emulator";
import { application, deployment, imageData, type ServiceOptions, startService } from "./service";

let root = "";
const opened: Emulator[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "nodecloud-data-"));
});

afterEach(() => {
  for (const emulator of opened.splice(0)) emulator.close();
  rmSync(root, { recursive: true });
});

const folder = () => join(root, "world");
const file = (name: string) => join(folder(), name);

function start(options: ServiceOptions = {}) {
  const service = startService({ data: folder(), ...options });
  opened.push(service.emulator);
  return service;
}

/** Ends the emulator, and starts it again some seconds later. */
function restart(
  service: ReturnType<typeof start>,
  { seconds = 0, ...options }: ServiceOptions & { seconds?: number } = {},
) {
  service.emulator.close();
  return start({ clock: new VirtualClock({ now: service.clock.now() + seconds * 1000 }), ...options });
}

describe("a restart", () => {
  test("goes on with everything that there was", async () => {
    const first = start();
    const { id } = await first.running({ backups_enabled: true, tags: ["a"] });
    await first.post(`/acme/instances/${id}/backups`, { label: "snap" });
    await first.post("/acme/instances", deployment, { token: wellKnownTokens.secondAccount });
    const second = restart(first);
    expect(second.control.world()).toEqual(first.control.world());
    expect(second.control.world().other_accounts[0]?.instances).toHaveLength(1);
    await second.passSeconds(60);
    expect((await second.get(`/acme/instances/${id}/backups`)).body.snapshot.current.status).toBe(
      "successful",
    );
  });

  test("lets happen what was due while it was off, each at its moment", async () => {
    const first = start();
    const { body } = await first.post("/acme/instances", deployment);
    const second = restart(first, { seconds: 3600 });
    expect(await second.statusOf(body.id)).toBe("running");
    const [event] = (await second.get("/account/events")).body.data;
    expect(event).toMatchObject({ action: "acme_boot", status: "finished", duration: 10 });
    expect(event.created).toBe("2022-03-21T09:00:30");
  });

  test("doesn't turn the clock back, however it was moved", async () => {
    const first = start({ speed: 60 });
    first.control.clock.advance(86_400_000);
    await first.passSeconds(10);
    const before = first.control.clock.view().now;
    const second = restart(first);
    expect(second.control.clock.view()).toMatchObject({ now: before, speed: 60 });
    second.control.clock.freeze();
    const third = restart(second, { seconds: 100 });
    expect(third.control.clock.view()).toMatchObject({ now: before, frozen: true });
    const fourth = restart(third, { seconds: -1000 });
    expect(fourth.control.clock.view().now).toBe(before);
  });

  test("gives no number again, of what was deleted neither", async () => {
    const first = start();
    const { id } = await first.empty();
    await first.remove(`/acme/instances/${id}`);
    await first.passSeconds(60);
    const second = restart(first);
    expect((await second.empty()).id).toBe(id + 1);
  });

  test("keeps settings, under those that are given then", async () => {
    const first = start({ settings: { dateTimes: "zoned" } });
    first.control.settings({ putOmitted: "replace" });
    const second = restart(first, { settings: { dateTimes: "plain" } });
    expect(second.control.settings()).toMatchObject({ putOmitted: "replace", dateTimes: "plain" });
    second.control.reset();
    expect(second.control.settings().putOmitted).toBe("merge");
    expect(restart(second).control.settings().putOmitted).toBe("merge");
  });

  test("knows the tokens, secrets and upload addresses again that it gave out, and its files tell none", async () => {
    const first = start();
    const client = (await first.post("/account/oauth-clients", application)).body;
    const login = {
      clientId: client.id,
      secret: client.secret,
      username: "admin",
      scopes: ["account:read_only"],
    };
    const token = first.control.oauth.logIn(login);
    const { upload_to } = (await first.post("/images/upload", { label: "up", region: "us-east" })).body;
    await first.post("/acme/instances", deployment);
    const kept = ["world.snapshot", "world.journal"].map((name) => readFileSync(file(name), "utf8")).join();
    for (const secret of [client.secret, token, upload_to.replace(/.*\//, ""), deployment.root_pass]) {
      expect(kept).not.toContain(secret);
    }
    const second = restart(first);
    expect((await second.get("/account", { token })).status).toBe(200);
    expect(second.control.oauth.logIn(login)).not.toBe(token);
    expect((await second.send("PUT", upload_to, imageData)).status).toBe(200);
    const third = restart(second);
    expect((await third.send("PUT", upload_to, imageData)).status).toBe(409);
    await third.remove(`/account/oauth-clients/${client.id}`);
    expect((await restart(third).get("/account", { token })).status).toBe(401);
  });

  test("goes on with the chance of a seed, so that nothing is given out twice", async () => {
    const make = async (service: ReturnType<typeof start>) =>
      (await service.post("/account/oauth-clients", application)).body.secret;
    const whole = startService({ seed: 5 });
    const wanted = [await make(whole), await make(whole)];
    const first = start({ seed: 5 });
    const secrets = [await make(first)];
    secrets.push(await make(restart(first, { seed: 5 })));
    expect(secrets).toEqual(wanted);
    expect(new Set(secrets).size).toBe(2);
  });

  test("goes back, when it is reset, to the world that was loaded first", async () => {
    const other = startService();
    await other.empty({ label: "loaded" });
    const first = start({ world: other.control.world() });
    await first.empty({ label: "later" });
    const second = restart(first);
    expect(second.control.world().instances.map(({ label }) => label)).toEqual(["loaded", "later"]);
    second.control.reset();
    const third = restart(second);
    expect(third.control.world().instances.map(({ label }) => label)).toEqual(["loaded"]);
  });
});

describe("a folder", () => {
  test("of another brand is refused, and given free again", () => {
    start().emulator.close();
    expect(() => createEmulator({ data: folder(), brand: "other" })).toThrow(
      /is written in the word "acme", this emulator in "other".*Start it with that brand/,
    );
    start();
  });

  test("that is in use is refused", () => {
    start();
    expect(() => start()).toThrow(`is used by another emulator, process ${process.pid}`);
    expect(() => start()).toThrow(DataError);
  });

  test("that a dead process held is taken over", async () => {
    const first = start();
    await first.empty();
    // As a process leaves it that is killed.
    cpSync(folder(), join(root, "copy"), { recursive: true });
    const lock = join(root, "copy", "world.lock");
    writeFileSync(lock, readFileSync(lock, "utf8").replace(/"pid":\d+/, `"pid":${2 ** 22 + 1}`));
    const copy = startService({ data: join(root, "copy") });
    opened.push(copy.emulator);
    expect(copy.control.world().instances).toHaveLength(1);
    expect(readFileSync(lock, "utf8")).toContain(`"pid":${process.pid}`);
    copy.emulator.close();
    expect(existsSync(lock)).toBe(false);
  });

  const onLinux = process.platform === "linux" ? test : test.skip;
  onLinux("that a process held is taken over, although nobody has waited for its end", async () => {
    start();
    const lock = join(folder(), "world.lock");
    // The shell becomes another program, which waits for no child of the shell.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec cat"], { stdio: ["pipe", "pipe", "ignore"] });
    const inProc = (pid: number | undefined, file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };
    try {
      const [line] = await once(parent.stdout, "data");
      const pid = Number(String(line));
      // Only then may the child end: a shell that has not become `cat` yet would take note of its end.
      await until(() => inProc(parent.pid, "comm") === "cat\n");
      process.kill(pid, "SIGKILL");
      await until(() => inProc(pid, "stat").includes(") Z"));
      writeFileSync(lock, readFileSync(lock, "utf8").replace(/"pid":\d+/, `"pid":${pid}`));
      expect(() => start()).not.toThrow();
    } finally {
      parent.stdin.end();
    }
  });

  test("that can't be made or written is refused", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => createEmulator({ data: join(root, "file") })).toThrow(/can't be kept in .*file: EEXIST/);
    expect(() => createEmulator({ data: join(root, "file", "below") })).toThrow(
      /can't be kept in .*below: ENOTDIR/,
    );
  });

  test("is not written to by an emulator that was closed", async () => {
    const { emulator, post } = start();
    emulator.close();
    emulator.close();
    expect((await post("/acme/instances", deployment)).status).toBe(503);
    start();
  });

  test("that was deleted under a running emulator makes it refuse to go on", async () => {
    const service = start();
    await service.empty();
    rmSync(folder(), { recursive: true });
    const reply = await service.post("/acme/instances", deployment);
    expect(reply.status).toBe(503);
    expect(reply.body.errors[0].reason).toMatch(/can't keep its world in .*what was kept there is gone/);
  });
});

describe("files that were damaged", () => {
  /** A folder with a journal of three records, closed. */
  async function written(): Promise<{ lines: string[] }> {
    const service = start();
    for (const label of ["one", "two", "three"]) await service.empty({ label });
    service.emulator.close();
    return { lines: readFileSync(file("world.journal"), "utf8").split("\n").slice(0, -1) };
  }
  const writeJournal = (...lines: string[]) => writeFileSync(file("world.journal"), lines.join("\n"));
  const labels = () =>
    start()
      .control.world()
      .instances.map(({ label }) => label);

  test("at the journal's end, by a record cut short: it was never answered, and goes", async () => {
    const { lines } = await written();
    const [settings = "", one = "", two = "", three = ""] = lines;
    writeJournal(settings, one, two, three.slice(0, -1));
    expect(labels()).toEqual(["one", "two"]);
  });

  test("in a record's text: refused, with the place, and what to do", async () => {
    const { lines } = await written();
    const [settings = "", one = "", two = "", three = ""] = lines;
    writeJournal(settings, one, two.replace('"two"', '"tow"'), three, "");
    const offset = settings.length + one.length + 2;
    expect(labels).toThrow(
      new RegExp(
        `world.journal is damaged at byte ${offset} \\(the record's checksum is "\\w{8}", .*cut world.journal off at byte ${offset}`,
      ),
    );
    writeJournal(settings, one, "");
    expect(labels()).toEqual(["one"]);
  });

  test("by a record that is missing: refused", async () => {
    const { lines } = await written();
    const [settings = "", one = "", , three = ""] = lines;
    writeJournal(settings, one, three, "");
    expect(labels).toThrow("record 4 follows on record 2");
  });

  test("in the snapshot, or without one: refused", async () => {
    await written();
    const snapshot = readFileSync(file("world.snapshot"), "utf8");
    writeFileSync(file("world.snapshot"), snapshot.replace("us-east", "us-west"));
    expect(labels).toThrow(/world.snapshot is damaged at byte 0 .*another folder/);
    writeFileSync(file("world.snapshot"), snapshot.slice(0, 100));
    expect(labels).toThrow("it is empty or cut short");
    rmSync(file("world.snapshot"));
    expect(labels).toThrow("has a world.journal and no world.snapshot");
  });
});

describe("named snapshots", () => {
  test.each(["in memory", "in a folder"])("are saved, listed, loaded and deleted: %s", async (where) => {
    const service = where === "in memory" ? startService() : start();
    const { snapshots } = service.control;
    await service.empty({ label: "kept" });
    snapshots.save("one");
    await service.empty({ label: "later" });
    snapshots.save("two.b");
    expect(snapshots.list()).toEqual([
      { name: "one", time: "2022-03-21T09:00:00.000Z" },
      { name: "two.b", time: "2022-03-21T09:00:00.000Z" },
    ]);
    snapshots.load("one");
    expect((await service.get("/acme/instances")).body.data).toMatchObject([{ label: "kept" }]);
    expect((await service.empty()).id).toBe(2);
    snapshots.delete("one");
    expect(() => snapshots.load("one")).toThrow('There is no snapshot "one". There are: two.b.');
    for (const name of ["", "../x", ".hidden", "a/b", "x".repeat(65)]) {
      expect(() => snapshots.save(name)).toThrow("name must be 1 to 64");
    }
  });

  test("that were damaged are not loaded, and change nothing", async () => {
    const { control } = start();
    control.snapshots.save("base");
    const text = readFileSync(file("base.named-snapshot"), "utf8");
    writeFileSync(file("base.named-snapshot"), text.replace("us-east", "us-west"));
    expect(() => control.snapshots.load("base")).toThrow(
      /can't read the snapshot .*base.named-snapshot: damaged/,
    );
    writeFileSync(file("base.named-snapshot"), "");
    expect(() => control.snapshots.list()).toThrow("it is empty or cut short");
    expect(control.world().regions[0]?.id).toBe("us-east");
  });

  test("outlast a restart and a reset", () => {
    const first = start();
    first.control.snapshots.save("base");
    first.control.reset();
    const second = restart(first);
    second.control.snapshots.load("base");
    expect(second.control.snapshots.list()).toHaveLength(1);
    expect(restart(second).control.world().instances).toEqual([]);
  });
});

test("the same calls under the same seed get the same answers, byte by byte", async () => {
  const answers = async (seed: number) => {
    const service = startService({ seed });
    service.control.faults.add({ operation: "regions.*", probability: 0.5, effect: { status: 500 } });
    const replies = [
      await service.post("/acme/instances", deployment),
      await service.post("/account/oauth-clients", application),
      await service.post("/images/upload", { label: "up", region: "us-east" }),
      await service.passSeconds(60).then(() => service.get("/account/events")),
    ];
    for (let call = 0; call < 20; call++) replies.push(await service.get("/regions"));
    service.control.reset();
    const again = await service.post("/account/oauth-clients", application);
    expect(again.body.secret).toBe(replies[1]?.body.secret);
    return replies
      .map(({ status, body, headers }) => JSON.stringify([status, body, [...headers]]))
      .join("\n");
  };
  const [one, same, other] = [await answers(3), await answers(3), await answers(4)];
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
