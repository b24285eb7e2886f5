import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/clock";
import { createEmulator, DataError, type Emulator, wellKnownTokens } from "../../src/emulator";
import { encodeLine } from "../../src/emulator/data/checksummed-lines";
import { openFolder } from "../../src/emulator/data/folder-files";
import { WorldFolder } from "../../src/emulator/data/world-folder";
import { Runtime } from "../../src/emulator/runtime";
import { openConsole } from "./console/open-console";
import { imageUpload, newInstance, newOAuthClient, type ServiceOptions, startService } from "./service";

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

/** Closes the emulator and starts it again after `seconds`. */
function restart(
  service: ReturnType<typeof start>,
  { seconds = 0, ...options }: ServiceOptions & { seconds?: number } = {},
) {
  service.emulator.close();
  return start({ clock: new VirtualClock({ now: service.clock.now() + seconds * 1000 }), ...options });
}

describe("a restart", () => {
  test("restores the whole world, and transitions in progress continue", async () => {
    const first = start();
    const { id } = await first.createRunningInstance({ backups_enabled: true, tags: ["a-tag"] });
    await first.post(`/acme/instances/${id}/backups`, { label: "snap" });
    await first.post("/acme/instances", newInstance, { token: wellKnownTokens.secondAccount });
    const second = restart(first);
    expect(second.control.world()).toEqual(first.control.world());
    expect(second.control.world().other_accounts[0]?.instances).toHaveLength(1);
    await second.advanceSeconds(60);
    expect((await second.get(`/acme/instances/${id}/backups`)).body.snapshot.current.status).toBe(
      "successful",
    );
  });

  test("plans the end of the month once if it is missing from a world of an earlier version", async () => {
    const data = { folder: folder(), compactAbove: 0 };
    const first = start({ data });
    const { timeline, ...world } = first.control.world();
    const { euuid } = world.account;
    const ofEarlier = timeline
      .map((entry) => ({ ...entry, due: { kind: "monthEnd" as const, euuid } }))
      .slice(0, 1);
    first.control.load({ ...world, timeline: ofEarlier, other_accounts: [] });
    await first.createEmptyInstance();
    const monthEnds = (service: ReturnType<typeof start>) =>
      service.control.world().timeline.map(({ due }) => due);
    first.control.externalChange({ kind: "account_change", patch: { euuid: "other" } });
    const second = restart(first, { data });
    expect(monthEnds(second)).toEqual(expect.arrayContaining([expect.objectContaining({ account: 1 })]));
    second.control.externalChange({ kind: "account_change", patch: { euuid } });
    const third = restart(second, { data });
    await third.advanceSeconds(31 * 24 * 60 * 60);
    expect((await third.get("/account/invoices")).body.results).toBe(1);
    expect(monthEnds(third)).toEqual([{ kind: "monthEnd", euuid, account: 1 }]);
  });

  test("carries out the transitions that became due in the meantime, each at its own time", async () => {
    const first = start();
    const { body } = await first.post("/acme/instances", newInstance);
    const second = restart(first, { seconds: 3600 });
    expect(await second.statusOf(body.id)).toBe("running");
    const [event] = (await second.get("/account/events")).body.data;
    expect(event).toMatchObject({ action: "acme_boot", status: "finished", duration: 10 });
    expect(event.created).toBe("2022-03-21T09:00:50");
  });

  test("restores the clock, which never goes back", async () => {
    const first = start({ speed: 60 });
    first.control.clock.advance(86_400_000);
    await first.advanceSeconds(10);
    const before = first.control.clock.view().now;
    const second = restart(first);
    expect(second.control.clock.view()).toMatchObject({ now: before, speed: 60 });
    second.control.clock.freeze();
    const third = restart(second, { seconds: 100 });
    expect(third.control.clock.view()).toMatchObject({ now: before, frozen: true });
    const fourth = restart(third, { seconds: -1000 });
    expect(fourth.control.clock.view().now).toBe(before);
  });

  test("never reuses an id, not even that of a deleted object", async () => {
    const first = start();
    const { id } = await first.createEmptyInstance();
    await first.remove(`/acme/instances/${id}`);
    await first.advanceSeconds(60);
    const second = restart(first);
    expect((await second.createEmptyInstance()).id).toBe(id + 1);
  });

  test("restores settings, unless the start sets them", async () => {
    const first = start({ settings: { dateTimes: "zoned" } });
    first.control.settings({ putOmitted: "replace" });
    const second = restart(first, { settings: { dateTimes: "plain" } });
    expect(second.control.settings()).toMatchObject({ putOmitted: "replace", dateTimes: "plain" });
    second.control.reset();
    expect(second.control.settings().putOmitted).toBe("merge");
    expect(restart(second).control.settings().putOmitted).toBe("merge");
  });

  test("accepts the tokens, secrets and upload addresses that were issued before, and stores none of them in a file", async () => {
    const first = start({ settings: { createdSecret: "plain" } });
    const client = (await first.post("/account/oauth-clients", newOAuthClient)).body;
    const login = {
      clientId: client.id,
      secret: client.secret,
      username: "admin",
      scopes: ["account:read_only"],
    };
    const token = first.control.oauth.logIn(login);
    const { upload_to } = (await first.post("/images/upload", { label: "up", region: "us-east" })).body;
    await first.post("/acme/instances", newInstance);
    const text = ["world.snapshot", "world.journal"].map((name) => readFileSync(file(name), "utf8")).join();
    for (const secret of [client.secret, token, upload_to.replace(/.*\//, ""), newInstance.root_pass]) {
      expect(text).not.toContain(secret);
    }
    const second = restart(first);
    expect((await second.get("/account", { token })).status).toBe(200);
    expect(second.control.oauth.logIn(login)).not.toBe(token);
    expect((await second.send("PUT", upload_to, imageUpload)).status).toBe(200);
    const third = restart(second);
    expect((await third.send("PUT", upload_to, imageUpload)).status).toBe(409);
    await third.remove(`/account/oauth-clients/${client.id}`);
    expect((await restart(third).get("/account", { token })).status).toBe(401);
  });

  test("continues the random numbers of a seed, so that no secret is issued twice", async () => {
    const createSecret = async (service: ReturnType<typeof start>) =>
      (await service.post("/account/oauth-clients", newOAuthClient)).body.secret;
    const options = { seed: 5, settings: { createdSecret: "plain" as const } };
    const uninterrupted = startService(options);
    const expected = [await createSecret(uninterrupted), await createSecret(uninterrupted)];
    const first = start(options);
    const secrets = [await createSecret(first)];
    secrets.push(await createSecret(restart(first, options)));
    expect(secrets).toEqual(expected);
    expect(new Set(secrets).size).toBe(2);
  });

  test("resets to the world that the first start loaded", async () => {
    const other = startService();
    await other.createEmptyInstance({ label: "loaded" });
    const first = start({ world: other.control.world() });
    await first.createEmptyInstance({ label: "later" });
    const second = restart(first);
    expect(second.control.world().instances.map(({ label }) => label)).toEqual(["loaded", "later"]);
    second.control.reset();
    const third = restart(second);
    expect(third.control.world().instances.map(({ label }) => label)).toEqual(["loaded"]);
  });
});

describe("a folder", () => {
  test("with a world of another brand is rejected, and unlocked again", () => {
    start().emulator.close();
    expect(() => createEmulator({ data: folder(), brand: "other" })).toThrow(
      /has the brand "acme", but this emulator has "other".*Start the emulator with that brand/,
    );
    start();
  });

  test.each(["empty", "used"])(
    "that is %s is not changed by a start with a world of another brand",
    async (how) => {
      if (how === "used") {
        const service = start();
        await service.createEmptyInstance();
        service.emulator.close();
      }
      const world = createEmulator({ brand: "other" }).control.world();
      expect(() => start({ world })).toThrow('The world has the brand "other", but this emulator has "acme"');
      const again = start();
      expect(again.control.world().instances).toHaveLength(how === "used" ? 1 : 0);
      again.control.reset();
      expect(again.control.world().instances).toEqual([]);
    },
  );

  test("that is in use is rejected", () => {
    start();
    expect(() => start()).toThrow(`is in use by another emulator (process ${process.pid})`);
    expect(() => start()).toThrow(DataError);
  });

  test("that a dead process locked can be used", async () => {
    const first = start();
    await first.createEmptyInstance();
    // The state in which a killed process leaves it.
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
  onLinux("that a zombie process locked can be used", async () => {
    start();
    const lock = join(folder(), "world.lock");
    // The shell becomes another program, which does not wait for the child of the shell.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec cat"], { stdio: ["pipe", "pipe", "ignore"] });
    const inProc = (pid: number | undefined, file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };
    try {
      const [line] = await once(parent.stdout, "data");
      const pid = Number(String(line));
      // The child must not end before that: a shell that is not `cat` yet would wait for it.
      await until(() => inProc(parent.pid, "comm") === "cat\n");
      process.kill(pid, "SIGKILL");
      await until(() => inProc(pid, "stat").includes(") Z"));
      writeFileSync(lock, readFileSync(lock, "utf8").replace(/"pid":\d+/, `"pid":${pid}`));
      expect(() => start()).not.toThrow();
    } finally {
      parent.stdin.end();
    }
  });

  test("that cannot be created or written is rejected", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => createEmulator({ data: join(root, "file") })).toThrow(/cannot be saved in .*file: EEXIST/);
    expect(() => createEmulator({ data: join(root, "file", "below") })).toThrow(
      /cannot be saved in .*below: ENOTDIR/,
    );
  });

  test("is not written to by a closed emulator", async () => {
    const { emulator, post } = start();
    emulator.close();
    emulator.close();
    expect((await post("/acme/instances", newInstance)).status).toBe(503);
    start();
  });

  test("is read again after a call that fails unexpectedly, so that nothing of the call remains", () => {
    const files = openFolder(folder());
    const unset = { seed: undefined, speed: undefined, world: undefined };
    const options = { clock: new VirtualClock(), brand: "node", settings: {}, ...unset };
    const runtime = new Runtime({ ...options, folder: new WorldFolder(files, 2 ** 20) });
    const before = runtime.world.export(0);
    const fail = () => {
      for (const { id } of runtime.world.paymentMethods.all()) runtime.world.paymentMethods.remove(id);
      throw new TypeError("a defect");
    };
    expect(() => runtime.act(fail)).toThrow("a defect");
    expect(runtime.act(() => runtime.world.export(0))).toEqual(before);
    runtime.close();
    files.close();
  });

  test("that was deleted under a running emulator makes calls fail", async () => {
    const service = start();
    await service.createEmptyInstance();
    rmSync(folder(), { recursive: true });
    const reply = await service.post("/acme/instances", newInstance);
    expect(reply.status).toBe(503);
    expect(reply.body.errors[0].reason).toMatch(
      /cannot save its world in .*the saved world no longer exists/,
    );
    expect(service.control.requests().map(({ status, carriedOut }) => [status, carriedOut])).toEqual([
      [200, true],
      [503, false],
    ]);
  });

  test("that was deleted under a running emulator receives no image", async () => {
    const service = start();
    const { body } = await service.post("/images/upload", { label: "golden", region: "us-east" });
    rmSync(folder(), { recursive: true });
    expect((await service.send("PUT", body.upload_to, imageUpload)).status).toBe(503);
    expect(service.control.requests().at(-1)).toMatchObject({ body: null, carriedOut: false });
  });
});

describe("damaged files", () => {
  const emptyPromotion = {
    ...{ credit_monthly_cap: "0.00", credit_remaining: "0.00", this_month_credit_remaining: "0.00" },
    ...{ description: "", summary: "", service_type: "all", image_url: "" },
  };

  /** Saves a world with three instances, and closes the emulator. */
  async function saveInstances(): Promise<{ lines: string[] }> {
    const service = start();
    for (const label of ["one", "two", "three"]) await service.createEmptyInstance({ label });
    service.emulator.close();
    return { lines: readFileSync(file("world.journal"), "utf8").split("\n").slice(0, -1) };
  }
  const writeJournal = (...lines: string[]) => writeFileSync(file("world.journal"), lines.join("\n"));
  const labels = () =>
    start()
      .control.world()
      .instances.map(({ label }) => label);

  test("that end with an incomplete record are read without it", async () => {
    const { lines } = await saveInstances();
    const [settings = "", one = "", two = "", three = ""] = lines;
    writeJournal(settings, one, two, three.slice(0, -1));
    expect(labels()).toEqual(["one", "two"]);
  });

  test("that end with an incomplete record are continued without it", async () => {
    const { lines } = await saveInstances();
    const [settings = "", one = "", two = "", three = ""] = lines;
    writeJournal(settings, one, two, three.slice(0, -1));
    const service = start();
    await service.createEmptyInstance({ label: "four" });
    service.emulator.close();
    expect(labels()).toEqual(["one", "two", "four"]);
  });

  test("with a changed record are rejected with its position and what to do", async () => {
    const { lines } = await saveInstances();
    const [settings = "", one = "", two = "", three = ""] = lines;
    writeJournal(settings, one, two.replace('"two"', '"tow"'), three, "");
    const offset = settings.length + one.length + 2;
    expect(labels).toThrow(
      new RegExp(
        `world.journal is damaged at byte ${offset} \\(its checksum is "\\w{8}" instead of "\\w{8}"\\).*truncate world.journal at byte ${offset}`,
      ),
    );
    writeJournal(settings, one, "");
    expect(labels()).toEqual(["one"]);
  });

  test("with a first record that earlier versions could write are rejected with what to do", async () => {
    const service = start();
    const { account } = service.control.world();
    service.emulator.close();
    const promotion = { ...emptyPromotion, expire_dt: -1000 };
    const row = { number: 1, account: { ...account, active_promotions: [promotion] } };
    const [settings = ""] = readFileSync(file("world.journal"), "utf8").split("\n");
    const record = { ...JSON.parse(settings.slice(9)), changes: [{ is: "put", table: "accounts", row }] };
    writeFileSync(file("world.journal"), encodeLine(record));
    expect(labels).toThrow(
      /world.journal is damaged at byte 0 \(account.active_promotions.0.expire_dt: .*\). Restore the folder from a copy, or truncate world.journal at byte 0; that record/,
    );
    writeJournal("");
    expect(labels()).toEqual([]);
  });

  test("that a running emulator has to read again are named with what to do", async () => {
    const service = start();
    await service.createEmptyInstance();
    const journal = readFileSync(file("world.journal"), "utf8");
    rmSync(file("world.journal"));
    writeFileSync(file("world.journal"), journal.replace("us-east", "us-west"));
    const { status, body } = await service.post("/acme/instances", newInstance);
    expect([status, body.errors[0].reason]).toEqual([
      503,
      expect.stringMatching(
        /^The world in .* cannot be read: .*truncate world.journal at byte \d+; .*later ones will be lost\.$/,
      ),
    ]);
  });

  test("of the world that a reset restores are rejected with what to do", async () => {
    start({ world: startService().control.world() }).emulator.close();
    const text = readFileSync(file("world.first"), "utf8");
    writeFileSync(file("world.first"), text.replace("us-east", "us-west"));
    expect(labels).toThrow(
      /cannot be read: world.first: damaged at byte 0.*delete it: a reset then restores the seed/,
    );
    rmSync(file("world.first"));
    expect(labels()).toEqual([]);
  });

  test("without one of the records are rejected", async () => {
    const { lines } = await saveInstances();
    const [settings = "", one = "", , three = ""] = lines;
    writeJournal(settings, one, three, "");
    expect(labels).toThrow("record 4 follows record 2");
  });

  test("with a damaged or missing snapshot are rejected", async () => {
    await saveInstances();
    const snapshot = readFileSync(file("world.snapshot"), "utf8");
    writeFileSync(file("world.snapshot"), snapshot.replace("us-east", "us-west"));
    expect(labels).toThrow(/world.snapshot is damaged at byte 0 .*another folder/);
    writeFileSync(file("world.snapshot"), snapshot.slice(0, 100));
    expect(labels).toThrow("it is empty or incomplete");
    rmSync(file("world.snapshot"));
    expect(labels).toThrow("has a world.journal but no world.snapshot");
  });
});

describe("named snapshots", () => {
  test.each(["in memory", "in a folder"])("are saved, listed, loaded and deleted: %s", async (where) => {
    const service = where === "in memory" ? startService() : start();
    const { snapshots } = service.control;
    await service.createEmptyInstance({ label: "saved" });
    snapshots.save("one");
    await service.createEmptyInstance({ label: "later" });
    snapshots.save("two.b");
    expect(snapshots.list()).toEqual([
      { name: "one", time: "2022-03-21T09:00:00.000Z" },
      { name: "two.b", time: "2022-03-21T09:00:00.000Z" },
    ]);
    snapshots.load("one");
    expect((await service.get("/acme/instances")).body.data).toMatchObject([{ label: "saved" }]);
    expect((await service.createEmptyInstance()).id).toBe(2);
    snapshots.delete("one");
    expect(() => snapshots.load("one")).toThrow('There is no snapshot "one". The snapshots are: two.b.');
    for (const name of ["", "../x", ".hidden", "a/b", "x".repeat(65)]) {
      expect(() => snapshots.save(name)).toThrow("name must have 1 to 64");
    }
  });

  test("count with the sizes of their files toward the bound of all together", () => {
    const { snapshots } = start().control;
    snapshots.save("large");
    truncateSync(file("large.named-snapshot"), 256 * 2 ** 20);
    expect(() => snapshots.save("other")).toThrow("more than 256 MiB together");
    snapshots.delete("large");
    snapshots.save("other");
  });

  test("that are damaged are not loaded, and change nothing", async () => {
    const { control } = start();
    control.snapshots.save("base");
    const text = readFileSync(file("base.named-snapshot"), "utf8");
    writeFileSync(file("base.named-snapshot"), text.replace("us-east", "us-west"));
    expect(() => control.snapshots.load("base")).toThrow(
      /cannot read the snapshot .*base.named-snapshot: damaged.* Restore the file from a copy, or delete the snapshot\.$/,
    );
    writeFileSync(file("base.named-snapshot"), "");
    control.snapshots.save("other");
    expect(control.snapshots.list()).toEqual([
      {
        name: "base",
        time: "",
        problem: expect.stringMatching(/base.named-snapshot: it is empty or incomplete/),
      },
      { name: "other", time: "2022-03-21T09:00:00.000Z" },
    ]);
    control.snapshots.delete("base");
    expect(control.snapshots.list()).toHaveLength(1);
    expect(control.world().regions[0]?.id).toBe("us-east");
  });

  test("that are damaged are in the event stream of a console, with the others", async () => {
    const service = start();
    service.control.snapshots.save("base");
    service.control.snapshots.save("other");
    writeFileSync(file("base.named-snapshot"), "");
    const { snapshots } = await (await openConsole(service)).until("snapshots");
    expect(snapshots.map(({ problem }) => problem)).toEqual([expect.stringMatching("incomplete"), undefined]);
  });

  test("that cannot be listed end the event stream of a console with the reason", async () => {
    const service = start();
    rmSync(folder(), { recursive: true });
    const { next, reader } = await openConsole(service);
    const clock = { now: service.clock.now(), speed: 1, frozen: false, next: expect.any(Number) };
    expect(await next()).toEqual({ clock, problem: expect.stringMatching(/ENOENT/) });
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  test("survive a restart and a reset", () => {
    const first = start();
    first.control.snapshots.save("base");
    first.control.reset();
    const second = restart(first);
    second.control.snapshots.load("base");
    expect(second.control.snapshots.list()).toHaveLength(1);
    expect(restart(second).control.world().instances).toEqual([]);
  });
});

test("the same calls with the same seed get the same responses, byte for byte", async () => {
  const responses = async (seed: number) => {
    const service = startService({ seed, settings: { createdSecret: "plain" } });
    service.control.faults.add({ operation: "regions.*", probability: 0.5, effect: { status: 500 } });
    const replies = [
      await service.post("/acme/instances", newInstance),
      await service.post("/account/oauth-clients", newOAuthClient),
      await service.post("/images/upload", { label: "up", region: "us-east" }),
      await service.advanceSeconds(60).then(() => service.get("/account/events")),
    ];
    for (let call = 0; call < 20; call++) replies.push(await service.get("/regions"));
    service.control.reset();
    const again = await service.post("/account/oauth-clients", newOAuthClient);
    expect(again.body.secret).toBe(replies[1]?.body.secret);
    return replies
      .map(({ status, body, headers }) => JSON.stringify([status, body, [...headers]]))
      .join("\n");
  };
  const [one, same, other] = [await responses(3), await responses(3), await responses(4)];
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
