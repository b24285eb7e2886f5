import * as pulumi from "@pulumi/pulumi";
import { Instance } from "pulumi-nodecloud";

const web = new Instance("web", {
  region: "us-east",
  type: "g1-standard-1",
  image: "node/debian12",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
  privateIp: true,
  tags: ["shop"],
  alerts: { cpu: 80 },
  timeouts: { create: "30m" },
});

export const id = web.instanceId;
export const address = web.ipv4.apply(([first]) => first);
