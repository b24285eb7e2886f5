import type { Event } from "../../client";
import { eventActions } from "../../contract";
import type { ResourceClass } from "../../resources/inspectors";
import { type ObjectName, objectsOfEvent } from "../events/event-objects";

/** What may have changed, as far as events tell. */
export interface Touched {
  /** Single objects. An object may occur twice. */
  readonly objects: readonly ObjectName[];
  /** Types of which any object may have changed, appeared or disappeared. */
  readonly types: readonly ResourceClass[];
  /** Whether anything may have changed. */
  readonly everything: boolean;
}

/** What the actions of section 6 can change, by how they begin. What begins with `node_` begins with the brand's word if it is new. */
const concerns: readonly (readonly [beginning: RegExp, types: readonly ResourceClass[]])[] = [
  [/^(node|backups|disk|host|lassie|lish)_/, ["Instance", "BackupSchedule"]],
  [/^(ipaddress|tag|entity_transfer)_/, ["Instance", "BackupSchedule"]],
  [/^(image_|disk_imagize$)/, ["Image"]],
  [/^oauth_client_/, ["OAuthClient"]],
  [/^(payment_method|credit_card)_/, ["PaymentMethod"]],
];

const knownActions: ReadonlySet<string> = new Set(eventActions);

/**
 * What an event may have changed: the objects that it names, and all objects of a type that its action concerns and of which it names
 * none. A new action (section 9.4) that names nothing may have changed anything.
 */
export function touchedBy(event: Event, brand: string): Touched {
  const objects = objectsOfEvent(event, brand);
  const named = new Set(objects.map(({ type }) => type));
  const action = event.action.startsWith(`${brand}_`)
    ? event.action.replace(brand, "node")
    : String(event.action);
  const concerned = concerns.flatMap(([beginning, types]) => (beginning.test(action) ? types : []));
  const isUnknown = concerned.length === 0 && !knownActions.has(action);
  return {
    objects,
    types: concerned.filter((type) => !named.has(type)),
    everything: isUnknown && !event.entity && !event.secondary_entity,
  };
}
