import * as pulumi from "@pulumi/pulumi";
import { getInstance, getInstanceOutput, getInstances, getInstancesOutput } from "../../src";
import { VirtualClock } from "../../src/clock";
import { outputValue, startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

const labels = (instances: readonly { readonly label: string }[]) => instances.map(({ label }) => label);

/** Two web servers and an empty instance. */
async function startServiceWithInstances() {
  const { client, ...service } = await startServiceWithToken();
  const common = { region: "us-east", type: "g1-nano-1" };
  const deployed = { ...common, image: "node/debian12", root_pass: "correct-horse-battery" };
  const front = await client.instances.create({ ...deployed, label: "web-1", tags: ["Web", "front"] });
  await client.instances.create({ ...deployed, label: "web-2", tags: ["web"], region: "eu-west" });
  await client.instances.create({ ...common, label: "empty", type: "g1-standard-1" });
  return { ...service, front };
}

describe("getInstance", () => {
  it("returns all fields of an instance found by its id, with one request", async () => {
    const { options, emulator, front } = await startServiceWithInstances();
    emulator.control.forgetRequests();
    const found = await getInstance({ id: front.id }, options);
    const world = emulator.control.world();
    const record = world.instances.find(({ id }) => id === front.id);
    expect(found).toEqual({
      id: front.id,
      label: "web-1",
      group: "",
      tags: ["Web", "front"],
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      status: record?.status,
      hypervisor: "kvm",
      ipv4: world.addresses
        .filter(({ instance_id }) => instance_id === front.id)
        .map(({ address }) => address),
      ipv6: record?.ipv6,
      specs: record?.specs,
      alerts: { cpu: 90, io: 10000, networkIn: 10, networkOut: 10, transferQuota: 80 },
      backups: { enabled: false, lastSuccessful: null, schedule: { day: null, window: null } },
      watchdogEnabled: true,
      created: found.created,
      updated: found.updated,
    });
    expect(emulator.control.requests().map(({ operation }) => operation)).toEqual(["instances.view"]);
  });

  it("returns a null backup day and window while the service returns a word for them", async () => {
    const { options, client } = await startServiceWithToken({ settings: { newSchedule: "Scheduling" } });
    const inputs = { region: "us-east", type: "g1-nano-1", label: "web", backups_enabled: true };
    const { id, backups } = await client.instances.create(inputs);
    expect(backups.schedule).toEqual({ day: "Scheduling", window: "Scheduling" });
    expect((await getInstance({ id }, options)).backups.schedule).toEqual({ day: null, window: null });
  });

  it("finds the only instance that matches every filter, and lists the nearest when none matches", async () => {
    const { options } = await startServiceWithInstances();
    expect(await getInstance({ tag: "WEB", region: "eu-west" }, options)).toMatchObject({ label: "web-2" });
    await expect(getInstance({ tag: "web" }, options)).rejects.toThrow(
      /^2 instances match \(tag web\): \d+ \(web-1, g1-nano-1 in us-east, \w+\); \d+ \(web-2, .*\)\. Select one by its id/,
    );
    await expect(getInstance({ label: "web-1", region: "eu-west" }, options)).rejects.toThrow(
      /^No instance matches \(label "web-1", region eu-west\)\. The nearest are \d+ \(web-1, /,
    );
  });

  it("lists the most similar ids for an unknown id", async () => {
    const { options, front } = await startServiceWithInstances();
    const wrong = Number(`${front.id}9`);
    await expect(getInstance({ id: wrong }, options)).rejects.toThrow(
      new RegExp(`^There is no instance "${wrong}"\\. The nearest are ${front.id} \\(web-1`),
    );
  });

  it("does not find an instance that only a lagging list still contains", async () => {
    const clock = new VirtualClock();
    const { client, emulator, options } = await startServiceWithToken({
      clock,
      settings: { listLagSeconds: 30 },
    });
    const deployment = { region: "us-east", type: "g1-nano-1", image: "node/debian12" };
    const { id } = await client.instances.create({ ...deployment, root_pass: "correct-horse-battery" });
    await clock.advance(60_000);
    emulator.control.externalChange({ kind: "instance_delete", instanceId: id });
    expect(await getInstances({}, options)).toMatchObject([{ id }]);
    await expect(getInstance({ id }, options)).rejects.toThrow(
      `There is no instance "${id}". The service lists no instances.`,
    );
  });

  it("does not take a proxy's 404 for a missing instance", async () => {
    const { options, emulator, front } = await startServiceWithInstances();
    emulator.control.faults.add({ operation: "instances.view", effect: { html: 404 } });
    await expect(getInstance({ id: front.id }, options)).rejects.toThrow(
      /instances\.view.*404.*Check the service's address/,
    );
  });
});

describe("getInstances", () => {
  it.each([
    [{}, ["web-1", "web-2", "empty"]],
    [{ label: "WEB-1" }, ["web-1"]],
    [{ label: /^web/g }, ["web-1", "web-2"]],
    [{ tag: "front" }, ["web-1"]],
    [{ region: "us-east" }, ["web-1", "empty"]],
    [{ type: "g1-standard-1" }, ["empty"]],
    [{ status: "offline" }, ["empty"]],
    [{ image: "node/debian12", region: "eu-west" }, ["web-2"]],
    [{ image: "node/debian11" }, []],
  ])("with %j, returns the instances %j", async (filters, expected) => {
    const { options, emulator } = await startServiceWithInstances();
    expect(labels(await getInstances(filters, options))).toEqual(expected);
    expect(emulator.control.requests().at(-1)?.path).not.toMatch(/filter/i);
  });
});

describe("the variants for outputs", () => {
  it("resolve outputs and accept plain regular expressions", async () => {
    const { options, front } = await startServiceWithInstances();
    const id = pulumi.output(Promise.resolve(front.id));
    expect(await outputValue(getInstanceOutput({ id }, options))).toMatchObject({ label: "web-1" });
    const found = getInstancesOutput({ region: pulumi.output("eu-west"), label: /^web/ }, options);
    expect(labels(await outputValue(found))).toEqual(["web-2"]);
  });
});
