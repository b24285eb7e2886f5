import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { notFound } from "../../service-error";
import type { EventRecord } from "../../world/records";
import { grantOn } from "../account/grants";
import { type EventSubjects, entitiesOf } from "./entities";
import { removeExpired, retentionStart } from "./retention";

interface NewEvent extends EventSubjects {
  /** The contract's name of the action: `node_boot`. */
  readonly action: string;
  readonly username: string | null;
  readonly message?: string;
  /** How many seconds the action is expected to take. Default: the event has the status `notification`. */
  readonly takes?: number;
}

/** The actions that section 6 lists for operations. */
const documentedActions = ["payment_method_add", "payment_submitted"];

/** Logs an event and returns its id for `finishEvent`; null if the settings do not log the action. */
export function logEvent(service: Service, entry: NewEvent): number | null {
  if (service.settings.eventActions === "shown" && !documentedActions.includes(entry.action)) return null;
  removeExpired(service, service.world.events, (event) => event.created);
  const [entity = null, secondary_entity = null] = entitiesOf(service.brand, entry);
  const { id } = service.world.events.put({
    id: service.world.nextNumber("event"),
    action: entry.action,
    created: service.now(),
    expected: entry.takes ?? 0,
    finished: null,
    entity,
    secondary_entity,
    message: entry.message ?? null,
    read: false,
    seen: false,
    status: entry.takes === undefined ? "notification" : "started",
    rate: null,
    time_remaining: null,
    username: entry.username,
  });
  return id;
}

/** Logs an event whose action section 6 does not list, as live services do. */
export function logUnlistedEvent(service: Service, entry: NewEvent): void {
  if (service.settings.furtherFields) logEvent(service, entry);
}

/** Ends an event. One that has ended stays as it is. */
export function finishEvent(
  service: Service,
  id: number | null,
  status: "finished" | "failed" = "finished",
): void {
  const event = id === null ? undefined : service.world.events.get(id);
  if (event && event.finished === null) {
    service.world.events.put({ ...event, status, finished: service.now() });
  }
}

/** The events of the last 90 days that the caller may view, newest first. */
export function eventsFor(service: Service, caller: Caller): EventRecord[] {
  const start = retentionStart(service);
  return service.world.events
    .all()
    .filter((event) => event.created >= start && isVisible(service, caller, event))
    .reverse();
}

/** @throws ServiceError when there is no such event that the caller may view. */
export function eventFor(service: Service, caller: Caller, id: number): EventRecord {
  const event = service.world.events.get(id);
  if (!event || event.created < retentionStart(service) || !isVisible(service, caller, event))
    throw notFound();
  return event;
}

export function markRead(service: Service, caller: Caller, id: number): void {
  service.world.events.put({ ...eventFor(service, caller, id), read: true });
}

/** Marks this event and all earlier ones. */
export function markSeen(service: Service, caller: Caller, id: number): void {
  const last = eventFor(service, caller, id);
  for (const event of eventsFor(service, caller)) {
    if (event.id <= last.id && !event.seen) service.world.events.put({ ...event, seen: true });
  }
}

export function showEvent(service: Service, event: EventRecord): ShownEvent {
  return {
    id: event.id,
    action: event.action,
    created: formatDateTime(service, event.created),
    duration: event.finished === null ? null : (event.finished - event.created) / 1000,
    entity: event.entity,
    secondary_entity: event.secondary_entity,
    message: event.message,
    percent_complete: progress(service, event),
    rate: event.rate,
    read: event.read,
    seen: event.seen,
    status: event.status,
    time_remaining: event.time_remaining,
    username: event.username,
  };
}

type ShownEvent = Omit<ResponseBody<Operations["events"]["view"]>, "action"> & { action: string };

function progress(service: Service, event: EventRecord): number | null {
  if (event.status === "notification") return null;
  if (event.status !== "started") return 100;
  const passed = (service.now() - event.created) / 1000;
  return event.expected > 0 ? Math.min(99, Math.floor((100 * passed) / event.expected)) : 99;
}

/** A restricted user may view events of their own actions, and of the instances and images that are granted to them. */
function isVisible(service: Service, { user }: Caller, event: EventRecord): boolean {
  if (!user.restricted || event.username === user.username) return true;
  const id = String(event.entity?.id);
  if (event.entity?.type === service.brand.word) return grantOn(user.instances, id) !== undefined;
  return event.entity?.type === "image" && grantOn(user.images, id) !== undefined;
}
