import { type Brand, interfaceWord } from "../../contract";
import { wordDifference } from "../../similar-words";

/** A path with a method. */
export interface Endpoint {
  /** The operation's name. Absent for a control path. */
  readonly name?: string;
  readonly method: string;
  /** The whole path. Parameters are in braces. */
  readonly path: string;
}

/** Describes the endpoint that is most like a call to an unknown path: `instances.view (GET /v4/node/instances/{instanceId})`. */
export function nearestEndpoint(
  endpoints: readonly Endpoint[],
  brand: Brand,
  method: string,
  path: string,
): string {
  const called = segmentsOf(path.slice(0, maxPathLength));
  const ranked = endpoints.map((endpoint) => ({
    endpoint,
    cost: distance(called, segmentsOf(endpoint.path), brand) + (endpoint.method === method ? 0 : otherMethod),
  }));
  const [first] = ranked.sort((one, other) => one.cost - other.cost);
  return first ? describeEndpoint(first.endpoint) : "";
}

export function describeEndpoint({ name, method, path }: Endpoint): string {
  return name === undefined ? `${method} ${path}` : `${name} (${method} ${path})`;
}

/** Much longer than any endpoint. Computing the distance takes longer for longer paths. */
const maxPathLength = 300;

/** The cost of an additional or missing segment: as much as a segment of which half the letters differ. */
const oneSegment = 2;
const allLetters = 4;
const otherMethod = 0.5;
/** A missing brand or version, or the interface's word in place of the brand: common mistakes. */
const brandOrVersion = 0.5;
/** Any word in place of the brand: it may be the brand of another operator. */
const otherBrand = 1;
/** A parameter matches anything, but a word that matches is better. */
const parameter = 0.2;

const isVersion = (segment: string) => /^v\d+(beta)?$/.test(segment);
const isParameter = (segment: string) => segment.startsWith("{");

function segmentsOf(path: string): readonly string[] {
  return path.replace("{imageId}", "{imageId}/{imageId}").split("/").filter(Boolean);
}

/** The edit distance of a path and a template, by segments. */
function distance(path: readonly string[], template: readonly string[], brand: Brand): number {
  const missing = (segment: string) => (isOftenMissing(segment, brand) ? brandOrVersion : oneSegment);
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

function difference(called: string, own: string, brand: Brand): number {
  if (isParameter(own)) return parameter;
  if (called === own) return 0;
  if (own === brand.word && called === interfaceWord) return brandOrVersion;
  if (isVersion(own) && isVersion(called)) return brandOrVersion;
  const changed = allLetters * wordDifference(called, own);
  return own === brand.word ? Math.min(changed, otherBrand) : changed;
}

function isOftenMissing(segment: string, brand: Brand): boolean {
  return segment === brand.word || isVersion(segment);
}
