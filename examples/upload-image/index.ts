import * as pulumi from "@pulumi/pulumi";
import { getRegion, Image } from "pulumi-nodecloud";

const config = new pulumi.Config();

// The region to upload to. The image can then be used in every region.
const region = config.get("region") ?? getRegion({ first: true }).then(({ id }) => id);

// A raw .img is compressed before the upload, a .gz file is not. Changed content replaces the image, a changed path does not.
const uploaded = new Image("uploaded", {
  file: config.require("file"),
  region,
  description: "Uploaded from a file.",
});

export const imageId = uploaded.imageId;
export const status = uploaded.status;
export const smallestDisk = uploaded.size;
