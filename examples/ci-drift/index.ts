import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);
const image = getImage({ label: /^Debian \d+$/, deprecated: false, mostRecent: true });

// A comparison reports what differs from these arguments, and what exists in the account without being in a stack.
const web = new Instance("web", {
  region,
  image: image.then(({ id }) => id),
  type: config.get("type") ?? "g1-nano-1",
  rootPass: config.requireSecret("rootPass"),
  tags: ["web"],
});

export const address = web.ipv4.apply(([first]) => first);
