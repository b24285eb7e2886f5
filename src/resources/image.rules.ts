import { z } from "zod";
import { operations } from "../contract";
import type { Declared } from "../lifecycle";
import type { ImageInputs } from "./image.inputs";

const { create, upload } = operations.images;

/** The shapes of the arguments: those of the create request, and those of an upload. An empty label would be replaced by the disk's. */
export const imageBody = create.body.extend({
  label: z.string().min(1),
  adopt: z.string().regex(/^private\/(?!\.\.?$)[^/]+$/, "an id of a private image, such as private/12"),
  region: upload.body.shape.region,
  file: z.string().min(1),
  file_hash: z.string(),
});

/** The rules that involve several arguments. */
export function imageRules({ has }: Declared<ImageInputs>, isNew: boolean): readonly string[] {
  if (has("adopt")) return [];
  if (has("diskId") && has("file")) {
    return [
      "file: an image is captured from a disk or uploaded from a file, not both. Remove `file` or `diskId`.",
    ];
  }
  if (isNew && !has("diskId") && !has("file")) {
    return [
      "file: is required unless `diskId` is set. An image is uploaded from a file or captured from a disk.",
    ];
  }
  if (has("file") && !has("region"))
    return ["region: is required with `file`. Set it to the id of the region to upload to."];
  if (has("diskId") && has("region"))
    return ["region: must not be set with `diskId`: the image is created in the disk's region. Remove it."];
  return [];
}
