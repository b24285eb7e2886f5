import type { Image } from "../client";
import { cachedPerServices, type ObjectKind, type ReadServices, SharedCollection } from "../lifecycle";

/** All images, read once for all resources of the process. */
export const imagesOf = cachedPerServices(
  ({ client, clock }: ReadServices) =>
    new SharedCollection<Image>(
      {
        kind: "image",
        idOf: (live) => live.id,
        view: (imageId, options) => client.images.view({ imageId }, options),
        pages: (options) => client.images.list.pages(options),
      },
      clock,
    ),
);

export const images: ObjectKind<Image> = {
  kind: "image",
  collection: imagesOf,
  idleState: ({ status, updated }) => (status === "available" ? `${status} ${updated}` : undefined),
  describe: ({ status }) => status,
  deletedBy: "by somebody else, or because its data did not arrive within 24 hours",
};
