/** One filter of a query. */
export interface Filter<T> {
  /** The filter in messages: `country us`. */
  readonly text: string;
  readonly matches: (item: T) => boolean;
}

/** How messages describe objects of one kind. */
export interface Kind<T> {
  /** `region` */
  readonly name: string;
  readonly idOf: (item: T) => string;
  readonly describe: (item: T) => string;
}

/** Longer lists are truncated in messages. */
const maxShown = 5;

export function findAll<T>(items: readonly T[], filters: readonly Filter<T>[]): T[] {
  return items.filter((item) => filters.every(({ matches }) => matches(item)));
}

/**
 * The only item that matches all filters.
 * @throws if none matches, or several do; the message lists the nearest ones.
 */
export function findOne<T>(kind: Kind<T>, items: readonly T[], filters: readonly Filter<T>[]): T {
  const found = findAll(items, filters);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const description = filters.map(({ text }) => text).join(", ") || "no filter";
  if (only !== undefined) {
    throw new Error(
      `${found.length} ${kind.name}s match (${description}): ${list(kind, found)}. Select one by its id, or add filters.`,
    );
  }
  const nearest = [...items]
    .map((item) => ({ item, score: filters.filter(({ matches }) => matches(item)).length }))
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
  throw new Error(`No ${kind.name} matches (${description}). ${nearestText(kind, nearest)}`);
}

/**
 * The item with this id.
 * @throws if there is none; the message lists those with the most similar ids.
 */
export function findById<T>(kind: Kind<T>, items: readonly T[], id: string): T {
  const found = items.find((item) => kind.idOf(item) === id);
  if (found !== undefined) return found;
  const nearest = [...items].sort(
    (one, other) => similarity(kind.idOf(other), id) - similarity(kind.idOf(one), id),
  );
  throw new Error(`There is no ${kind.name} ${JSON.stringify(id)}. ${nearestText(kind, nearest)}`);
}

function nearestText<T>(kind: Kind<T>, nearest: readonly T[]): string {
  return nearest.length === 0
    ? `The service lists no ${kind.name}s.`
    : `The nearest are ${list(kind, nearest)}.`;
}

function list<T>(kind: Kind<T>, items: readonly T[]): string {
  const shown = items.slice(0, maxShown).map(kind.describe).join("; ");
  return items.length > maxShown ? `${shown}; and ${items.length - maxShown} more` : shown;
}

/** The share of letter pairs that two strings have in common, from 0 to 1. */
function similarity(one: string, other: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  const [left, right] = [pairs(one.toLowerCase()), pairs(other.toLowerCase())];
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / Math.max(left.size + right.size, 1);
}
