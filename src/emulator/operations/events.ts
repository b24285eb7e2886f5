import { operations } from "../../contract";
import { eventFor, eventsFor, markRead, markSeen, showEvent } from "../models/events/events";
import { list, withToken } from "./handler";

const { events: contract } = operations;

/** The operations of section 4.3: the event log. */
export const events = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(eventsFor(service, caller), (event) => showEvent(service, event)),
  ),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showEvent(service, eventFor(service, caller, path.eventId)),
  ),
  read: withToken(contract.read, ({ service, caller, path }) => markRead(service, caller, path.eventId)),
  seen: withToken(contract.seen, ({ service, caller, path }) => markSeen(service, caller, path.eventId)),
};
