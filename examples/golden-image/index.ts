import * as pulumi from "@pulumi/pulumi";
import { getRegion, Image, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();

// The API does not list disks; the operator's console shows their ids. Another disk replaces the image and the instance.
const golden = new Image("golden", {
  diskId: config.requireNumber("diskId"),
  description: "A configured instance to deploy others from.",
});

const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);

const web = new Instance("web", {
  region,
  type: config.get("type") ?? "g1-standard-1",
  image: golden.imageId,
  rootPass: config.requireSecret("rootPass"),
  tags: ["golden"],
});

export const imageId = golden.imageId;
export const smallestDisk = golden.size;
export const address = web.ipv4.apply(([first]) => first);
