import { isResourceClass } from "../../src/resources/resource-class";
import type { External } from "./history";
import { objectsOf } from "./resources";
import type { ExternalChange, World } from "./resources/chaos-resource";

/** Deletes an object, such as `Instance 1`, as somebody else does. */
export function externalDelete(object: string): ExternalChange {
  const { objects, id } = find(object);
  return objects.externalDelete(id);
}

/** Changes or deletes an object, as somebody else does. Undefined if it cannot be changed now. */
export function externalChange(
  object: string,
  kind: External["kind"],
  world: World,
): ExternalChange | undefined {
  const { objects, id } = find(object);
  return kind === "delete" ? objects.externalDelete(id) : objects.externalChange(id, kind, world);
}

/** Whether the service does not show the object yet. */
export function isHidden(object: string, world: World): boolean {
  const { objects, id } = find(object);
  return objects.isHidden?.(world, id) ?? false;
}

function find(object: string) {
  const [type = "", id = ""] = object.split(/ (.*)/s);
  const objects = isResourceClass(type) ? objectsOf(type) : undefined;
  if (!objects) throw new Error(`${object} is not an object.`);
  return { objects, id };
}
