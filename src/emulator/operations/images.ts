import { operations } from "../../contract";
import { imageFor, imagesFor, showImage } from "../models/images";
import { forAnybody, list } from "./behaviour";

const { images: contract } = operations;

/** Section 4.8. */
export const images = {
  list: forAnybody(contract.list, ({ service, caller }) =>
    list(
      imagesFor(service, caller),
      (image) => showImage(service, image),
      (image) => image.created,
    ),
  ),
  view: forAnybody(contract.view, ({ service, caller, path }) =>
    showImage(service, imageFor(service, caller, path.imageId)),
  ),
};
