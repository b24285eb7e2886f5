import * as pulumi from "@pulumi/pulumi";
import { getRegion, Image } from "pulumi-nodecloud";

const config = new pulumi.Config();

// Where the data goes first; afterwards the image is usable in every region.
const region = getRegion({ capability: "Instances", status: "ok", first: true });

// A raw .img is compressed on the way, a .gz goes as it is. Other content replaces the image, another path does not.
const uploaded = new Image("uploaded", {
  file: config.require("file"),
  region: region.then(({ id }) => id),
  description: "Uploaded from a file.",
});

export const imageId = uploaded.imageId;
export const status = uploaded.status;
export const smallestDisk = uploaded.size;
