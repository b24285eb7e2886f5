import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const count = config.getNumber("count") ?? 2;
const type = config.get("type") ?? "g1-nano-1";
const tags = config.getObject<string[]>("tags") ?? ["quickstart", "web"];

// Look-ups need no token. A region is found by what it can do, an image by its label: the newest Debian, and none that is made for
// the nodes of clusters.
const region = getRegion({ capability: "Virtual Networks", status: "ok", first: true });
const image = getImage({ label: /^Debian \d+$/, deprecated: false, mostRecent: true });

// `pulumi config set --secret rootPass ...` for machines that you keep.
const rootPass = config.requireSecret("rootPass");

const instances = Array.from(
  { length: count },
  (_, index) =>
    new Instance(`web-${index + 1}`, {
      region: region.then(({ id }) => id),
      image: image.then(({ id }) => id),
      type,
      rootPass,
      tags,
    }),
);

export const addresses = instances.map(({ ipv4 }) => ipv4.apply(([first]) => first));
export const labels = instances.map(({ label }) => label);
export const regionId = region.then(({ id }) => id);
