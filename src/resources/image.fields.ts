import type { Image as Live } from "../client";
import type { Fields } from "../lifecycle";
import type { ImageInputs } from "./image.inputs";

export type ImageStep = "upload" | "settings" | "ready";

/** The address to which the data of an upload is sent: only the response that begins the upload contains it. */
export const imageKeptSecrets = ["uploadTo"] as const;

/** How each argument is compared, and the effect of changing it. */
export const imageFields: Fields<ImageInputs, Live, ImageStep> = {
  adopt: { change: "record", isRemovalIgnored: true },
  timeouts: { change: "record", default: {} },
  diskId: { change: "replace" },
  file: { change: "record" },
  fileHash: { change: "replace", computedFrom: "file" },
  region: { change: "replace" },
  label: { change: { inPlace: "settings" }, live: (image) => image.label },
  description: {
    change: { inPlace: "settings" },
    live: (image) => image.description,
    nullable: true,
  },
};
