import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);
// An exact label, because another image would replace the database.
const image = getImage({ label: "Debian 12" });

const database = new Instance("database", {
  region,
  type: config.get("type") ?? "g1-standard-1",
  image: image.then(({ id }) => id),
  rootPass: config.requireSecret("rootPass"),
  tags: ["database"],
});

// Deleting the schedule cancels the backup service and deletes all backups. `onDelete: "keep"` leaves the service on.
const schedule = new BackupSchedule("nightly", {
  instanceId: database.instanceId,
  day: config.get("day") ?? "Saturday",
  window: config.get("window") ?? "W2",
});

export const instanceId = database.instanceId;
// The value at the last refresh; null until the first backup has succeeded.
export const lastSuccessful = schedule.lastSuccessful;
