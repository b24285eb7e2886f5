import { type PropertyMap, unknown } from "../../src/state";
import type { Type } from "./history";
import type { Resource } from "./resource";

/** Whether the resource has a disk of its own: it is not empty. */
export function hasDisk({ type, args, refersTo }: Resource): boolean {
  return type === "Instance" && (Boolean(args.image) || refersTo !== undefined);
}

export function canRefer(type: Type, { type: target }: Resource): boolean {
  switch (type) {
    case "Instance":
      return target === "Instance" || target === "Image";
    case "Image":
    case "OAuthClient":
    case "BackupSchedule":
      return target === "Instance";
    default:
      return false;
  }
}

/** The arguments that come from the outputs of another resource. */
export function referencesOf(
  { type }: Resource,
  target: Type,
  outputs: PropertyMap,
  diskOf: (instanceId: unknown) => number | undefined,
): PropertyMap {
  const { instanceId = unknown, imageId = unknown, label = unknown } = outputs;
  switch (type) {
    case "BackupSchedule":
      return { instanceId };
    case "Image":
      return { diskId: diskOf(instanceId) ?? unknown };
    case "Instance":
      return target === "Image" ? { image: imageId } : { cloneFrom: { instanceId } };
    case "OAuthClient":
      return { redirectUri: typeof label === "string" ? `https://${label}.example/` : unknown };
    default:
      return {};
  }
}
