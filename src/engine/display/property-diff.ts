import { isList, isMap, isSameValue, type PropertyValue, reveal, Secret } from "../../state";
import { type Color, type Line, line } from "./line";
import { isNested, namesOf, showName, showValue } from "./values";

/** A path at which two values differ. A side without a value at the path is absent. */
export interface PropertyDiff {
  readonly path: string;
  readonly before?: PropertyValue;
  readonly after?: PropertyValue;
}

/** Compares maps by key, lists by index, and other values as a whole. */
export function diffValues(
  path: string,
  before: PropertyValue | undefined,
  after: PropertyValue | undefined,
): readonly PropertyDiff[] {
  if (before === undefined || after === undefined) {
    return before === after
      ? []
      : [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  }
  if (isSameValue(before, after)) return [];
  if (!isNested(before) || !isNested(after) || isList(before) !== isList(after))
    return [{ path, before, after }];
  return pairChildren(before, after).flatMap((child) =>
    diffValues(`${path}${child.pathPart}`, child.before, child.after),
  );
}

/** The values under each key of two maps, or each index of two lists. */
export function pairChildren(before: PropertyValue | undefined, after: PropertyValue | undefined) {
  const sides = [before, after].filter((side) => side !== undefined);
  if (sides.some(isList)) {
    const items = (side: PropertyValue | undefined) => (side !== undefined && isList(side) ? side : []);
    const [olds, news] = [items(before), items(after)];
    return Array.from({ length: Math.max(olds.length, news.length) }, (_, at) => ({
      name: `[${at}]`,
      pathPart: `[${at}]`,
      before: olds[at],
      after: news[at],
    }));
  }
  const maps = { before: isMap(before) ? before : {}, after: isMap(after) ? after : {} };
  return [...new Set([...namesOf(maps.before), ...namesOf(maps.after)])].map((name) => ({
    name: showName(name),
    pathPart: /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
    before: Object.hasOwn(maps.before, name) ? maps.before[name] : undefined,
    after: Object.hasOwn(maps.after, name) ? maps.after[name] : undefined,
  }));
}

/** The symbol of a change: added, removed, changed, or none. */
export function changeMark(before: PropertyValue | undefined, after: PropertyValue | undefined) {
  if (before === undefined) return after === undefined ? noMark : marks.added;
  if (after === undefined) return marks.removed;
  return isSameValue(before, after) ? noMark : marks.changed;
}

interface Mark {
  readonly symbol: string;
  readonly color?: Color;
}

const noMark: Mark = { symbol: " " };
const marks = {
  added: { symbol: "+", color: "green" },
  removed: { symbol: "-", color: "red" },
  changed: { symbol: "~", color: "yellow" },
} as const satisfies Record<string, Mark>;

/** A changed value after its name, on one line. For multi-line strings, the lines that differ. */
export function changeLines(
  name: string,
  {
    before,
    after,
  }: { readonly before?: PropertyValue | undefined; readonly after?: PropertyValue | undefined },
  note = "",
): readonly Line[] {
  const { symbol, color } = changeMark(before, after);
  const head = (text: string): Line => [{ text: `${symbol} `, color }, { text: `${name}:${text}${note}` }];
  if (typeof before === "string" && typeof after === "string" && before !== after) {
    if (before.includes("\n") && after.includes("\n")) return [head(""), ...changedLines(before, after)];
    const [from, to] = truncateAroundDifference(before, after);
    return [head(` ${from} → ${to}`)];
  }
  if (before === undefined) return [head(` ${showValue(after)}`)];
  if (after === undefined) return [head(` ${showValue(before)}`)];
  return [head(` ${showChange(before, after)}`)];
}

/** A change whose values are hidden. */
export function hiddenLine(
  name: string,
  {
    before,
    after,
  }: { readonly before?: PropertyValue | undefined; readonly after?: PropertyValue | undefined },
  note: string,
): Line {
  const { symbol, color } = changeMark(before, after);
  return [{ text: `${symbol} `, color }, { text: `${name}: (hidden)${note}` }];
}

function showChange(before: PropertyValue, after: PropertyValue): string {
  if (isSameValue(before, after)) return showValue(after);
  const secrets = [before, after].filter((side) => side instanceof Secret).length;
  if (secrets === 2) return "[secret] → another [secret]";
  // A value whose secret mark was only added or removed must not be revealed by its other side.
  if (secrets === 1 && isSameValue(reveal(before), reveal(after))) {
    return before instanceof Secret
      ? "[secret] → the same, not marked as secret"
      : "[secret], now marked as secret";
  }
  return `${showValue(before)} → ${showValue(after)}`;
}

const maxLength = 100;

/** Two long strings, each truncated around the first difference. */
function truncateAroundDifference(before: string, after: string): readonly [string, string] {
  if (before.length <= maxLength && after.length <= maxLength) return [showValue(before), showValue(after)];
  let equal = 0;
  while (equal < before.length && before[equal] === after[equal]) equal++;
  const start = Math.max(0, equal - 20);
  const show = (text: string) => {
    const end = start + maxLength;
    const piece = JSON.stringify(text.slice(start, end)).slice(1, -1);
    return `"${start > 0 ? "…" : ""}${piece}${text.length > end ? "…" : ""}"`;
  };
  return [show(before), show(after)];
}

const maxLines = 20;

/** The lines from the first to the last difference, with one line of context on each side. */
function changedLines(before: string, after: string): readonly Line[] {
  const [olds, news] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(olds.length, news.length);
  let head = 0;
  while (head < shorter && olds[head] === news[head]) head++;
  let tail = 0;
  while (tail < shorter - head && olds.at(-1 - tail) === news.at(-1 - tail)) tail++;
  const show = (lines: readonly string[], symbol: string, color?: Color) => {
    const shown = lines.slice(0, maxLines).map((text) => line(`    ${symbol} ${truncateLine(text)}`, color));
    const left = lines.length - shown.length;
    return left > 0 ? [...shown, line(`    ${symbol} … ${left} more lines`, color)] : shown;
  };
  return [
    ...show(olds.slice(Math.max(0, head - 1), head), " "),
    ...show(olds.slice(head, olds.length - tail), "-", "red"),
    ...show(news.slice(head, news.length - tail), "+", "green"),
    ...show(olds.slice(olds.length - tail, olds.length - tail + 1), " "),
  ];
}

export function truncateLine(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
