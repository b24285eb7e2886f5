import type { Service } from "../../service";
import type { InstanceRecord } from "../../world/instance-records";
import type { ImageRecord } from "../../world/records";

const version = "-20220301";

/** The image of an instance as it is shown, which depends on the settings `imageIds` and `imageWhileProvisioning`. */
export function shownImage(
  { brand, settings }: Service,
  { image, status }: Pick<InstanceRecord, "image" | "status">,
): string | null {
  if (image === null || (status === "provisioning" && settings.imageWhileProvisioning === "null"))
    return null;
  const isResolved = settings.imageIds === "resolved" && image.startsWith(`${brand.word}/`);
  return isResolved ? `${image}${version}` : image;
}

/** The image with an id, or with the version that the id names. */
export function findImage({ world, settings }: Service, id: string): ImageRecord | undefined {
  const isVersion = settings.imageIds === "resolved" && id.endsWith(version);
  return world.images.get(isVersion ? id.slice(0, -version.length) : id);
}
