import { type Brand, interfaceWord } from "../../contract";
import { unlikeness } from "../../likeness";

/** Something that can be called. */
export interface Callable {
  /** What it is called by: an operation's name, or none for a control path. */
  readonly name?: string;
  readonly method: string;
  /** The whole path, with parameters in braces. */
  readonly path: string;
}

/** Of these what is most like a call for which there is nothing, for people: `instances.view (GET /v4/node/instances/{instanceId})`. */
export function nearest(callables: readonly Callable[], brand: Brand, method: string, path: string): string {
  const asked = segmentsOf(path);
  const ranked = callables.map((callable) => ({
    callable,
    far: distance(asked, segmentsOf(callable.path), brand) + (callable.method === method ? 0 : otherMethod),
  }));
  const [first] = ranked.sort((one, other) => one.far - other.far);
  return first ? describe(first.callable) : "";
}

export function describe({ name, method, path }: Callable): string {
  return name === undefined ? `${method} ${path}` : `${name} (${method} ${path})`;
}

/** What differences weigh. A segment more or less is as bad as one of which half the letters differ. */
const oneSegment = 2;
const allLetters = 4;
const otherMethod = 0.5;
/** Left out, or written as the interface writes it: what is easily done. */
const brandOrVersion = 0.5;
/** A parameter is like anything, but a word that fits is better. */
const parameter = 0.2;

const isVersion = (segment: string) => /^v\d+(beta)?$/.test(segment);
const isParameter = (segment: string) => segment.startsWith("{");

function segmentsOf(path: string): readonly string[] {
  return path.replace("{imageId}", "{imageId}/{imageId}").split("/").filter(Boolean);
}

/** The least that has to be changed, put in or taken out, segment by segment, to make the template of the path. */
function distance(path: readonly string[], template: readonly string[], brand: Brand): number {
  const missing = (segment: string) => (isEasilyMissed(segment, brand) ? brandOrVersion : oneSegment);
  let row = [0];
  for (const segment of template) row.push((row.at(-1) ?? 0) + missing(segment));
  for (const segment of path) {
    const next = [(row[0] ?? 0) + oneSegment];
    for (const [column, own] of template.entries()) {
      const changed = (row[column] ?? 0) + difference(segment, own, brand);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + oneSegment, (next[column] ?? 0) + missing(own)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function difference(asked: string, own: string, brand: Brand): number {
  if (isParameter(own)) return parameter;
  if (asked === own) return 0;
  if (own === brand.word && asked === interfaceWord) return brandOrVersion;
  if (isVersion(own) && isVersion(asked)) return brandOrVersion;
  return allLetters * unlikeness(asked, own);
}

function isEasilyMissed(segment: string, brand: Brand): boolean {
  return segment === brand.word || isVersion(segment);
}
