import * as pulumi from "@pulumi/pulumi";
import type { Client, Event as Live, Entity as LiveEntity } from "../client";
import { type LookupOptions, lookUp, writtenAction } from "./connection";
import type { KeysOf } from "./query";
import { textIn } from "./reading";
import { type Condition, findAll } from "./search";

/** An entry of the event log (section 2.13). */
export interface EventResult {
  readonly id: number;
  /** What was done, as the service writes it: `node_boot`, under the brand `acme` `acme_boot`, ... (section 6); newer ones too. */
  readonly action: string;
  /** When it was logged, in UTC. */
  readonly created: string;
  /** Seconds it took; null where nothing is measured. */
  readonly duration: number | null;
  /** What it was done to; null when it concerns the account. */
  readonly entity: EntityResult | null;
  /** What else took part; null when nothing did. */
  readonly secondaryEntity: EntityResult | null;
  /** More about it, for example why it failed. */
  readonly message: string | null;
  /** An estimate of its progress; null when there is none. */
  readonly percentComplete: number | null;
  /** Completion rate, of some events only. */
  readonly rate: string | null;
  /** Whether it was marked as read. */
  readonly read: boolean;
  /** Whether it was marked as seen. */
  readonly seen: boolean;
  /** `failed`, `finished`, `notification`, `scheduled` or `started` (section 3.6). */
  readonly status: string;
  /** Time left, of some migrations only: as the service writes it, a text or a number of seconds. */
  readonly timeRemaining: number | string | null;
  /** Name of the user who caused it. */
  readonly username: string | null;
}

/** The thing that an event is about. */
export interface EntityResult {
  readonly id: number | string;
  readonly label: string | null;
  /** What it is. */
  readonly type: string;
  /** Where the service shows it. */
  readonly url: string;
}

/** Conditions that all have to hold; they are applied on this side. */
export interface EventFilters {
  /** What was done, in the interface's word or in the brand's: `node_boot` or `acme_boot` (section 6). */
  readonly action?: string;
  /** What kind of thing it was done to, as the service calls it. */
  readonly entityType?: string;
  /** Id of the thing it was done to; `12` finds `"12"` too. */
  readonly entityId?: number | string;
  /** `failed`, `finished`, `notification`, `scheduled` or `started` (section 3.6). */
  readonly status?: string;
  /** Events logged then or later. A text without a zone, as `2022-03-21T09:00:00`, is UTC. The log holds 90 days. */
  readonly since?: string | Date;
  /** How many at most, the newest first: a whole number from 1. No more pages are read than that takes. Default: all. */
  readonly limit?: number;
}

/**
 * Finds the events of the last 90 days that meet the conditions, the newest first. What is listed depends on the grants of the
 * token's user. Needs a token.
 * @throws before anything is sent where `since` is no date or `limit` no whole number from 1.
 */
export async function getEvents(filters: EventFilters = {}, options?: LookupOptions): Promise<EventResult[]> {
  // What is wrong with the conditions is said before anything is sent.
  return lookUp(
    { name: "getEvents", query: filters, keys: filterKeys, options },
    async (client, asked, brand) => {
      const [conditions, since, limit] = [conditionsOf(asked, brand), sinceOf(asked), limitOf(asked)];
      const found = await newestEvents(client, conditions, since, limit, brand);
      return found
        .sort((one, other) => other.created.localeCompare(one.created) || other.id - one.id)
        .slice(0, limit);
    },
  );
}

/** `getEvents` for arguments that are outputs; a `Date` is given as it is. */
export function getEventsOutput(
  filters: EventFiltersInputs = {},
  options?: LookupOptions,
): pulumi.Output<EventResult[]> {
  const { since, ...others } = filters;
  // An output would take a date for an object without members.
  const text = since instanceof Date ? textOf(since) : since;
  return pulumi
    .all([others, text])
    .apply(([known, from]) => getEvents({ ...known, ...(from !== undefined && { since: from }) }, options));
}

/** The filters of `getEventsOutput`. */
export type EventFiltersInputs = {
  [K in keyof EventFilters]: pulumi.Input<Exclude<EventFilters[K], Date>> | Extract<EventFilters[K], Date>;
};

const filterKeys: KeysOf<EventFilters> = {
  action: true,
  entityType: true,
  entityId: true,
  status: true,
  since: true,
  limit: true,
};

/**
 * Reads until there are enough, or the rest is too old, as far as the service lists the newest first: where it turns out not to, the
 * newest may be on any page.
 */
async function newestEvents(
  client: Client,
  conditions: readonly Condition<EventResult>[],
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
      const instant = instantOf(created);
      isNewestFirst &&= instant <= oldest;
      oldest = instant;
    }
    const inTime = events.filter(
      ({ created }) => since === Number.NEGATIVE_INFINITY || instantOf(created) >= since,
    );
    for (const event of findAll(inTime, conditions)) found.set(event.id, event);
    const showsOrder = events.length > 1;
    if (showsOrder && isNewestFirst && (found.size >= limit || oldest < since)) break;
  }
  return [...found.values()];
}

function conditionsOf(
  { action, entityType, entityId, status }: EventFilters,
  brand: string,
): Condition<EventResult>[] {
  const conditions: Condition<EventResult>[] = [];
  const add = (words: string, holds: (event: EventResult) => boolean) => conditions.push({ words, holds });
  if (action !== undefined) {
    const own = action.replace(/^node_/, `${brand}_`);
    add(`action ${action}`, (event) => event.action === action || event.action === own);
  }
  if (entityType !== undefined) add(`entityType ${entityType}`, ({ entity }) => entity?.type === entityType);
  if (entityId !== undefined)
    add(`entityId ${entityId}`, ({ entity }) => entity !== null && String(entity.id) === String(entityId));
  if (status !== undefined) add(`status ${status}`, (event) => event.status === status);
  return conditions;
}

/** Milliseconds since 1970. */
function sinceOf({ since }: EventFilters): number {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  const from = since instanceof Date ? since.getTime() : instantOf(since);
  if (!Number.isNaN(from)) return from;
  throw new Error(
    `getEvents was not sent: since is no date: ${since}. Give a Date, or a text such as 2022-03-21T09:00:00.`,
  );
}

function limitOf({ limit = Number.POSITIVE_INFINITY }: EventFilters): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && limit >= 1)) return limit;
  throw new Error(`getEvents was not sent: limit is ${limit}. Give a whole number from 1, or leave it out.`);
}

/** Milliseconds since 1970 of a date-time, which is UTC where it names no zone; not a number where it is none. */
function instantOf(text: string): number {
  return Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes("T") ? text : `${text}Z`);
}

function textOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString();
}

/** Nulls where the interface has none are read as empty. */
function resultOf(live: Live, brand: string): EventResult {
  return {
    id: live.id,
    action: writtenAction(textIn(live.action), brand),
    created: textIn(live.created),
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
