import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { type ImageRecord, imageRecord } from "../../world/records";
import { logEvent } from "../events/events";
import { removeImage } from "../images/removal";
import { planTurn, setImageStatus } from "../images/status";

const imageId = z.string();

/** What befalls images by an outside hand, with no operation and no check; public ones too. Moments are milliseconds since 1970 UTC. */
export const imageHappenings = [
  z.strictObject({
    kind: z.literal("image_change"),
    imageId,
    patch: imageRecord
      .pick({ label: true, description: true, status: true, deprecated: true, eol: true, expiry: true })
      .partial()
      .strict(),
  }),
  z.strictObject({ kind: z.literal("image_gone"), imageId }),
] as const;

type ImageHappening = z.output<(typeof imageHappenings)[number]>;

export function happenToImage(service: Service, what: ImageHappening): void {
  const image = service.world.images.get(what.imageId);
  if (!image) throw notFound();
  if (what.kind === "image_gone") {
    removeImage(service, image);
    logEvent(service, { action: "image_delete", username: null, image });
    return;
  }
  const { label, description, status, deprecated, eol, expiry } = what.patch;
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
  if (expiry !== undefined && expiry !== null) planTurn(service, changed, "expired", expiry - service.now());
  logEvent(service, { action: "image_update", username: null, image: changed });
}
