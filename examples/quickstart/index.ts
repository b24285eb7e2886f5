import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const count = config.getNumber("count") ?? 2;
const type = config.get("type") ?? "g1-nano-1";
const tags = config.getObject<string[]>("tags") ?? ["quickstart", "web"];

// These lookups need no token: the first region, and the newest Debian image by its label.
const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);
const image = getImage({ label: /^Debian \d+$/, deprecated: false, mostRecent: true });

// Set it with `nodecloud config set --secret rootPass`.
const rootPass = config.requireSecret("rootPass");

const instances = Array.from(
  { length: count },
  (_, index) =>
    new Instance(`web-${index + 1}`, {
      region,
      image: image.then(({ id }) => id),
      type,
      rootPass,
      tags,
    }),
);

export const addresses = instances.map(({ ipv4 }) => ipv4.apply(([first]) => first));
export const labels = instances.map(({ label }) => label);
export const regionId = region;
