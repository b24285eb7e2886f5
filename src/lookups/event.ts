import * as pulumi from "@pulumi/pulumi";
import type { Event as Live, Entity as LiveEntity } from "../client";
import { gather, type LookupOptions, lookUp } from "./connection";
import { type Condition, findAll } from "./search";

/** An entry of the event log (section 2.13). */
export interface EventResult {
  readonly id: number;
  /** What was done, by the interface's name whatever the brand: `node_boot`, `image_upload`, ... (section 6). */
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
  /** Time left, of some migrations only. */
  readonly timeRemaining: string | null;
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
  /** What was done, by the interface's name whatever the brand: `node_boot`, `image_upload`, ... (section 6). */
  readonly action?: string;
  /** What kind of thing it was done to, as the service calls it. */
  readonly entityType?: string;
  /** Id of the thing it was done to; `12` finds `"12"` too. */
  readonly entityId?: number | string;
  /** `failed`, `finished`, `notification`, `scheduled` or `started` (section 3.6). */
  readonly status?: string;
  /** Events logged then or later. A text without a zone, as `2022-03-21T09:00:00`, is UTC. The log holds 90 days. */
  readonly since?: string | Date;
  /** How many at most, the newest first: a whole number from 1. Default: all. */
  readonly limit?: number;
}

/**
 * Finds the events of the last 90 days that meet the conditions, the newest first. What is listed depends on the grants of the
 * token's user. Needs a token.
 * @throws before anything is sent where `since` is no date or `limit` no whole number from 1.
 */
export async function getEvents(filters: EventFilters = {}, options?: LookupOptions): Promise<EventResult[]> {
  return lookUp(options, async (client) => {
    const [conditions, limit] = [conditionsOf(filters), limitOf(filters)];
    const events = await gather(client.events.list.all({}));
    return findAll(events.map(resultOf), conditions)
      .sort((one, other) => other.created.localeCompare(one.created) || other.id - one.id)
      .slice(0, limit);
  });
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

function conditionsOf({
  action,
  entityType,
  entityId,
  status,
  since,
}: EventFilters): Condition<EventResult>[] {
  const conditions: Condition<EventResult>[] = [];
  const add = (words: string, holds: (event: EventResult) => boolean) => conditions.push({ words, holds });
  if (action !== undefined) add(`action ${action}`, (event) => event.action === action);
  if (entityType !== undefined) add(`entityType ${entityType}`, ({ entity }) => entity?.type === entityType);
  if (entityId !== undefined)
    add(`entityId ${entityId}`, ({ entity }) => entity !== null && String(entity.id) === String(entityId));
  if (status !== undefined) add(`status ${status}`, (event) => event.status === status);
  if (since !== undefined) {
    const from = since instanceof Date ? since.getTime() : instantOf(since);
    if (Number.isNaN(from)) {
      throw new Error(
        `getEvents was not sent: since is no date: ${since}. Give a Date, or a text such as 2022-03-21T09:00:00.`,
      );
    }
    add(`since ${since}`, ({ created }) => instantOf(created) >= from);
  }
  return conditions;
}

function limitOf({ limit }: EventFilters): number | undefined {
  if (limit === undefined || (Number.isInteger(limit) && limit >= 1)) return limit;
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
function resultOf(live: Live): EventResult {
  return {
    id: live.id,
    action: live.action ?? "",
    created: live.created ?? "",
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
