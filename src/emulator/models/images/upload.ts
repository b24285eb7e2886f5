import { type Args, limits, type Operations } from "../../../contract";
import { notFound, Refusal, wrongInput } from "../../refusal";
import { hashOf } from "../../secrets";
import { type Caller, lasting, type Service } from "../../service";
import type { ImageRecord } from "../../world/records";
import { regionFault } from "../catalog/regions";
import { logEvent } from "../events/events";
import { grantCreatorImage, requireImageGrant } from "./create";
import { newImage } from "./images";
import { planTurn, takeTurn } from "./status";

const hourLength = 60 * 60 * 1000;
const tokenLength = 48;
const megabyte = 1_000_000;

/** Creates a private image that waits for its data; answers it with the secret end of the address to send them to. */
export function beginUpload(
  service: Service,
  caller: Caller,
  body: Args<Operations["images"]["upload"]>,
): { readonly image: ImageRecord; readonly token: string } {
  requireImageGrant(caller);
  const fault = regionFault(service, body.region);
  if (fault !== undefined) throw wrongInput("region", fault);
  const token = service.token(tokenLength);
  const image = newImage(service, {
    label: body.label,
    description: body.description ?? null,
    created_by: caller.user.username,
    size: 0,
    status: "pending_upload",
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
  planTurn(service, image, "unsent", limits.imageUpload.hours * hourLength);
  grantCreatorImage(service, caller, image.id);
  return { image: service.world.images.put({ ...image, event_id }), token };
}

/** The image of any account that waits for data at this address. Throws a `Refusal` where nothing waits, or no more. */
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

/** What there was of an image's data. */
export interface ReceivedData {
  /** Compressed. */
  readonly bytes: number;
  /** Length of the raw image, modulo 4 GiB, as gzip keeps it. */
  readonly rawLength: number;
}

/** The data is there: the image is processed and then available. Its size is that of the raw image. */
export function receiveData(everybody: Service, token: string, data: ReceivedData): void {
  const { service, image } = awaitingImage(everybody, token);
  const { extraStatuses } = service.settings;
  const received = takeTurn(service, image, extraStatuses ? "receivedWithExtras" : "received");
  const processed = service.world.images.put({
    ...received,
    upload: { sha256: hashOf(token), received: data.bytes },
    size: Math.max(1, Math.ceil(Math.max(data.rawLength, data.bytes) / megabyte)),
  });
  const turn = extraStatuses ? "processedWithExtras" : "processed";
  planTurn(service, processed, turn, lasting(service, "processingSeconds"));
}
