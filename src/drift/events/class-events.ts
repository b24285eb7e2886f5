import type { ObjectEvents } from "../../lifecycle";
import type { ResourceClass } from "../../resources/resource-class";
import { resourceTypes } from "../../resources/resource-types";

/** The events that concern the objects of a class. */
export function classEvents(type: ResourceClass): ObjectEvents {
  return resourceTypes[type].definition.events;
}
