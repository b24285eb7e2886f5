import type { Image } from "../client";
import { objectKind } from "../lifecycle";

export const images = objectKind<Image>({
  kind: "image",
  idOf: (live) => live.id,
  view: (client, imageId, options) => client.images.view({ imageId }, options),
  pages: (client, options) => client.images.list.pages(options),
  idleState: ({ status, updated }) => (status === "available" ? `${status} ${updated}` : undefined),
  describe: ({ status }) => status,
  deletedBy: "by somebody else, or by the service, as when its data does not arrive within 24 hours",
});
