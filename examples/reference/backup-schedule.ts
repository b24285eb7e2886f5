import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Instance } from "pulumi-nodecloud";

const database = new Instance("database", {
  region: "us-east",
  type: "g1-standard-1",
  image: "node/debian12",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
});

const weekly = new BackupSchedule("weekly", {
  instanceId: database.instanceId,
  day: "Saturday",
  window: "W10",
  onDelete: "keep",
});

export const lastSuccessful = weekly.lastSuccessful;
