import {
  isList,
  isMap,
  type PathPart,
  type PropertyMap,
  type PropertyValue,
  parsePath,
  Secret,
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

/** Whether a change of the top-level property is covered by one of the paths (`replaceOnChanges`). */
export function coversProperty(paths: readonly string[], property: string): boolean {
  return paths.some((text) => {
    const path = parsePath(text);
    return path?.length === 1 && (path[0] === "*" || path[0] === property);
  });
}

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
    if (inner.length !== oldInner.length) return current;
    return wrap(
      inner.map((item, at) =>
        part === "*" || part === at ? (resetPart(item, oldInner[at], further) ?? item) : item,
      ),
    );
  }
  if (!isMap(inner) || !isMap(oldInner)) return current;
  const names =
    part === "*" ? [...new Set([...Object.keys(inner), ...Object.keys(oldInner)])] : [String(part)];
  const result = new Map(Object.entries(inner));
  for (const name of names) {
    const had = Object.hasOwn(oldInner, name) ? oldInner[name] : undefined;
    const has = Object.hasOwn(inner, name) ? inner[name] : undefined;
    const value = resetPart(has, had, further);
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return wrap(Object.fromEntries(result));
}
