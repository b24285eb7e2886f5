import { isRecord } from "../unknown";
import type { Fields, Properties } from "./definition";
import { declaredInputs } from "./inputs";

type Path = readonly (string | number)[];

/**
 * What `ignoreChanges` names. The engine puts the last input in the place of such a value and says nothing of it, so that drift
 * would still be seen: the classes note the paths in the inputs.
 */
export class IgnoredChanges {
  readonly #paths: readonly Path[];

  constructor(inputs: Properties) {
    const { ignoreChanges } = inputs;
    this.#paths = Array.isArray(ignoreChanges) ? ignoreChanges.map((path) => parse(String(path))) : [];
  }

  /** Whether an argument is ignored as a whole. */
  includes(name: string): boolean {
    return this.#paths.some(([first, ...rest]) => rest.length === 0 && (first === name || first === "*"));
  }

  /** The paths to ignore below an argument. */
  pathsBelow(name: string): readonly Path[] {
    return this.#paths.flatMap(([first, ...rest]) =>
      rest.length > 0 && (first === name || first === "*") ? [rest] : [],
    );
  }
}

/** The arguments that are compared with what is there: none that is ignored, and what is there for a part that is. */
export function withoutIgnored<I extends object, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  values: Partial<I>,
  ignored: IgnoredChanges,
  live: Live | undefined,
): Partial<I> {
  const managed: Record<string, unknown> = {};
  for (const name in fields) {
    if (ignored.includes(name)) continue;
    const there = live === undefined ? undefined : fields[name].live?.(live);
    managed[name] = ignored
      .pathsBelow(name)
      .reduce<unknown>((value, path) => withPartOf(there, value, path), values[name]);
  }
  return declaredInputs<I>(fields, managed).values;
}

/** A value whose part under a path is left to what is there. */
function withPartOf(there: unknown, value: unknown, [part, ...rest]: Path): unknown {
  if (part === undefined) return there;
  if (Array.isArray(value) && Array.isArray(there)) return withItemsOf(there, value, part, rest);
  if (!isRecord(value) || !isRecord(there)) return value;
  const names = part === "*" ? Object.keys(value) : [String(part)];
  const parts = names
    .filter((name) => name in value)
    .map((name) => [name, withPartOf(there[name], value[name], rest)]);
  return { ...value, ...Object.fromEntries(parts) };
}

/** Services need not keep the order of a list: an ignored item stands for one that is not declared otherwise. */
function withItemsOf(
  there: readonly unknown[],
  value: readonly unknown[],
  part: string | number,
  rest: Path,
): unknown {
  if (rest.length > 0) {
    return value.map((item, at) => (part === "*" || part === at ? withPartOf(there[at], item, rest) : item));
  }
  if (part === "*") return there;
  const kept = value.filter((_, at) => at !== part);
  const [other] = there.includes(value[Number(part)])
    ? [value[Number(part)]]
    : there.filter((item) => !kept.includes(item));
  return kept.length === value.length || other === undefined ? kept : [...kept, other];
}

/** `alerts.cpu`, `tags[0]`, `tags[*]`, `["alerts"].cpu` */
function parse(path: string): Path {
  const parts = path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\[(\*)\]|([^.[\]]+)/g);
  return [...parts].map(([, index, quoted, all, plain = ""]) =>
    index === undefined ? (quoted?.replace(/\\(.)/g, "$1") ?? all ?? plain) : Number(index),
  );
}
