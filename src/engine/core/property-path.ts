import {
  isList,
  isMap,
  isSameValue,
  type PathPart,
  type PropertyMap,
  type PropertyValue,
  parsePath,
  reveal,
  Secret,
} from "../../state";

/** Applies `ignoreChanges`: the new inputs, with the old values at the given paths. */
export function resetPaths(news: PropertyMap, olds: PropertyMap, paths: readonly string[]): PropertyMap {
  let inputs = news;
  for (const text of paths) {
    const path = parsePath(text);
    const reset = path && resetPart(inputs, olds, path);
    if (isMap(reset)) inputs = reset;
  }
  return inputs;
}

/** Whether one of the paths is this path or one of its parents. Paths may contain `*`. */
export function coversPath(paths: readonly string[], changed: readonly PathPart[]): boolean {
  return paths.some((text) => {
    const path = parsePath(text);
    return (
      path !== undefined &&
      path.length <= changed.length &&
      path.every((part, at) => part === "*" || part === changed[at])
    );
  });
}

/** The deepest paths at which two values differ. Secret marks are ignored. */
export function differingPaths(
  left: PropertyValue,
  right: PropertyValue,
  path: readonly PathPart[] = [],
): readonly (readonly PathPart[])[] {
  const before = left instanceof Secret ? left.reveal() : left;
  const after = right instanceof Secret ? right.reveal() : right;
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, at) => differingItems(before[at], after[at], [...path, at])).flat();
  }
  if (isMap(before) && isMap(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      differingItems(ownValue(before, name), ownValue(after, name), [...path, name]),
    );
  }
  return isSameValue(reveal(before), reveal(after)) ? [] : [path];
}

function differingItems(
  left: PropertyValue | undefined,
  right: PropertyValue | undefined,
  path: readonly PathPart[],
): readonly (readonly PathPart[])[] {
  return left === undefined || right === undefined ? [path] : differingPaths(left, right, path);
}

const ownValue = (map: PropertyMap, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);

/** Undefined if the value did not exist before and is removed. */
function resetPart(
  current: PropertyValue | undefined,
  old: PropertyValue | undefined,
  path: readonly PathPart[],
): PropertyValue | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return old;
  const inner = current instanceof Secret ? current.reveal() : current;
  const oldInner = old instanceof Secret ? old.reveal() : old;
  const wrap = (value: PropertyValue) =>
    current instanceof Secret || old instanceof Secret ? new Secret(value) : value;
  if (isMap(inner) && !isMap(oldInner) && rest.length === 0 && part !== "*") {
    return wrap(Object.fromEntries(Object.entries(inner).filter(([name]) => name !== part)));
  }
  if (inner === undefined || oldInner === undefined) return current;
  if (isList(inner) && isList(oldInner)) {
    // Only elements that both lists have can be reset.
    return wrap(
      inner.map((item, at) =>
        at < oldInner.length && (part === "*" || part === at)
          ? (resetPart(item, oldInner[at], rest) ?? item)
          : item,
      ),
    );
  }
  if (!isMap(inner) || !isMap(oldInner)) return current;
  const names =
    part === "*" ? [...new Set([...Object.keys(inner), ...Object.keys(oldInner)])] : [String(part)];
  const result = new Map(Object.entries(inner));
  for (const name of names) {
    if (part === "*" && rest.length > 0 && !Object.hasOwn(oldInner, name)) continue;
    const value = resetPart(ownValue(inner, name), ownValue(oldInner, name), rest);
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return wrap(Object.fromEntries(result));
}
