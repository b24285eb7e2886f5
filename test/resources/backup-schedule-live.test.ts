import type { Instance } from "../../src/client";
import { scheduleOf } from "../../src/resources/backup-schedule.live";
import { TestStack } from "../../src/testing";
import { webInstance } from "./programs";

const stack = new TestStack();
let instance: Instance;

beforeAll(async () => {
  await stack.up(webInstance());
  const { instanceId } = stack.outputs("web") ?? {};
  const { client } = stack.services();
  instance = await stack.clock.run(client.instances.view({ instanceId: Number(instanceId) }));
});

describe("the backup schedule of an instance", () => {
  it("is that of the instance's backups", () => {
    const schedule = { day: "Saturday", window: "W10" };
    const backups = { enabled: true, last_successful: "2022-03-21T09:00:00", schedule };
    const { id, created, region } = instance;
    expect(scheduleOf({ ...instance, backups })).toEqual({
      ...{ id, created, region, enabled: true, last_successful: "2022-03-21T09:00:00" },
      ...schedule,
    });
  });

  it("is unknown if the response contains nothing about backups", () => {
    const incomplete: Instance = JSON.parse(JSON.stringify({ ...instance, backups: undefined }));
    expect(scheduleOf(incomplete)).toMatchObject({
      ...{ enabled: null, day: undefined, window: undefined, last_successful: null },
    });
  });
});
