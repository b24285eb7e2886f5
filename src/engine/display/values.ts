import { isList, isMap, type PropertyValue, Secret, sameValue, type Unknown, unknown } from "../../state";

const longest = 100;
/** The SDK marks resources among a preview's stack outputs with it. */
const previewMark = "@isPulumiResource";

/** One line for a value, cut where it is long. Secrets are `[secret]`, what a preview cannot know `[unknown]`. */
export function showValue(value: PropertyValue | undefined): string {
  if (value === undefined) return "(none)";
  if (value instanceof Secret || isUnknown(value)) return String(value.toJSON());
  const text = JSON.stringify(value);
  const bare = text.replaceAll('"[secret]"', "[secret]").replaceAll('"[unknown]"', "[unknown]");
  return bare.length > longest ? `${bare.slice(0, longest - 1)}…` : bare;
}

/** A place inside a property where two values differ. */
export interface Difference {
  readonly path: string;
  readonly before: PropertyValue | undefined;
  readonly after: PropertyValue | undefined;
}

/** Where two values differ: inside maps by key, elsewhere as a whole. */
export function differences(
  path: string,
  before: PropertyValue | undefined,
  after: PropertyValue | undefined,
): readonly Difference[] {
  if (before !== undefined && after !== undefined) {
    if (sameValue(before, after)) return [];
    if (isMap(before) && isMap(after)) {
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (name) => name !== previewMark,
      );
      return names.flatMap((name) =>
        differences(
          `${path}.${name}`,
          Object.hasOwn(before, name) ? before[name] : undefined,
          Object.hasOwn(after, name) ? after[name] : undefined,
        ),
      );
    }
    if (isList(before) && isList(after) && before.length === after.length) {
      return before.flatMap((item, at) => differences(`${path}[${at}]`, item, after[at]));
    }
  }
  return [{ path, before, after }];
}

export function showDifference({ path, before, after }: Difference): string {
  const change =
    before instanceof Secret && after instanceof Secret ? "[secret] → another [secret]" : undefined;
  return `${path}: ${change ?? `${showValue(before)} → ${showValue(after)}`}`;
}

function isUnknown(value: PropertyValue): value is Unknown {
  return value === unknown;
}
