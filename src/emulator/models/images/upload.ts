import type { Args, Operations } from "../../../contract";
import { notFound, Refusal, wrongInput } from "../../refusal";
import { hashOf } from "../../secrets";
import type { Caller, Service } from "../../service";
import type { ImageRecord } from "../../world/records";
import { grantCreator, requireAddImages } from "../account/grants";
import { regionFault } from "../catalog/regions";
import { logEvent } from "../events/events";
import { newImage } from "./images";
import { imageStatuses } from "./transitions";

const tokenLength = 48;
const megabyte = 1_000_000;

/** Creates a private image that waits for its data. `token` is the secret end of the upload address. */
export function beginUpload(
  service: Service,
  caller: Caller,
  body: Args<Operations["images"]["upload"]>,
): { readonly image: ImageRecord; readonly token: string } {
  requireAddImages(caller);
  const fault = regionFault(service, body.region);
  if (fault !== undefined) throw wrongInput("region", fault);
  const token = service.token(tokenLength);
  const image = newImage(service, {
    label: body.label,
    description: body.description ?? null,
    created_by: caller.user.username,
    size: 0,
    type: "manual",
    expiry: null,
    upload: { sha256: hashOf(token), received: null },
  });
  const event_id = logEvent(service, {
    action: "image_upload",
    username: caller.user.username,
    image,
    takes: service.settings.processingSeconds,
  });
  grantCreator(service, caller, "images", image.id);
  return { image: imageStatuses.apply(service, { ...image, event_id }, "awaitUpload"), token };
}

/** The image, in any account, that an upload address belongs to. Throws a `Refusal` unless it waits for its data. */
export function awaitingImage(everybody: Service, token: string): { service: Service; image: ImageRecord } {
  const sha256 = hashOf(token);
  const [found] = everybody.everyAccount().flatMap((service) => {
    const image = service.world.images.all().find((one) => one.upload?.sha256 === sha256);
    return image ? [{ service, image }] : [];
  });
  const upload = found?.image.upload;
  if (!upload) throw notFound();
  if (upload.received !== null || found.image.status !== "pending_upload") {
    throw new Refusal("spent", [{ reason: "The data has been received already." }]);
  }
  return found;
}

/** Sizes of uploaded data. */
export interface ReceivedData {
  /** Compressed. */
  readonly bytes: number;
  /** Length of the raw image, modulo 4 GiB, as gzip records it. */
  readonly rawLength: number;
}

/** Processes uploaded data. The image's size is that of the raw image. */
export function receiveData(everybody: Service, token: string, data: ReceivedData): void {
  const { service, image } = awaitingImage(everybody, token);
  const transition = service.settings.extraStatuses ? "receivedWithExtras" : "received";
  const received = imageStatuses.apply(service, image, transition);
  service.world.images.put({
    ...received,
    upload: { sha256: hashOf(token), received: data.bytes },
    size: Math.max(1, Math.ceil(Math.max(data.rawLength, data.bytes) / megabyte)),
  });
}
