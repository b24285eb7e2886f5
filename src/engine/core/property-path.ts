import {
  isList,
  isMap,
  type PathPart,
  type PropertyMap,
  type PropertyValue,
  parsePath,
  reveal,
  Secret,
  sameValue,
} from "../../state";

/** The new inputs with everything under the given paths as it was: what `ignoreChanges` asks for. */
export function resetPaths(news: PropertyMap, olds: PropertyMap, paths: readonly string[]): PropertyMap {
  let inputs = news;
  for (const text of paths) {
    const path = parsePath(text);
    const reset = path && resetPart(inputs, olds, path);
    if (isMap(reset)) inputs = reset;
  }
  return inputs;
}

/** Whether the paths of `replaceOnChanges` name this place, or something that it lies in. */
export function coversPath(paths: readonly string[], place: readonly PathPart[]): boolean {
  return paths.some((text) => {
    const path = parsePath(text);
    return (
      path !== undefined &&
      path.length <= place.length &&
      path.every((part, at) => part === "*" || part === place[at])
    );
  });
}

/** The places where two values differ, each as deep as both have it. Secret marks do not count. */
export function differingPaths(
  left: PropertyValue,
  right: PropertyValue,
  place: readonly PathPart[] = [],
): readonly (readonly PathPart[])[] {
  const before = left instanceof Secret ? left.reveal() : left;
  const after = right instanceof Secret ? right.reveal() : right;
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => inside(before[at], after[at], [...place, at])).flat();
  }
  if (isMap(before) && isMap(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => inside(ownOf(before, name), ownOf(after, name), [...place, name]));
  }
  return sameValue(reveal(before), reveal(after)) ? [] : [place];
}

function inside(
  left: PropertyValue | undefined,
  right: PropertyValue | undefined,
  place: readonly PathPart[],
): readonly (readonly PathPart[])[] {
  return left === undefined || right === undefined ? [place] : differingPaths(left, right, place);
}

const ownOf = (map: PropertyMap, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);

/** Undefined: the value is to be left out, because it was not there before. */
function resetPart(
  current: PropertyValue | undefined,
  old: PropertyValue | undefined,
  path: readonly PathPart[],
): PropertyValue | undefined {
  const [part, ...further] = path;
  if (part === undefined) return old;
  const inner = current instanceof Secret ? current.reveal() : current;
  const oldInner = old instanceof Secret ? old.reveal() : old;
  const wrap = (value: PropertyValue) =>
    current instanceof Secret || old instanceof Secret ? new Secret(value) : value;
  if (inner === undefined || oldInner === undefined) return current;
  if (isList(inner) && isList(oldInner)) {
    // What one of the lists has and the other has not cannot be put back: the common elements are.
    return wrap(
      inner.map((item, at) =>
        at < oldInner.length && (part === "*" || part === at)
          ? (resetPart(item, oldInner[at], further) ?? item)
          : item,
      ),
    );
  }
  if (!isMap(inner) || !isMap(oldInner)) return current;
  const names =
    part === "*" ? [...new Set([...Object.keys(inner), ...Object.keys(oldInner)])] : [String(part)];
  const result = new Map(Object.entries(inner));
  for (const name of names) {
    const value = resetPart(ownOf(inner, name), ownOf(oldInner, name), further);
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return wrap(Object.fromEntries(result));
}
