import type { Event } from "../../client";
import { eventActions } from "../../contract";
import { type ResourceClass, resourceClasses } from "../../resources/resource-class";
import { classEvents } from "../events/class-events";
import { objectsOfEvent } from "../events/event-objects";
import type { ObjectName } from "../scan/object-name";

/** What may have changed, as far as events show. */
export interface Affected {
  /** Single objects. An object may occur twice. */
  readonly objects: readonly ObjectName[];
  /** Types of which any object may have changed, appeared or disappeared. */
  readonly types: readonly ResourceClass[];
  /** Whether anything may have changed. */
  readonly everything: boolean;
}

const knownActions: ReadonlySet<string> = new Set(eventActions);

/**
 * What an event may have changed: the objects that it names and, for each type that its action concerns but of which it names no object,
 * all objects of that type. A new action (section 9.4) that names nothing may have changed anything.
 */
export function affectedBy(event: Event, brand: string): Affected {
  const objects = objectsOfEvent(event, brand);
  const named = new Set(objects.map(({ type }) => type));
  const logged = String(event.action ?? "");
  const action = logged.startsWith(`${brand}_`) ? logged.replace(brand, "node") : logged;
  const concerned = resourceClasses.filter((type) => classEvents(type).concerning.test(action));
  const isUnknown = concerned.length === 0 && !knownActions.has(action);
  return {
    objects,
    types: concerned.filter((type) => !named.has(type)),
    everything: isUnknown && !event.entity && !event.secondary_entity,
  };
}
