import { isSameValue, type PropertyMap, type PropertyValue } from "../../state";
import { indent, type Line, line } from "./line";
import { changeLines, changeMark, hiddenLine, pairChildren, truncateLine } from "./property-diff";
import { isNested, showValue } from "./values";

/** All properties with their nested values, before and after: for `--diff` and for stack outputs. */
export function propertyLines(
  before: PropertyMap,
  after: PropertyMap,
  noteOf: (name: string) => string = () => "",
  isHidden: (path: string) => boolean = () => false,
): readonly Line[] {
  return pairChildren(before, after).flatMap((child) =>
    nestedLines({ ...child, path: child.pathPart }, noteOf(child.name), isHidden),
  );
}

interface Child {
  readonly name: string;
  readonly path: string;
  readonly before: PropertyValue | undefined;
  readonly after: PropertyValue | undefined;
}

function nestedLines(
  { name, path, before, after }: Child,
  note: string,
  isHidden: (path: string) => boolean,
): readonly Line[] {
  if (isHidden(path) && !isSameValue(before, after)) return [hiddenLine(name, { before, after }, note)];
  const { symbol, color } = changeMark(before, after);
  const head = (text: string): Line => [{ text: `${symbol} `, color }, { text: `${name}:${text}${note}` }];
  const bothNested = (before === undefined || isNested(before)) && (after === undefined || isNested(after));
  if (
    bothNested &&
    !(Array.isArray(before) !== Array.isArray(after) && before !== undefined && after !== undefined)
  ) {
    const nested = pairChildren(before, after).flatMap((child) =>
      nestedLines({ ...child, path: `${path}${child.pathPart}` }, "", isHidden),
    );
    return [head(""), ...indent("    ", nested)];
  }
  const value = before ?? after;
  const isUnchanged = before === undefined || after === undefined || isSameValue(before, after);
  if (isUnchanged && typeof value === "string" && value.includes("\n")) {
    return [
      head(" |"),
      ...value
        .trimEnd()
        .split("\n")
        .map((text) => line(`      ${truncateLine(text)}`, color)),
    ];
  }
  return isUnchanged ? [head(` ${showValue(value)}`)] : changeLines(name, { before, after }, note);
}
