import type { Call, Mark, Row, StatusChange } from "../../emulator/console/messages";
import { readText, readTime } from "./read";
import { nameOf } from "./store";

/** The width of the timeline, in its own units. */
export const timelineWidth = 1000;

/** A range of time on the emulator's clock, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The statuses of one instance. */
export interface Lane {
  readonly name: string;
  readonly account: number;
  readonly instance: number;
  readonly label: string;
  readonly bars: readonly Bar[];
}

interface Bar extends Span {
  readonly status: string;
  readonly x: number;
  readonly width: number;
}

/** Events at about the same time. */
export interface Cluster<T> {
  readonly x: number;
  readonly items: readonly T[];
}

/** The position of a moment, which may be outside the timeline. */
function positionOf(moment: number, { from, to }: Span): number {
  return ((moment - from) / (to - from)) * timelineWidth;
}

/** One lane for each instance of an account that existed during some part of the span, the latest first. */
export function lanesOf(
  rows: readonly Row[],
  statuses: readonly StatusChange[],
  account: number,
  span: Span,
): readonly Lane[] {
  const changes = new Map<number, StatusChange[]>();
  for (const change of statuses) {
    if (change.account !== account) continue;
    const own = changes.get(change.instance);
    if (own) own.push(change);
    else changes.set(change.instance, [change]);
  }
  const present = new Map(rows.map((row) => [Number(row.key), row]));
  const instances = new Set([...present.keys(), ...changes.keys()]);
  return [...instances]
    .sort((one, other) => other - one)
    .map((instance) => {
      const own = changes.get(instance) ?? [];
      const row = present.get(instance);
      const label = readText(row?.json, "label") || (own.at(-1)?.label ?? String(instance));
      return {
        name: nameOf({ account, key: instance }),
        account,
        instance,
        label,
        bars: layOutBars(row, own, span),
      };
    })
    .filter(({ bars }) => bars.length > 0);
}

function layOutBars(row: Row | undefined, changes: readonly StatusChange[], span: Span): readonly Bar[] {
  const known = changes.length > 0 ? changes : row ? [firstKnown(row)] : [];
  return known.flatMap(({ status, at }, index) => {
    const from = Math.max(at, span.from);
    const to = Math.min(known[index + 1]?.at ?? span.to, span.to);
    if (status === null || to < from || from > span.to) return [];
    const x = positionOf(from, span);
    return [{ status, from, to, x, width: positionOf(to, span) - x }];
  });
}

/** An instance that existed before the emulator started: it has had its status since it was last changed. */
function firstKnown({ json }: Row): { readonly status: string; readonly at: number } {
  return { status: readText(json, "status"), at: readTime(json, "updated") };
}

/** Groups events by their position, because marks that are closer than `gap` cannot be told apart. */
export function clustersOf<T>(
  items: readonly T[],
  momentOf: (item: T) => number,
  span: Span,
  gap = 4,
): readonly Cluster<T>[] {
  const clusters = new Map<number, T[]>();
  for (const item of items) {
    const x = positionOf(momentOf(item), span);
    if (!(x >= 0 && x <= timelineWidth)) continue;
    const place = Math.floor(x / gap) * gap;
    const own = clusters.get(place);
    if (own) own.push(item);
    else clusters.set(place, [item]);
  }
  return [...clusters].map(([x, own]) => ({ x, items: own })).sort((one, other) => one.x - other.x);
}

export const callMoment = ({ time }: Call): number => Date.parse(time);
export const markMoment = ({ at }: Mark): number => at;
export const eventMoment = ({ json }: Row): number => readTime(json, "created");

const minute = 60_000;
const steps = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1000,
);

/** Round times in the span, at most `max` of them, with their positions. */
export function ticksOf(span: Span, max = 8): readonly { readonly x: number; readonly moment: number }[] {
  const length = span.to - span.from;
  const step =
    steps.find((candidate) => length / candidate <= max) ?? Math.ceil(length / max / minute) * minute;
  const first = Math.ceil(span.from / step) * step;
  const count = Math.max(0, Math.floor((span.to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step).map((moment) => ({
    x: positionOf(moment, span),
    moment,
  }));
}
