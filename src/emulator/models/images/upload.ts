import type { Args, Operations } from "../../../contract";
import { hashOf } from "../../secrets";
import type { Caller, Service } from "../../service";
import { invalidField, notFound, ServiceError } from "../../service-error";
import type { ImageRecord } from "../../world/records";
import { grantCreator, requireAddImages } from "../account/grants";
import { regionProblem } from "../catalog/regions";
import { logEvent } from "../events/events";
import { newImage } from "./images";
import { imageStatusMachine } from "./transitions";

const tokenLength = 48;
const megabyte = 1_000_000;

/** Creates a private image that waits for its data. `token` is the secret at the end of the upload address. */
export function beginUpload(
  service: Service,
  caller: Caller,
  body: Args<Operations["images"]["upload"]>,
): { readonly image: ImageRecord; readonly token: string } {
  requireAddImages(caller);
  const problem = regionProblem(service, body.region);
  if (problem !== undefined) throw invalidField("region", problem);
  const token = service.randomToken(tokenLength);
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
  return { image: imageStatusMachine.apply(service, { ...image, event_id }, "awaitUpload"), token };
}

interface AwaitingImage {
  /** The service of the account that owns the image. */
  readonly owner: Service;
  readonly image: ImageRecord;
}

/** The image, in any account, that an upload address belongs to. Throws a `ServiceError` unless it waits for its data. */
export function awaitingImage(service: Service, token: string): AwaitingImage {
  const sha256 = hashOf(token);
  const [found] = service.everyAccount().flatMap((owner) => {
    const image = owner.world.images.all().find(({ upload }) => upload?.sha256 === sha256);
    return image ? [{ owner, image }] : [];
  });
  const upload = found?.image.upload;
  if (!upload) throw notFound();
  if (upload.received !== null || found.image.status !== "pending_upload") {
    throw new ServiceError("conflict", [{ reason: "The data has been received already." }]);
  }
  return found;
}

/** Sizes of uploaded data. */
interface ReceivedData {
  /** Compressed. */
  readonly bytes: number;
  /** Length of the raw image, modulo 4 GiB, as gzip records it. */
  readonly rawLength: number;
}

/** Processes uploaded data. The image's size is that of the raw image. */
export function receiveData(service: Service, token: string, data: ReceivedData): void {
  const { owner, image } = awaitingImage(service, token);
  const transition = owner.settings.extraStatuses ? "receivedWithExtras" : "received";
  const received = imageStatusMachine.apply(owner, image, transition);
  owner.world.images.put({
    ...received,
    upload: { sha256: hashOf(token), received: data.bytes },
    size: Math.max(1, Math.ceil(Math.max(data.rawLength, data.bytes) / megabyte)),
  });
}
