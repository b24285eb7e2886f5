import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { forbidden, missingError, notFound, ServiceError, withoutGrantError } from "../../service-error";
import type { ImageRecord } from "../../world/records";
import { grantOn } from "../account/grants";
import { none } from "../transitions";
import { findImage } from "./image-ids";

/** The images that the caller may view. Without a caller: the public ones. */
export function imagesFor(service: Service, caller: Caller | undefined): ImageRecord[] {
  return service.world.images.all().filter((image) => canView(caller, image));
}

/** @throws ServiceError when there is no such image, or the caller may not view it. */
export function imageFor(service: Service, caller: Caller | undefined, id: string): ImageRecord {
  const image = findImage(service, id);
  if (!image) throw missingError(service.settings, caller?.user.restricted === true);
  if (canView(caller, image)) return image;
  throw caller ? withoutGrantError(service.settings) : notFound();
}

/** A private image that the caller may change (section 4.8, behavior 5). */
export function ownImageFor(service: Service, caller: Caller, id: string): ImageRecord {
  const image = imageFor(service, caller, id);
  if (image.is_public) {
    const kind = service.settings.publicImages;
    throw new ServiceError(kind, [{ reason: "Public images cannot be changed or deleted." }]);
  }
  if (caller.user.restricted && grantOn(caller.user.images, id) !== "read_write") throw forbidden();
  return image;
}

type OwnFields = Pick<
  ImageRecord,
  "label" | "description" | "created_by" | "size" | "type" | "expiry" | "upload"
>;

/** A private image that a transition is about to create. */
export function newImage(service: Service, own: OwnFields): ImageRecord {
  const now = service.now();
  return {
    ...own,
    id: `private/${service.world.nextNumber("image")}`,
    status: none,
    created: now,
    updated: now,
    deprecated: false,
    eol: null,
    is_public: false,
    vendor: null,
    event_id: null,
    epoch: 0,
  };
}

type ShownImage = Omit<ResponseBody<Operations["images"]["view"]>, "status"> & { status: string };

export function showImage(service: Service, image: ImageRecord): ShownImage {
  const { upload: _upload, event_id: _event, epoch: _epoch, ...shown } = image;
  const moment = (at: number | null) => (at === null ? null : formatDateTime(service, at));
  return {
    ...shown,
    created: formatDateTime(service, image.created),
    updated: formatDateTime(service, image.updated),
    eol: moment(image.eol),
    expiry: moment(image.expiry),
  };
}

function canView(caller: Caller | undefined, image: ImageRecord): boolean {
  if (image.is_public) return true;
  if (!caller) return false;
  return !caller.user.restricted || grantOn(caller.user.images, image.id) !== undefined;
}
