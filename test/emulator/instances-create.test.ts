import { seedNames, wellKnownTokens } from "../../src/emulator";
import { errorReasons, newInstance, startService } from "./service";

describe("an instance from an image", () => {
  test("is provisioning, then offline, then booting, then running", async () => {
    const service = startService();
    const { body } = await service.post("/acme/instances", newInstance);
    expect(body.status).toBe("provisioning");
    await service.advanceSeconds(29);
    expect(await service.statusOf(body.id)).toBe("provisioning");
    await service.advanceSeconds(2);
    expect(await service.statusOf(body.id)).toBe("offline");
    await service.advanceSeconds(20);
    expect(await service.statusOf(body.id)).toBe("booting");
    await service.advanceSeconds(9);
    expect(await service.statusOf(body.id)).toBe("running");
  });

  test("has a default label, one public address and the specs of its type", async () => {
    const { post } = startService();
    const { body } = await post("/acme/instances", newInstance);
    expect(body).toMatchObject({
      label: "acme1",
      group: "",
      tags: [],
      image: "acme/debian12",
      hypervisor: "kvm",
      specs: { disk: 51_200, memory: 2_048, transfer: 2_000, vcpus: 1 },
      alerts: { cpu: 90, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
      backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
      watchdog_enabled: true,
      created: "2022-03-21T09:00:00",
    });
    expect(body.ipv4).toHaveLength(1);
    expect(body.ipv6).toMatch(/^2001:db8::.*\/128$/);
  });

  test("has a default label of at least 3 characters under any brand", async () => {
    const { post, put } = startService({ brand: "a" });
    const { body } = await post("/a/instances", { region: newInstance.region, type: newInstance.type });
    expect(body.label).toBe("a-1");
    expect((await put("/a/instances/1", body)).status).toBe(200);
    const other = startService({ brand: "ab" });
    expect(
      (await other.post("/ab/instances", { region: newInstance.region, type: newInstance.type })).body.label,
    ).toBe("ab1");
  });

  test("has no swap disk of size 0", async () => {
    const { post, control } = startService();
    await post("/acme/instances", { ...newInstance, swap_size: 0 });
    const { disks, configs } = control.world();
    expect(disks.map(({ filesystem, size }) => [filesystem, size])).toEqual([["ext4", 51_200]]);
    expect(configs.map((config) => config.disks)).toEqual([[disks[0]?.id]]);
  });

  test("has a numbered default label if another instance has the plain one", async () => {
    const service = startService();
    for (const label of ["acme3", "acme3-1"]) await service.createEmptyInstance({ label });
    expect((await service.post("/acme/instances", newInstance)).body.label).toBe("acme3-2");
  });

  test("has a configuration with two disks, one of them for swap", async () => {
    const { post, control } = startService();
    await post("/acme/instances", newInstance);
    await post("/acme/instances", { ...newInstance, swap_size: 1024 });
    const { disks, configs } = control.world();
    expect(disks.map((disk) => [disk.instance_id, disk.filesystem, disk.size])).toEqual([
      [1, "ext4", 50_688],
      [1, "swap", 512],
      [2, "ext4", 50_176],
      [2, "swap", 1024],
    ]);
    expect(configs.map((config) => config.disks)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test("ends offline when it is not to be booted", async () => {
    const service = startService();
    const { body } = await service.post("/acme/instances", { ...newInstance, booted: false });
    await service.advanceSeconds(120);
    expect(await service.statusOf(body.id)).toBe("offline");
  });

  test("is given a private address on request", async () => {
    const { post } = startService();
    const { body } = await post("/acme/instances", { ...newInstance, private_ip: true });
    expect(body.ipv4[1]).toMatch(/^192\.168\./);
  });

  test.each(["full", "secondAccount"] as const)(
    "gets addresses that no instance of %s has",
    async (owner) => {
      const { post, control } = startService();
      const options = { token: wellKnownTokens[owner] };
      const first = (await post("/acme/instances", { ...newInstance, private_ip: true }, options)).body;
      const world = control.world();
      // The counters wrap around to the first instance's addresses.
      const numbers = { ...world.numbers, publicAddress: 2 ** 17, privateAddress: 2 ** 15 };
      control.load({ ...world, numbers });
      const second = (await post("/acme/instances", { ...newInstance, label: "second", private_ip: true }))
        .body;
      const addresses: string[] = [...first.ipv4, ...second.ipv4];
      expect(addresses).toEqual(["198.18.0.1", "192.168.128.1", "198.18.0.2", "192.168.128.2"]);
    },
  );

  test("is rejected when no private address is free", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const ipv4 = Array.from({ length: 2 ** 15 }, (_, host) => `192.168.${128 + (host >> 8)}.${host & 255}`);
    service.control.changeInstance(id, { ipv4: ipv4.slice(1) });
    const [one, other] = ["one", "other"].map((label) => ({ ...newInstance, label, private_ip: true }));
    expect((await service.post("/acme/instances", one)).body.ipv4[1]).toBe("192.168.128.0");
    const reply = await service.post("/acme/instances", other);
    expect(errorReasons(reply)).toEqual({
      "": "All 32768 private addresses are assigned. A deleted acme frees its addresses.",
    });
    expect(service.control.world().instances).toHaveLength(2);
    expect((await service.post("/acme/instances", { ...newInstance, label: "third" })).status).toBe(200);
  });

  test("gets the given SSH keys and those of the named users", async () => {
    const { post, control } = startService();
    const more = { authorized_keys: ["ssh-ed25519 AAAA me"], authorized_users: ["admin"] };
    expect((await post("/acme/instances", { ...newInstance, ...more })).status).toBe(200);
    expect(control.world().instances[0]?.authorized_keys).toEqual([
      "ssh-ed25519 AAAA me",
      expect.stringContaining("admin@example"),
    ]);
  });

  test("accepts a script that is compatible with the image and gets its required fields", async () => {
    const { post } = startService();
    const body = { ...newInstance, stackscript_id: seedNames.script, stackscript_data: { hostname: "web" } };
    expect((await post("/acme/instances", body)).status).toBe(200);
  });
});

test("an empty instance is offline and stays offline", async () => {
  const service = startService();
  const instance = await service.createEmptyInstance();
  expect(instance).toMatchObject({ status: "offline", image: null });
  await service.advanceSeconds(1000);
  expect(await service.statusOf(instance.id)).toBe("offline");
  expect(service.control.world()).toMatchObject({ disks: [], configs: [] });
});

test("an instance from a backup has the disks of the original, and boots", async () => {
  const service = startService();
  const original = await service.createRunningInstance({ backups_enabled: true });
  const { body: snapshot } = await service.post(`/acme/instances/${original.id}/backups`, { label: "one" });
  await service.advanceSeconds(60);
  const { body } = await service.post("/acme/instances", {
    region: "eu-central",
    type: "g1-standard-2",
    backup_id: snapshot.id,
  });
  await service.advanceSeconds(60);
  expect(await service.statusOf(body.id)).toBe("running");
  const of = (id: number) =>
    service.control
      .world()
      .disks.filter((disk) => disk.instance_id === id)
      .map(({ label, size }) => [label, size]);
  expect(of(body.id)).toEqual(of(original.id));
});

describe("a create is rejected", () => {
  const cases: [string, object, Record<string, RegExp>][] = [
    ["without a region", { region: undefined }, { region: /required/ }],
    ["without a type", { type: undefined }, { type: /required/ }],
    ["in an unknown region", { region: "moon" }, { region: /region is not valid/ }],
    ["of an unknown type", { type: "g9-huge" }, { type: /not valid/ }],
    ["from an unknown image", { image: "acme/plan9" }, { image: /not valid/ }],
    ["without a password for an image", { root_pass: undefined }, { root_pass: /required/ }],
    ["with a password of 6 characters", { root_pass: "123456" }, { root_pass: /at least 7/ }],
    ["with a password of 129 characters", { root_pass: "x".repeat(129) }, { root_pass: /at most 128/ }],
    ["with a label of 2 characters", { label: "ab" }, { label: /at least 3/ }],
    ["with a label of 65 characters", { label: "a".repeat(65) }, { label: /at most 64/ }],
    ["with a label of other letters", { label: "my label" }, { label: /letters/ }],
    ["with four interfaces", { interfaces: [{}, {}, {}, {}] }, { interfaces: /at most 3/ }],
    ["with an unknown user's keys", { authorized_users: ["nobody"] }, { "authorized_users.0": /exist/ }],
    ["with an unknown script", { stackscript_id: 99 }, { stackscript_id: /not valid/ }],
    ["with a script without its fields", { stackscript_id: 1 }, { "stackscript_data.hostname": /required/ }],
    [
      "with a script for other images",
      { image: "acme/fedora35", stackscript_id: 1, stackscript_data: { hostname: "a" } },
      { image: /compatible/ },
    ],
    [
      "with a script without an image",
      { image: undefined, stackscript_id: 1, stackscript_data: { hostname: "a" } },
      { image: /required/ },
    ],
    ["from an unknown backup", { image: undefined, backup_id: 5 }, { backup_id: /not valid/ }],
    ["with disks that don't fit the type", { swap_size: 51_000 }, { type: /too small/ }],
    [
      "with a virtual network in a region without them",
      { region: "us-central", interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "lan" }] },
      { "interfaces.1.purpose": /region/ },
    ],
    ["with wrong types", { tags: "a", booted: "yes" }, { tags: /array/, booted: /boolean/ }],
  ];
  test.each(cases)("%s", async (_, change, expected) => {
    const { post, control } = startService();
    const reply = await post("/acme/instances", { ...newInstance, ...change });
    expect(reply.status).toBe(400);
    const found = errorReasons(reply);
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [field, reason] of Object.entries(expected)) expect(found[field]).toMatch(reason);
    expect(control.world()).toMatchObject({ instances: [], disks: [], addresses: [], events: [] });
  });

  test("with every error in one response", async () => {
    const { post } = startService();
    const reply = await post("/acme/instances", { region: "moon", type: "g9", image: "x", label: "a b" });
    expect(Object.keys(errorReasons(reply)).sort()).toEqual([
      "image",
      "label",
      "region",
      "root_pass",
      "type",
    ]);
  });

  test("with a label that another instance has", async () => {
    const { post } = startService();
    await post("/acme/instances", { ...newInstance, label: "web" });
    const reply = await post("/acme/instances", { ...newInstance, label: "web" });
    expect(errorReasons(reply)).toEqual({ label: "Label must be unique among your acmes" });
  });

  test("with an image that is not available", async () => {
    const { post, control } = startService();
    const world = control.world();
    const images = world.images.map((image) =>
      image.id === seedNames.privateImage ? { ...image, status: "creating" as const } : image,
    );
    control.load({ ...world, images });
    const reply = await post("/acme/instances", { ...newInstance, image: seedNames.privateImage });
    expect(errorReasons(reply)).toEqual({ image: "image is not available" });
  });

  test("from a backup for a type that is too small", async () => {
    const service = startService();
    const original = await service.createRunningInstance({ backups_enabled: true });
    const { body: snapshot } = await service.post(`/acme/instances/${original.id}/backups`, { label: "one" });
    await service.advanceSeconds(60);
    const reply = await service.post("/acme/instances", {
      region: "us-east",
      type: seedNames.smallType,
      backup_id: snapshot.id,
    });
    expect(errorReasons(reply)).toEqual({ type: "type is too small for the backup" });
  });
});

test("accepts virtual networks in a region that has them", async () => {
  const { post, control } = startService();
  const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "lan", ipam_address: "10.0.0.1/24" }];
  expect((await post("/acme/instances", { ...newInstance, interfaces })).status).toBe(200);
  expect(control.world().configs[0]?.interfaces).toEqual(interfaces);
});

test("accepts disks that fill the type exactly", async () => {
  const { post, control } = startService();
  const { images, types } = control.world();
  const image = images.find(({ id }) => id === newInstance.image)!;
  const type = types.find(({ id }) => id === newInstance.type)!;
  const swap_size = type.specs.disk - image.size;
  expect((await post("/acme/instances", { ...newInstance, swap_size })).status).toBe(200);
  expect(control.world().disks.map(({ size }) => size)).toEqual([image.size, swap_size]);
});

test("treats optional fields that are null as absent", async () => {
  const { post } = startService();
  const reply = await post("/acme/instances", { ...newInstance, label: null, tags: null, backup_id: null });
  expect(reply.status).toBe(200);
});

test("stores no password, script data or token", async () => {
  const { post, control } = startService();
  const secrets = { root_pass: "canary-password", stackscript_data: { hostname: "canary-answer" } };
  await post("/acme/instances", { ...newInstance, ...secrets, stackscript_id: 1 });
  const kept = JSON.stringify([control.world(), control.requests()]);
  expect(kept).not.toContain("canary");
  expect(JSON.stringify(control.requests())).not.toContain(wellKnownTokens.full);
});

describe("checks of live services that the interface leaves open", () => {
  const refused = async (body: object) => {
    const reply = await startService().post("/acme/instances", { ...newInstance, ...body });
    return reply.status === 200 ? [] : Object.keys(errorReasons(reply));
  };

  test("tags have 3 to 50 characters", async () => {
    expect(await refused({ tags: ["abc", "x".repeat(50)] })).toEqual([]);
    expect(await refused({ tags: ["ab", "abc", "x".repeat(51)] })).toEqual(["tags.0", "tags.2"]);
  });

  test("a tag that the instance has stays valid", async () => {
    const service = startService();
    const { id } = await service.createRunningInstance();
    service.control.changeInstance(id, { tags: ["ab"] });
    expect((await service.put(`/acme/instances/${id}`, { tags: ["ab", "new"] })).status).toBe(200);
    expect((await service.put(`/acme/instances/${id}`, { tags: ["ab", "no"] })).status).toBe(400);
  });

  test("a root password has two kinds of characters and four different ones", async () => {
    for (const weak of ["aaaaaaa", "abcdefgh", "aaaaab1"])
      expect([weak, await refused({ root_pass: weak })]).toEqual([weak, ["root_pass"]]);
    for (const strong of ["aaaabc1", "correct horse", "Abcdefg"])
      expect([strong, await refused({ root_pass: strong })]).toEqual([strong, []]);
  });

  test("a public interface has no label and no address, and only three purposes are known", async () => {
    const empty = { label: "", ipam_address: null };
    expect(await refused({ interfaces: [{ purpose: "public", ...empty }, { purpose: "vpc" }] })).toEqual([]);
    expect(await refused({ interfaces: [{ purpose: "wlan" }, {}] })).toEqual([
      "interfaces.0.purpose",
      "interfaces.1.purpose",
    ]);
    expect(
      await refused({ interfaces: [{ purpose: "public", label: "x", ipam_address: "10.0.0.1/24" }] }),
    ).toEqual(["interfaces.0.label", "interfaces.0.ipam_address"]);
  });
});
