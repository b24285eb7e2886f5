import type { Instance } from "../../src/client";
import { scheduleOf } from "../../src/resources/backup-schedule.live";

const backups = {
  enabled: true,
  last_successful: "2022-03-21T09:00:00",
  schedule: { day: "Saturday", window: "W10" },
};

describe("the backup schedule of an instance", () => {
  it("is that of the instance's backups", () => {
    const instance: Instance = { id: 5, backups, created: "2022-03-20T09:00:00", region: "us-east" };
    expect(scheduleOf(instance)).toEqual({
      ...{ id: 5, enabled: true, day: "Saturday", window: "W10", last_successful: "2022-03-21T09:00:00" },
      ...{ created: "2022-03-20T09:00:00", region: "us-east" },
    });
  });

  it.each([{}, { backups: {} }])("is disabled where an answer leaves it out: %j", (partial) => {
    expect(scheduleOf({ id: 5, ...partial })).toEqual({
      ...{
        id: 5,
        enabled: false,
        day: null,
        window: null,
        last_successful: null,
        created: null,
        region: null,
      },
    });
  });
});
