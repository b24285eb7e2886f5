import type { Args, Operations } from "../../../contract";
import { wrongInput } from "../../refusal";
import type { Caller, Service } from "../../service";
import type { ImageRecord } from "../../world/records";
import { logEvent } from "../events/events";
import { ownImageFor } from "./images";
import { removeImage } from "./removal";

type UpdateBody = Omit<Args<Operations["images"]["update"]>, "imageId">;

/** Changes label and description. A status is taken and left alone: it changes as section 3.3 says, by nobody's word. */
export function updateImage(service: Service, caller: Caller, id: string, body: UpdateBody): ImageRecord {
  const image = ownImageFor(service, caller, id);
  const replaces = service.settings.putOmitted === "replace";
  if (replaces && body.label === undefined) throw wrongInput("label", "label is required");
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

/** Deletes a private image in any status, for good. Instances that were deployed from it go on. */
export function deleteImage(service: Service, caller: Caller, id: string): void {
  const image = ownImageFor(service, caller, id);
  removeImage(service, image);
  logEvent(service, { action: "image_delete", username: caller.user.username, image });
}
