import { isRecord } from "../unknown";
import { fullKey } from "./configuration";
import { isSecure } from "./configuration-value";
import { StateError } from "./error";
import { type PathPart, parsePath } from "./path";
import { configurationInFile, type StackSettings } from "./stack-settings";
import { loadYaml, replaceAliases, replaceNull } from "./yaml";

/** The position of a value in a stack's configuration: its full key, and a path into the value of the key. */
export interface ConfigurationKey {
  readonly key: string;
  /** Names and indexes. Empty for the value of the key itself. */
  readonly path: readonly (string | number)[];
}

/** Parses a key. With `asPath`, `outer.inner` and `names[0]` are paths into the value. */
export function parseConfigurationKey(
  text: string,
  project: string,
  options: { readonly asPath: boolean },
): ConfigurationKey {
  if (!options.asPath) return { key: fullKey(text, project), path: [] };
  const [, namespace = "", pathText = ""] = /^([^.["]+:)?(.*)$/s.exec(text) ?? [];
  const [name, ...path] = parsePath(pathText) ?? [];
  if (typeof name !== "string" || name === "" || name === "*" || path.includes("*")) {
    throw new StateError(
      "configuration",
      `"${text}" is not a path into the configuration: write name.inner, name[0] or ["name"]["inner"].`,
    );
  }
  return { key: fullKey(`${namespace}${name}`, project), path };
}

/** Sets a value, or a secret as `{secure}`, and creates the maps and lists on its path. Keeps comments and order. */
export function setConfigurationAt(
  settings: StackSettings,
  project: string,
  { key, path }: ConfigurationKey,
  value: unknown,
): void {
  const { document } = settings;
  const root = ["config", keyInFile(settings, project, key)];
  replaceNull(document, []);
  replaceNull(document, ["config"]);
  replaceAliases(document, [...root, ...path]);
  if (path.at(-1) === "secure" && typeof value === "string" && countMembers(settings, root, path) === 0)
    throw reservedSecureError(key);
  for (const [depth, part] of path.entries()) createContainer(settings, root, path.slice(0, depth), part);
  document.setIn([...root, ...path], value);
}

/** Removes a value. Returns whether it was set. */
export function removeConfigurationAt(
  settings: StackSettings,
  project: string,
  { key, path }: ConfigurationKey,
): boolean {
  const { document } = settings;
  const { isMap } = loadYaml();
  const place = ["config", keyInFile(settings, project, key), ...path];
  replaceAliases(document, place);
  if (!document.hasIn(place)) return false;
  const parent = document.getIn(place.slice(0, -1), true);
  if (path.length > 0 && isMap(parent)) {
    const left: unknown = parent.toJS(document);
    const last = path.at(-1);
    const others = isRecord(left) ? Object.entries(left).filter(([name]) => name !== last) : [];
    if (isSecure(left) || isSecure(Object.fromEntries(others))) throw reservedSecureError(key);
  }
  return document.deleteIn(place);
}

/** The value at a path, not decrypted. Undefined if there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, part) => {
    if (typeof part === "number") return Array.isArray(inner) ? inner[part] : undefined;
    return isRecord(inner) && !isSecure(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined;
  }, value);
}

/** The type of a value that is set by path, as in the CLI: `true`, `false` and integers are not strings. */
export function parseTypedValue(text: string): boolean | bigint | string {
  if (text === "true" || text === "false") return text === "true";
  if (!/^-?(0|[1-9]\d{0,19})$/.test(text)) return text;
  const number = BigInt(text);
  return number >= -(2n ** 63n) && number < 2n ** 64n ? number : text;
}

/** The key as written in the file: `ns:name` can be written as `ns:config:name`. */
function keyInFile(settings: StackSettings, project: string, key: string): string {
  const written = Object.keys(configurationInFile(settings));
  return written.find((name) => fullKey(name, project) === key) ?? key;
}

function createContainer(
  { document }: StackSettings,
  root: readonly string[],
  path: readonly PathPart[],
  next: PathPart,
): void {
  const { isCollection, isMap, isSeq } = loadYaml();
  const place = [...root, ...path];
  const node: unknown = document.getIn(place, true);
  const holds = isCollection(node) && !isSecure(node.toJS(document));
  const at = [root[1], ...path].join(".");
  if (!holds) {
    const value: unknown = document.getIn(place);
    if (path.length > 0 && value !== undefined && value !== null)
      throw new StateError(
        "configuration",
        `${at} of the configuration is not a map or a list, so nothing can be set inside it. Nothing was changed. Remove it first.`,
      );
    const empty = typeof next === "number" ? Array.from({ length: next + 1 }, () => null) : {};
    document.setIn(place, document.createNode(empty));
    return;
  }
  if (typeof next === "number" ? !isSeq(node) || next > node.items.length : !isMap(node)) {
    throw new StateError(
      "configuration",
      isSeq(node)
        ? `${at} of the configuration is a list of ${node.items.length}: its indexes are [0] to [${node.items.length}]. Nothing was changed.`
        : `${at} of the configuration is a map. Write a name after it, not [${next}]. Nothing was changed.`,
    );
  }
}

function countMembers(
  { document }: StackSettings,
  root: readonly string[],
  path: readonly PathPart[],
): number {
  const node: unknown = document.getIn([...root, ...path.slice(0, -1)], true);
  return loadYaml().isMap(node) ? node.items.length : 0;
}

function reservedSecureError(key: string): StateError {
  return new StateError(
    "configuration",
    `A map whose only key is "secure" is a secret, so ${key} cannot be such a map. Nothing was changed.`,
  );
}
