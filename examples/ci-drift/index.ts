import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const region = getRegion({ capability: "Virtual Networks", status: "ok", first: true });
const image = getImage({ label: /^Debian \d+$/, deprecated: false, mostRecent: true });

// A comparison reports what differs from these arguments, and what exists in the account without being in a stack.
const web = new Instance("web", {
  region: region.then(({ id }) => id),
  image: image.then(({ id }) => id),
  type: "g1-nano-1",
  rootPass: new pulumi.Config().requireSecret("rootPass"),
  tags: ["web"],
});

export const address = web.ipv4.apply(([first]) => first);
