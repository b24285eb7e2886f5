import type { Image as Live } from "../client";
import type { Fields } from "../lifecycle";
import type { ImageInputs } from "./image.inputs";

export type ImageStep = "upload" | "settings" | "ready";

/** The address to which the data of an upload is sent: only the answer that begins the upload has it. */
export const imageKeptSecrets = ["uploadTo"] as const;

/** How each argument is compared, and what a change of it does. */
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
