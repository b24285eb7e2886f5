import type { Image as Live } from "../client";
import type { Fields } from "../lifecycle";
import type { ImageInputs } from "./image";

export type ImageStep = "upload" | "settings" | "ready";

/** What each argument is: how it is compared, and what a change of it means. */
export const imageFields: Fields<ImageInputs, Live, ImageStep> = {
  adopt: { wire: "adopt", change: "record" },
  timeouts: { wire: null, change: "record", default: {} },
  diskId: { wire: "disk_id", change: "replace" },
  file: { wire: "file", change: "record" },
  fileHash: { wire: null, change: "replace" },
  region: { wire: "region", change: "replace" },
  label: { wire: "label", change: { inPlace: "settings" }, live: (image) => image.label },
  description: {
    wire: "description",
    change: { inPlace: "settings" },
    live: (image) => image.description,
  },
};
