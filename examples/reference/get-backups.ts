import * as pulumi from "@pulumi/pulumi";
import { getBackupsOutput, Instance } from "pulumi-nodecloud";

const database = Instance.get("database", new pulumi.Config().require("instanceId"));
const { snapshot, automatic } = getBackupsOutput({ instanceId: database.instanceId });

export const newest = pulumi
  .all([snapshot, automatic])
  .apply(([{ current }, [first]]) => current?.id ?? first?.id);
