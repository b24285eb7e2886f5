import type { Service } from "../../service";
import type { ImageRecord } from "../../world/records";
import { finishEvent } from "../events/events";
import { removeImage } from "./removal";
import { gone, type ImageTurn, turnOf } from "./turns";

/** Has a turn happen in so many milliseconds, unless something else befalls the image before. */
export function planTurn(service: Service, image: ImageRecord, turn: ImageTurn, after: number): void {
  const { id, epoch } = image;
  service.world.timeline.add(service.now() + after, { kind: "image", image_id: id, turn, epoch });
}

/** The moment of a turn has come. Of what overtook it nothing is changed. */
export function turnIsDue(service: Service, id: string, turn: string, epoch: number): void {
  const image = service.world.images.get(id);
  if (image?.epoch === epoch) takeTurn(service, image, turn);
}

/** Takes a turn where the table has it for the image's status. */
export function takeTurn(service: Service, image: ImageRecord, name: string): ImageRecord {
  const turn = turnOf(name);
  if (!turn?.from.includes(image.status)) return image;
  if (turn.to === gone) {
    removeImage(service, image);
    return image;
  }
  if (turn.ends) finishEvent(service, image.event_id, turn.ends);
  return service.world.images.put({
    ...image,
    status: turn.to,
    updated: service.now(),
    event_id: turn.ends ? null : image.event_id,
    epoch: image.epoch + 1,
  });
}

/** An outside hand sets the status: whatever was being done is over. */
export function setImageStatus(service: Service, image: ImageRecord, status: string): ImageRecord {
  finishEvent(service, image.event_id, "failed");
  return service.world.images.put({ ...image, status, event_id: null, epoch: image.epoch + 1 });
}
