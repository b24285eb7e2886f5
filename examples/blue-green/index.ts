import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);
const type = config.get("type") ?? "g1-standard-1";
const rootPass = config.requireSecret("rootPass");

/** The label of the image of each version that exists, such as { blue: "Debian 11", green: "Debian 12" }. */
const versions = config.requireObject<Record<string, string>>("versions");
/** The version that users reach. */
const live = config.require("live");

// A typo must not leave users without a version.
if (versions[live] === undefined) {
  throw new Error(`live is "${live}", and versions holds only ${Object.keys(versions).join(", ")}.`);
}

const addresses = Object.fromEntries(
  Object.entries(versions).map(([color, label]) => {
    const instance = new Instance(`web-${color}`, {
      region,
      image: getImage({ label }).then(({ id }) => id),
      type,
      rootPass,
      tags: ["web", color],
    });
    return [color, instance.ipv4.apply(([first]) => first)];
  }),
);

/** The address of each version, to test one before it is live. */
export const versionAddresses = addresses;
/** Where the load balancer or the DNS record must point. */
export const liveAddress = addresses[live];
