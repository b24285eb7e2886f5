import { z } from "zod";
import { limits } from "../../../contract";
import type { Service } from "../../service";
import { type ImageRecord, imageRecord } from "../../world/records";
import { logEvent } from "../events/events";
import { imageStatusMachine, removeImage, setImageStatus } from "../images/transitions";
import { defineKind, orNotFound } from "./kind";

const imageId = z.string();

interface NamesImage {
  readonly imageId: string;
}

/** The fields of an image that an external change can set. Times are in milliseconds since 1970 UTC. */
const imagePatch = imageRecord
  .pick({ status: true, deprecated: true, eol: true, expiry: true })
  .extend({
    label: z.string().min(1),
    description: z.string().min(limits.imageDescription.min).max(limits.imageDescription.max).nullable(),
  })
  .partial()
  .strict();

/** Changes to private and public images; to a public one in every account. */
export const imageChanges = {
  image_change: defineKind({
    shape: z.strictObject({ imageId, patch: imagePatch }),
    isIn: hasImage,
    apply: (service, { patch, ...change }) => patchImage(service, imageOf(service, change), patch),
  }),
  image_delete: defineKind({
    shape: z.strictObject({ imageId }),
    isIn: hasImage,
    apply: (service, change) => {
      const image = imageOf(service, change);
      removeImage(service, image);
      logEvent(service, { action: "image_delete", username: null, image });
    },
  }),
} as const;

function hasImage({ world }: Service, change: NamesImage): boolean {
  return world.images.get(change.imageId) !== undefined;
}

function imageOf({ world }: Service, change: NamesImage): ImageRecord {
  return orNotFound(world.images.get(change.imageId));
}

function patchImage(service: Service, image: ImageRecord, patch: z.output<typeof imagePatch>): void {
  const { label, description, status, deprecated, eol, expiry } = patch;
  const moved: ImageRecord = status === undefined ? image : setImageStatus(service, image, status);
  const changed = service.world.images.put({
    ...moved,
    label: label ?? image.label,
    description: description === undefined ? image.description : description,
    deprecated: deprecated ?? image.deprecated,
    eol: eol === undefined ? image.eol : eol,
    expiry: expiry === undefined ? image.expiry : expiry,
    updated: service.now(),
  });
  if (expiry !== undefined && expiry !== null) {
    imageStatusMachine.plan(service, changed, "expired", expiry - service.now());
  }
  logEvent(service, { action: "image_update", username: null, image: changed });
}
