import type { Instance } from "../../src/client";
import { type InstanceChanges, updateBody } from "../../src/resources/instance-body";
import { TestStack } from "../../src/testing";
import { webInstance } from "./programs";

const stack = new TestStack();
let live: Instance;

beforeAll(async () => {
  await stack.up(webInstance());
  const { instanceId } = stack.outputs("web") ?? {};
  const { client } = stack.services();
  const instance = await stack.clock.run(client.instances.view({ instanceId: Number(instanceId) }));
  const alerts = { cpu: 1, io: 2, network_in: 3, network_out: 4, transfer_quota: 5 };
  live = { ...instance, label: "web", group: "shop", tags: ["a"], watchdog_enabled: true, alerts };
});

/** The body for an instance as the service returns it, with other values in some fields. */
const bodyOf = (returned: object, changes: InstanceChanges = {}) =>
  updateBody(JSON.parse(JSON.stringify({ ...live, ...returned })), changes);

describe("the body of an update", () => {
  it("sends unchanged fields as they were read, without null", () => {
    const { label, group, tags, watchdog_enabled, alerts } = live;
    const backups = { schedule: { day: null, window: null } };
    expect(bodyOf({ backups })).toStrictEqual({ label, group, tags, watchdog_enabled, alerts });
    const partial = bodyOf({ group: null, tags: undefined, backups, alerts: { cpu: 1, io: null } });
    expect(partial).toStrictEqual({ label, watchdog_enabled, alerts: { cpu: 1 } });
    expect(bodyOf({ alerts: null })).not.toHaveProperty("alerts");
  });

  it("sends changed fields as declared", () => {
    const changes = {
      ...{ label: "db", group: "", tags: [], watchdog_enabled: false },
      alerts: { cpu: 0, io: 9, network_in: 8, network_out: 7, transfer_quota: 6 },
      backups: { schedule: { day: "Sunday", window: "W2" } },
    };
    expect(bodyOf({}, changes)).toStrictEqual(changes);
  });

  it("omits the schedule of a backup service that is off, unless it is changed", () => {
    const backups = { schedule: { day: "Saturday", window: "W10" } };
    expect(bodyOf({ backups: { ...backups, enabled: false } })).not.toHaveProperty("backups");
    for (const enabled of [true, null])
      expect(bodyOf({ backups: { ...backups, enabled } })).toMatchObject({ backups });
    const changes: InstanceChanges = { backups: { schedule: { day: "Sunday" } } };
    expect(bodyOf({ backups: { ...backups, enabled: false } }, changes)).toMatchObject({
      backups: { schedule: { day: "Sunday" } },
    });
  });

  it("completes a changed day with the window that is set", () => {
    const backups = { schedule: { day: "Saturday", window: "W10" } };
    const changes: InstanceChanges = { backups: { schedule: { day: "Sunday" } } };
    expect(bodyOf({ backups }, changes).backups).toEqual({ schedule: { day: "Sunday", window: "W10" } });
    const unset = { schedule: { day: "Scheduling", window: "Scheduling" } };
    expect(bodyOf({ backups: unset }, changes).backups).toEqual({ schedule: { day: "Sunday" } });
  });
});
