import * as pulumi from "@pulumi/pulumi";
import { Image } from "pulumi-nodecloud";

const golden = new Image("golden", {
  diskId: new pulumi.Config().requireNumber("diskId"),
  label: "golden",
  description: "Debian 12 with our packages.",
});

export const id = golden.imageId;
export const smallestDisk = golden.size;
