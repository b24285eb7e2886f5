import type { Answer, Operations } from "../../contract";
import { forbidden, notFound } from "../refusal";
import { type Caller, dateTime, type Service } from "../service";
import type { ImageRecord, InstanceRecord } from "../world/records";

const automaticImageDays = 14;
const dayLength = 24 * 60 * 60 * 1000;

/** The images that a caller may see; without one, the public ones. */
export function imagesFor(service: Service, caller: Caller | undefined): ImageRecord[] {
  return service.world.images.all().filter((image) => maySee(caller, image) && !isExpired(service, image));
}

/** @throws Refusal when there is none, or none for this caller. */
export function imageFor(service: Service, caller: Caller | undefined, id: string): ImageRecord {
  const image = service.world.images.get(id);
  if (!image || isExpired(service, image)) throw notFound();
  if (maySee(caller, image)) return image;
  throw caller && service.settings.withoutGrant === "403" ? forbidden() : notFound();
}

/** What is left of a deleted instance for two weeks, where the service does that. */
export function leaveAutomaticImage(service: Service, instance: InstanceRecord): void {
  const now = service.now();
  const disks = service.world.disks.of(instance.id);
  if (disks.length === 0) return;
  service.world.images.put({
    id: `private/${service.world.number("image")}`,
    label: instance.label,
    description: null,
    created: now,
    updated: now,
    created_by: instance.created_by,
    deprecated: false,
    eol: null,
    expiry: now + automaticImageDays * dayLength,
    is_public: false,
    size: disks.reduce((sum, disk) => sum + disk.size, 0),
    status: "available",
    type: "automatic",
    vendor: null,
  });
}

export function showImage(service: Service, image: ImageRecord): Answer<Operations["images"]["view"]> {
  const moment = (at: number | null) => (at === null ? null : dateTime(service, at));
  return {
    ...image,
    created: dateTime(service, image.created),
    updated: dateTime(service, image.updated),
    eol: moment(image.eol),
    expiry: moment(image.expiry),
  };
}

function maySee(caller: Caller | undefined, image: ImageRecord): boolean {
  if (image.is_public) return true;
  if (!caller) return false;
  return !caller.user.restricted || caller.user.images[image.id] !== undefined;
}

function isExpired(service: Service, image: ImageRecord): boolean {
  return image.expiry !== null && image.expiry <= service.now();
}
