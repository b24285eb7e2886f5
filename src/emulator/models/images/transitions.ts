import { limits } from "../../../contract";
import type { Service } from "../../service";
import type { ImageRecord } from "../../world/records";
import { revokeGrants } from "../account/grants";
import { finishEvent } from "../events/events";
import { none, StatusMachine } from "../transitions";

/** With the setting `extraStatuses`, the status of an upload that has been received. */
export const extraStatus = "processing";

const automaticImageHours = 14 * 24;

/** Section 3.3 specifies a capture and an upload. It does not specify the effect of an expiry. */
export const imageStatusMachine = new StatusMachine({
  transitions: {
    capture: { from: [none], to: "creating", next: "captured" },
    captured: { from: ["creating"], to: "available", after: "imagizingSeconds", ends: "finished" },
    awaitUpload: { from: [none], to: "pending_upload", next: "unsent" },
    unsent: { from: ["pending_upload"], to: none, after: { hours: limits.imageUpload.hours } },
    received: { from: ["pending_upload"], to: "pending_upload", next: "processed" },
    processed: { from: ["pending_upload"], to: "available", after: "processingSeconds", ends: "finished" },
    receivedWithExtras: { from: ["pending_upload"], to: extraStatus, next: "processedWithExtras" },
    processedWithExtras: {
      from: [extraStatus],
      to: "available",
      after: "processingSeconds",
      ends: "finished",
    },
    createAutomatic: { from: [none], to: "available", next: "expired" },
    expired: { from: ["available"], to: none, after: { hours: automaticImageHours } },
  },
  statusOf: (image: ImageRecord) => image.status,
  enter: (service, image, status, { ends }) => {
    if (ends) finishEvent(service, image.event_id, ends);
    return service.world.images.put({
      ...image,
      status,
      updated: service.now(),
      event_id: ends ? null : image.event_id,
      epoch: image.epoch + 1,
    });
  },
  remove: removeImage,
  dueOf: ({ id, epoch }, name) => ({ kind: "image", image_id: id, turn: name, epoch }),
});

/** Carries out a transition, unless the status or expiry of the image has changed since it was planned. */
export function advanceImage(service: Service, id: string, transition: string, epoch: number): void {
  const image = service.world.images.get(id);
  if (image?.epoch !== epoch) return;
  if (transition === "expired" && !hasExpired(service, image)) return;
  imageStatusMachine.applyNamed(service, image, transition);
}

function hasExpired(service: Service, { expiry }: ImageRecord): boolean {
  return expiry !== null && expiry <= service.now();
}

/** Sets a status by an external change, which voids planned transitions and fails the image's event. */
export function setImageStatus(service: Service, image: ImageRecord, status: string): ImageRecord {
  finishEvent(service, image.event_id, "failed");
  return service.world.images.put({ ...image, status, event_id: null, epoch: image.epoch + 1 });
}

/** Removes an image with its grants. Its upload address no longer works. */
export function removeImage(service: Service, image: ImageRecord): void {
  finishEvent(service, image.event_id, "failed");
  revokeGrants(service, "images", image.id);
  service.world.images.remove(image.id);
}
