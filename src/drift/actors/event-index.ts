import { type Event, parseDateTime } from "../../client";
import { objectsOfEvent } from "../events/event-objects";

/** Events by the objects that they name. */
export class EventIndex {
  readonly #brand: string;
  readonly #named = new Map<string, Event[]>();
  readonly #unnamed: Event[] = [];

  constructor(brand: string) {
    this.#brand = brand;
  }

  add(events: readonly Event[]): void {
    for (const event of events) {
      if (!event.entity && !event.secondary_entity) this.#unnamed.push(event);
      // The first entity of a clone is its source, which did not change.
      const isClone = event.action === "node_clone" && event.secondary_entity;
      for (const { type, id } of objectsOfEvent(isClone ? { ...event, entity: null } : event, this.#brand)) {
        const known = this.#named.get(`${type} ${id}`);
        if (known === undefined) this.#named.set(`${type} ${id}`, [event]);
        else known.push(event);
      }
    }
  }

  /** The events that name an object. */
  about(type: string, id: string | null): readonly Event[] {
    return this.#named.get(`${type} ${id}`) ?? [];
  }

  /** The events that name no object. */
  get unnamed(): readonly Event[] {
    return this.#unnamed;
  }
}

/** The time of an event in milliseconds since 1970. One that cannot be read is before all others. */
export function timeOf({ created }: Event): number {
  return parseDateTime(created) ?? Number.NEGATIVE_INFINITY;
}
