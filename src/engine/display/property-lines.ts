import { type PropertyMap, type PropertyValue, sameValue } from "../../state";
import { indent, type Line, line } from "./line";
import { changeLines, changeMark, pairChildren, truncateLine } from "./property-diff";
import { isNested, showValue } from "./values";

/** All properties, before and after, nested as they are: what `--diff` and the outputs of a stack show. */
export function propertyLines(
  before: PropertyMap,
  after: PropertyMap,
  remarkOf: (name: string) => string = () => "",
): readonly Line[] {
  return pairChildren(before, after).flatMap((child) => nestedLines(child, remarkOf(child.name)));
}

interface Child {
  readonly name: string;
  readonly before: PropertyValue | undefined;
  readonly after: PropertyValue | undefined;
}

function nestedLines({ name, before, after }: Child, remark: string): readonly Line[] {
  const { symbol, color } = changeMark(before, after);
  const head = (text: string): Line => [{ text: `${symbol} `, color }, { text: `${name}:${text}${remark}` }];
  const bothNested = (before === undefined || isNested(before)) && (after === undefined || isNested(after));
  if (
    bothNested &&
    !(Array.isArray(before) !== Array.isArray(after) && before !== undefined && after !== undefined)
  ) {
    const inside = pairChildren(before, after).flatMap((child) => nestedLines(child, ""));
    return [head(""), ...indent("    ", inside)];
  }
  const only = before ?? after;
  const alone = before === undefined || after === undefined || sameValue(before, after);
  if (alone && typeof only === "string" && only.includes("\n")) {
    return [
      head(" |"),
      ...only
        .trimEnd()
        .split("\n")
        .map((text) => line(`      ${truncateLine(text)}`, color)),
    ];
  }
  return alone ? [head(` ${showValue(only)}`)] : changeLines(name, { before, after }, remark);
}
