import { readFile } from "node:fs/promises";
import * as pulumi from "@pulumi/pulumi";
import { getImage, getRegion, Instance } from "pulumi-nodecloud";

const config = new pulumi.Config();
const id = config.get("region");
const region = await getRegion(id === undefined ? { first: true } : { id });
const image = await getImage({ label: "Debian 12" });
const key = await readFile(config.require("publicKeyFile"), "utf8");

const web = new Instance("web", {
  region: region.id,
  image: image.id,
  type: config.get("type") ?? "g1-nano-1",
  rootPass: config.requireSecret("rootPass"),
  authorizedKeys: [key.trim()],
  tags: ["esm"],
});

export const country = region.country;
export const address = web.ipv4.apply(([first]) => first);
