import type { Service } from "../../service";
import type { ImageRecord } from "../../world/records";
import { finishEvent } from "../events/events";

/** Takes an image out of the world with its grants; its upload address leads nowhere then. */
export function removeImage(service: Service, image: ImageRecord): void {
  const { world } = service;
  finishEvent(service, image.event_id, "failed");
  for (const user of world.users.all()) {
    const { [image.id]: granted, ...others } = user.images;
    if (granted) world.users.put({ ...user, images: others });
  }
  world.images.remove(image.id);
}
