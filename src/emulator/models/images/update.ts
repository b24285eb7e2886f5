import type { Args, Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { invalidField } from "../../service-error";
import type { ImageRecord } from "../../world/records";
import { logEvent } from "../events/events";
import { ownImageFor } from "./images";
import { removeImage } from "./transitions";

type UpdateBody = Omit<Args<Operations["images"]["update"]>, "imageId">;

/** Changes label and description. A status in the body is accepted and ignored, since only section 3.3 changes it. */
export function updateImage(service: Service, caller: Caller, id: string, body: UpdateBody): ImageRecord {
  const image = ownImageFor(service, caller, id);
  const replaces = service.settings.putOmitted === "replace";
  if (replaces && body.label === undefined) throw invalidField("label", "label is required");
  const omitted = replaces ? null : image.description;
  const changed = service.world.images.put({
    ...image,
    label: body.label ?? image.label,
    description: body.description === undefined ? omitted : body.description,
    updated: service.now(),
  });
  logEvent(service, { action: "image_update", username: caller.user.username, image: changed });
  return changed;
}

/** Deletes a private image, whatever its status. Instances deployed from it keep running. */
export function deleteImage(service: Service, caller: Caller, id: string): void {
  const image = ownImageFor(service, caller, id);
  removeImage(service, image);
  logEvent(service, { action: "image_delete", username: caller.user.username, image });
}
