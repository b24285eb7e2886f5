import * as pulumi from "@pulumi/pulumi";
import { getImage, Instance } from "pulumi-nodecloud";

const image = getImage({ label: "Debian 12" });

const web = new Instance("web", {
  region: "us-east",
  type: "g1-standard-1",
  image: image.then(({ id }) => id),
  rootPass: new pulumi.Config().requireSecret("rootPass"),
  privateIp: true,
  tags: ["shop"],
  alerts: { cpu: 80 },
  timeouts: { create: "30m" },
});

export const id = web.instanceId;
export const address = web.ipv4.apply(([first]) => first);
