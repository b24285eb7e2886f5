import { isRecord } from "../../unknown";
import type { Properties } from "../lifecycle";
import type { Fields } from "./fields";
import { declaredInputs } from "./inputs";

type Path = readonly (string | number)[];

/**
 * The paths in the resource option `ignoreChanges`. The engine replaces such a value with the last input without informing the provider, so
 * a diff would still see drift. The resource classes therefore record the paths in the inputs.
 */
export class IgnoredChanges {
  readonly #written: readonly string[];
  readonly #paths: readonly Path[];

  constructor({ ignoreChanges }: Properties) {
    this.#written = Array.isArray(ignoreChanges) ? ignoreChanges.map(String) : [];
    this.#paths = this.#written.map(parsePath);
  }

  /** The paths that others do not contain. */
  except(others: IgnoredChanges): IgnoredChanges {
    return new IgnoredChanges({
      ignoreChanges: this.#written.filter((path) => !others.#written.includes(path)),
    });
  }

  /** Whether an argument is ignored as a whole. */
  includes(name: string): boolean {
    return this.#paths.some(([first, ...rest]) => rest.length === 0 && (first === name || first === "*"));
  }

  /** The ignored paths below an argument. */
  pathsBelow(name: string): readonly Path[] {
    return this.#paths.flatMap(([first, ...rest]) =>
      rest.length > 0 && (first === name || first === "*") ? [rest] : [],
    );
  }
}

/**
 * Takes over values that were computed from a file whose changes are ignored, because the file may no longer exist. Returns whether it did.
 */
export function keepIgnoredHash(
  inputs: Record<string, unknown>,
  olds: Properties,
  [file, hash]: readonly [file: string, hash: string],
): boolean {
  if (olds[hash] === undefined || !new IgnoredChanges(inputs).includes(file)) return false;
  inputs[hash] = olds[hash];
  return true;
}

/** The arguments to compare: ignored ones are omitted, and ignored parts have their live values. */
export function withoutIgnored<I extends object, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  values: Partial<I>,
  ignored: IgnoredChanges,
  live: Live | undefined,
): Partial<I> {
  const managed: Record<string, unknown> = {};
  for (const name in fields) {
    if (ignored.includes(name)) continue;
    const actual = live === undefined ? undefined : fields[name].live?.(live);
    managed[name] = ignored
      .pathsBelow(name)
      .reduce<unknown>((value, path) => withLivePart(actual, value, path), values[name]);
  }
  return declaredInputs<I>(fields, managed).values;
}

/** A value with its part under a path replaced by the live one. */
function withLivePart(actual: unknown, value: unknown, [part, ...rest]: Path): unknown {
  if (part === undefined) return actual;
  if (Array.isArray(value) && Array.isArray(actual)) return withLiveItems(actual, value, part, rest);
  if (!isRecord(value) || !isRecord(actual)) return value;
  const names = part === "*" ? Object.keys(value) : [String(part)];
  const parts = names
    .filter((name) => name in value)
    .map((name) => [name, withLivePart(actual[name], value[name], rest)]);
  return { ...value, ...Object.fromEntries(parts) };
}

/** Services need not keep the order of a list, so an ignored item matches a live one that is not declared elsewhere in the list. */
function withLiveItems(
  actual: readonly unknown[],
  value: readonly unknown[],
  part: string | number,
  rest: Path,
): unknown {
  if (rest.length > 0) {
    return value.map((item, index) =>
      part === "*" || part === index ? withLivePart(actual[index], item, rest) : item,
    );
  }
  if (part === "*") return actual;
  const kept = value.filter((_, index) => index !== part);
  const [other] = actual.includes(value[Number(part)])
    ? [value[Number(part)]]
    : actual.filter((item) => !kept.includes(item));
  return kept.length === value.length || other === undefined ? kept : [...kept, other];
}

/** Reads `alerts.cpu`, `tags[0]`, `tags[*]` and `["alerts"].cpu`. */
function parsePath(path: string): Path {
  const parts = path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\[(\*)\]|([^.[\]]+)/g);
  return [...parts].map(([, index, quoted, all, plain = ""]) =>
    index === undefined ? (quoted?.replace(/\\(.)/g, "$1") ?? all ?? plain) : Number(index),
  );
}
