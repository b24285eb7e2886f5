import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
// The regions are configured, not looked up: if a lookup returned other regions, instances would be deleted.
const regions = config.requireObject<string[]>("regions");
const type = config.get("type") ?? "g1-standard-1";
const rootPass = config.requireSecret("rootPass");
const image = getImage({ label: config.get("image") ?? "Debian 12" }).then(({ id }) => id);

const sites = regions.map((region) => ({
  region,
  country: getRegion({ id: region }).then(({ country }) => country),
  web: new Instance(`web-${region}`, { region, image, type, rootPass, tags: ["web", region] }),
}));

/** The country and the address of each region's instance. */
export const locations = Object.fromEntries(
  sites.map(({ region, country, web }) => [region, { country, address: web.ipv4.apply(([first]) => first) }]),
);
