/** A condition that a lookup asks for, in words and as a test. */
export interface Condition<T> {
  readonly words: string;
  readonly holds: (item: T) => boolean;
}

/** What is looked for, for messages. */
export interface Kind<T> {
  readonly noun: string;
  readonly idOf: (item: T) => string;
  readonly describe: (item: T) => string;
}

const mostShown = 5;

export function findAll<T>(items: readonly T[], conditions: readonly Condition<T>[]): T[] {
  return items.filter((item) => conditions.every(({ holds }) => holds(item)));
}

/** The one that meets all conditions; none or several are an error that lists the nearest. */
export function findOne<T>(kind: Kind<T>, items: readonly T[], conditions: readonly Condition<T>[]): T {
  const found = findAll(items, conditions);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const asked = conditions.map(({ words }) => words).join(", ") || "no condition";
  if (only !== undefined) {
    throw new Error(
      `${found.length} ${kind.noun}s match (${asked}): ${list(kind, found)}. Ask for one of them by its id, or narrow the conditions.`,
    );
  }
  const nearest = [...items]
    .map((item) => ({ item, met: conditions.filter(({ holds }) => holds(item)).length }))
    .sort((one, other) => other.met - one.met)
    .map(({ item }) => item);
  throw new Error(`No ${kind.noun} matches (${asked}). ${nearestOf(kind, nearest)}`);
}

/** The one with this id; an unknown one is an error that lists those with the most similar ids. */
export function findById<T>(kind: Kind<T>, items: readonly T[], id: string): T {
  const found = items.find((item) => kind.idOf(item) === id);
  if (found !== undefined) return found;
  const nearest = [...items].sort(
    (one, other) => similarity(kind.idOf(other), id) - similarity(kind.idOf(one), id),
  );
  throw new Error(`There is no ${kind.noun} ${JSON.stringify(id)}. ${nearestOf(kind, nearest)}`);
}

function nearestOf<T>(kind: Kind<T>, nearest: readonly T[]): string {
  return nearest.length === 0
    ? `The service lists no ${kind.noun} at all.`
    : `The nearest: ${list(kind, nearest)}.`;
}

function list<T>(kind: Kind<T>, items: readonly T[]): string {
  const shown = items.slice(0, mostShown).map(kind.describe).join("; ");
  return items.length > mostShown ? `${shown}; and ${items.length - mostShown} more` : shown;
}

/** Shared pairs of letters, from 0 to 1. */
function similarity(one: string, other: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  const [left, right] = [pairs(one.toLowerCase()), pairs(other.toLowerCase())];
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / Math.max(left.size + right.size, 1);
}
