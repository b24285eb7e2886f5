import * as pulumi from "@pulumi/pulumi";
import type { Client, Event as Live, Entity as LiveEntity } from "../client";
import { brandedAction, runLookup } from "./connection";
import { toText } from "./normalize";
import type { LookupOptions } from "./options";
import { aNumber, aString, type Rule, type RulesOf } from "./query";
import { type Filter, findAll } from "./search";

/** An entry of the event log (section 2.13). */
export interface EventResult {
  /** Id of the event. */
  readonly id: number;
  /** Action, with the brand's word: `node_boot`, or `acme_boot` for the brand `acme` (section 6). The service may add actions. */
  readonly action: string;
  /** Time at which it was logged, in UTC. */
  readonly created: string;
  /** Duration in seconds; null if none is measured. */
  readonly duration: number | null;
  /** Object of the action; null if it concerns the account. */
  readonly entity: EntityResult | null;
  /** Second object of the action; null if there is none. */
  readonly secondaryEntity: EntityResult | null;
  /** Further information, for example the cause of a failure. */
  readonly message: string | null;
  /** Estimated progress, 0 to 100; null if there is none. */
  readonly percentComplete: number | null;
  /** Completion rate; only some events have one. */
  readonly rate: string | null;
  /** Whether a user marked it as read. */
  readonly read: boolean;
  /** Whether a user marked it as seen. */
  readonly seen: boolean;
  /** `failed`, `finished`, `notification`, `scheduled` or `started` (section 3.6). */
  readonly status: string;
  /** Remaining time of some migrations, as the service returns it: a string or a number of seconds. */
  readonly timeRemaining: number | string | null;
  /** Name of the user who caused the event. */
  readonly username: string | null;
}

/** An object that an event is about. */
export interface EntityResult {
  /** Id of the object. */
  readonly id: number | string;
  /** Label of the object; null if it has none. */
  readonly label: string | null;
  /** Kind of object, as the service names it. */
  readonly type: string;
  /** URL of the object. */
  readonly url: string;
}

/** Filters, all of which must match. The package applies them to the full list. */
export interface EventFilters {
  /** Action, with the interface's word or the brand's: `node_boot` or `acme_boot` (section 6). */
  readonly action?: string;
  /** Kind of object, as the service names it. */
  readonly entityType?: string;
  /** Id of the object; `12` also matches `"12"`. */
  readonly entityId?: number | string;
  /** `failed`, `finished`, `notification`, `scheduled` or `started` (section 3.6). */
  readonly status?: string;
  /** Earliest time of the events. `2022-03-21T09:00:00` and other ISO dates without a time zone are UTC; other forms need a time zone. The log goes back 90 days. */
  readonly since?: string | Date;
  /** Maximum number of events, newest first: an integer of at least 1. Only as many pages are read as needed. Default: all. */
  readonly limit?: number;
}

/**
 * Finds the events of the last 90 days that match the filters, newest first. Requires a token, whose user's grants decide which
 * events are listed.
 * @throws before any request if `since` is not a date or `limit` is not an integer of at least 1.
 */
export async function getEvents(filters: EventFilters = {}, options?: LookupOptions): Promise<EventResult[]> {
  return runLookup(
    { name: "getEvents", query: filters, rules: filterRules, options },
    async (client, wanted, brand) => {
      const [filters, since, limit] = [filtersOf(wanted, brand), parseSince(wanted), parseLimit(wanted)];
      const found = await newestEvents(client, filters, since, limit, brand);
      return found
        .sort((one, other) => other.created.localeCompare(one.created) || other.id - one.id)
        .slice(0, limit);
    },
  );
}

/** Same as `getEvents`, with arguments that may be outputs. A `Date` must be a plain value. */
export function getEventsOutput(
  filters: EventFiltersInputs = {},
  options?: LookupOptions,
): pulumi.Output<EventResult[]> {
  const { since, ...others } = filters;
  // An output would copy the members of a date, but a date has none.
  const text = since instanceof Date ? dateText(since) : since;
  return pulumi
    .all([others, text])
    .apply(([known, from]) => getEvents({ ...known, ...(from !== undefined && { since: from }) }, options));
}

/** The filters of `getEventsOutput`. */
export type EventFiltersInputs = {
  [K in keyof EventFilters]: pulumi.Input<Exclude<EventFilters[K], Date>> | Extract<EventFilters[K], Date>;
};

const anEntityId: Rule<number | string> = {
  noun: "a number or a string",
  accepts: (value) => typeof value === "number" || typeof value === "string",
};
const aTime: Rule<string | Date> = {
  noun: "a string or a Date",
  accepts: (value) => typeof value === "string" || value instanceof Date,
};
const filterRules: RulesOf<EventFilters> = {
  action: aString,
  entityType: aString,
  entityId: anEntityId,
  status: aString,
  since: aTime,
  limit: aNumber,
};

/**
 * Reads pages until there are enough events or the rest is too old. If the service turns out not to list the newest first, it reads
 * all pages.
 */
async function newestEvents(
  client: Client,
  filters: readonly Filter<EventResult>[],
  since: number,
  limit: number,
  brand: string,
): Promise<EventResult[]> {
  const found = new Map<number, EventResult>();
  let oldest = Number.POSITIVE_INFINITY;
  let isNewestFirst = true;
  for await (const page of client.events.list.pages({})) {
    const events = page.data.map((live) => resultOf(live, brand));
    for (const { created } of events) {
      const time = parseInstant(created);
      isNewestFirst &&= time <= oldest;
      oldest = time;
    }
    const recent = events.filter(
      ({ created }) => since === Number.NEGATIVE_INFINITY || parseInstant(created) >= since,
    );
    for (const event of findAll(recent, filters)) found.set(event.id, event);
    const showsOrder = events.length > 1;
    if (showsOrder && isNewestFirst && (found.size >= limit || oldest < since)) break;
  }
  return [...found.values()];
}

function filtersOf(
  { action, entityType, entityId, status }: EventFilters,
  brand: string,
): Filter<EventResult>[] {
  const filters: Filter<EventResult>[] = [];
  const add = (text: string, matches: (event: EventResult) => boolean) => filters.push({ text, matches });
  if (action !== undefined) {
    const branded = action.replace(/^node_/, `${brand}_`);
    add(`action ${action}`, (event) => event.action === action || event.action === branded);
  }
  if (entityType !== undefined) add(`entityType ${entityType}`, ({ entity }) => entity?.type === entityType);
  if (entityId !== undefined)
    add(`entityId ${entityId}`, ({ entity }) => entity !== null && String(entity.id) === String(entityId));
  if (status !== undefined) add(`status ${status}`, (event) => event.status === status);
  return filters;
}

/** Milliseconds since 1970-01-01 UTC. */
function parseSince({ since }: EventFilters): number {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  const from = since instanceof Date ? since.getTime() : parseInstant(since);
  if (!Number.isNaN(from)) return from;
  throw new Error(
    `getEvents: since is not a date, or its time zone is missing: ${since}. Use a Date, or a string such as 2022-03-21T09:00:00. Nothing was sent.`,
  );
}

function parseLimit({ limit = Number.POSITIVE_INFINITY }: EventFilters): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && limit >= 1)) return limit;
  throw new Error(
    `getEvents: limit is ${limit}. Use an integer of at least 1, or omit it. Nothing was sent.`,
  );
}

const dateOnly = /^\d{4}(?:-\d\d){0,2}$/;
const dateTimeWithoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i;
const dateTimeWithZone =
  /\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[ECMP][SD]T|GMT|UTC|(?:GMT|UTC)?[+-]\d\d:?\d\d)(?: \(.*\))?$/i;

/** Milliseconds since 1970-01-01 UTC of a date or a date-time; NaN for text in any other form. */
function parseInstant(text: string): number {
  if (dateTimeWithoutZone.test(text)) return Date.parse(`${text.replace(" ", "T")}Z`);
  // Without a zone, `Date.parse` reads other forms as local time, which differs between machines.
  return dateOnly.test(text) || dateTimeWithZone.test(text) ? Date.parse(text) : Number.NaN;
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString();
}

/** Replaces nulls that the interface does not allow with empty values. */
function resultOf(live: Live, brand: string): EventResult {
  return {
    id: live.id,
    action: brandedAction(toText(live.action), brand),
    created: toText(live.created),
    duration: live.duration ?? null,
    entity: entityOf(live.entity),
    secondaryEntity: entityOf(live.secondary_entity),
    message: live.message ?? null,
    percentComplete: live.percent_complete ?? null,
    rate: live.rate ?? null,
    read: live.read ?? false,
    seen: live.seen ?? false,
    status: live.status ?? "",
    timeRemaining: live.time_remaining ?? null,
    username: live.username ?? null,
  };
}

function entityOf(live: LiveEntity | null | undefined): EntityResult | null {
  return live ? { id: live.id, label: live.label ?? null, type: live.type ?? "", url: live.url ?? "" } : null;
}
