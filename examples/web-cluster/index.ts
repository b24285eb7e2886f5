import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion } from "pulumi-nodecloud";
import { WebCluster } from "./web-cluster";

const config = new pulumi.Config();
const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);
// An exact label, because another image would replace the cluster.
const image = getImage({ label: config.get("image") ?? "Debian 12" });

const cluster = new WebCluster("web", {
  count: config.getNumber("count") ?? 3,
  region,
  image: image.then(({ id }) => id),
  type: config.get("type") ?? "g1-standard-1",
  rootPass: config.requireSecret("rootPass"),
  tags: config.getObject<string[]>("tags") ?? ["production"],
  backups: { day: "Sunday", window: "W2" },
});

export const addresses = cluster.addresses;
