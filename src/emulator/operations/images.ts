import { operations } from "../../contract";
import { isRecord } from "../../unknown";
import { createImage } from "../models/images/create";
import { imageFor, imagesFor, showImage } from "../models/images/images";
import { extraStatus } from "../models/images/transitions";
import { deleteImage, updateImage } from "../models/images/update";
import { beginUpload } from "../models/images/upload";
import { asCreated } from "../service";
import type { Settings } from "../types.generated";
import { list, withOptionalToken, withToken } from "./handler";

const { images: contract } = operations;

/** Image data is uploaded to this path, followed by a secret token. */
export const uploadPath = "/_upload";

/** The operations of section 4.8. */
export const images = {
  list: withOptionalToken(contract.list, ({ service, caller }) =>
    list(imagesFor(service, caller), (image) => showImage(service, image)),
  ),
  create: withToken(contract.create, ({ service, caller, body }) =>
    showImage(service, asCreated(service, createImage(service, caller, body))),
  ),
  upload: withToken(contract.upload, ({ service, caller, origin, body }) => {
    const { image, token } = beginUpload(service, caller, body);
    return {
      image: showImage(service, asCreated(service, image)),
      upload_to: `${origin}${uploadPath}/${token}`,
    };
  }),
  view: withOptionalToken(contract.view, ({ service, caller, path }) =>
    showImage(service, imageFor(service, caller, path.imageId)),
  ),
  update: {
    ...withToken(contract.update, ({ service, caller, path, body }) =>
      showImage(service, updateImage(service, caller, path.imageId, body)),
    ),
    prepare: withoutExtraStatus,
  },
  delete: withToken(contract.delete, ({ service, caller, path }) =>
    deleteImage(service, caller, path.imageId),
  ),
};

/** An object can be sent back with the status that only the setting `extraStatuses` shows. That status is ignored, as every other one is. */
function withoutExtraStatus(body: unknown, { extraStatuses }: Settings): unknown {
  if (!extraStatuses || !isRecord(body) || body.status !== extraStatus) return body;
  const { status: _status, ...others } = body;
  return others;
}
