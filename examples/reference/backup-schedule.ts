import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, getImage, Instance } from "pulumi-nodecloud";

const image = getImage({ label: "Debian 12" });

const database = new Instance("database", {
  region: "us-east",
  type: "g1-standard-1",
  image: image.then(({ id }) => id),
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});

const weekly = new BackupSchedule("weekly", {
  instanceId: database.instanceId,
  day: "Saturday",
  window: "W10",
  onDelete: "keep",
});

export const lastSuccessful = weekly.lastSuccessful;
