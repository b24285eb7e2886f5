import type { Document, ErrorCode, ScalarTag, YAMLError } from "yaml";

/** The parser is loaded on first use: most uses of a state read no YAML. */
export const loadYaml = (): typeof import("yaml") => require("yaml");

/**
 * Reads YAML as the CLI does: its library supports dates, merge keys (`<<`) and more formats of numbers than YAML 1.2. Numbers with
 * more digits than a double can hold keep them.
 */
export function parseYaml(text: string): { readonly document: Document; readonly content: unknown } {
  const document = loadYaml().parseDocument(text, {
    intAsBigInt: true,
    merge: true,
    customTags: (tags) => [...plainScalars, ...tags],
  });
  const [problem] = document.errors;
  if (problem) throw new Error(describeProblem(problem));
  try {
    const content: unknown = document.toJS();
    return { document, content };
  } catch {
    throw new Error(
      "an alias (*) or a merge key (<<) in it cannot be resolved. Quote a string that begins with *.",
    );
  }
}

/** Describes a syntax error without the text around it, which can contain secrets. */
function describeProblem({ code, message, linePos }: YAMLError): string {
  const [start] = linePos ?? [];
  const place = start ? ` at line ${start.line}, column ${start.col}` : "";
  const reason = quotingCodes.has(code) ? "it is not valid YAML" : message.replace(/ at line \d.*$/s, "");
  return `${reason}${place}.`;
}

/** The errors whose messages quote the text. */
const quotingCodes: ReadonlySet<ErrorCode> = new Set([
  "BAD_DIRECTIVE",
  "BAD_DQ_ESCAPE",
  "TAG_RESOLVE_FAILED",
  "UNEXPECTED_TOKEN",
]);

/** Puts an empty map in place of null, with its comments. */
export function replaceNull(document: Document, place: readonly (string | number)[]): void {
  const node: unknown = document.getIn(place, true);
  if (!loadYaml().isScalar(node) || node.value !== null) return;
  const map = document.createNode({});
  map.comment = node.comment ?? null;
  document.setIn(place, map);
}

/** Puts copies in place of the aliases of maps and lists on the way to a place, so that a change there affects no other place. */
export function replaceAliases(document: Document, place: readonly (string | number)[]): void {
  const { isAlias, isCollection, isNode, visit } = loadYaml();
  for (const depth of place.keys()) {
    const outer = place.slice(0, depth);
    const alias: unknown = document.getIn(outer, true);
    const node = isAlias(alias) ? alias.resolve(document) : undefined;
    const copy: unknown = isCollection(node) ? node.clone() : undefined;
    if (!isNode(copy)) continue;
    visit(copy, {
      Value: (_, value) => {
        delete value.anchor;
      },
    });
    document.setIn(outer, copy);
  }
}

const scalarTag = (tag: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag => ({
  tag: `tag:yaml.org,2002:${tag}`,
  default: true,
  test,
  resolve,
});

const plainScalars: readonly ScalarTag[] = [
  scalarTag("int", /^[-+]?0[0-7]+$/, (text) => parseSigned(text, (digits) => BigInt(`0o${digits}`))),
  scalarTag("int", /^[-+]?0b[01]+$/, (text) => parseSigned(text, BigInt)),
  scalarTag("int", /^[-+]?[1-9][0-9]*(?:_[0-9]+)+$/, (text) => parseSigned(text.replaceAll("_", ""), BigInt)),
  scalarTag("timestamp", /^\d{4}-\d\d-\d\d$/, (text) => `${text} 00:00:00 +0000 UTC`),
  scalarTag(
    "timestamp",
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    (text) => `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC`,
  ),
];

function parseSigned(text: string, read: (digits: string) => bigint): bigint {
  const size = read(text.replace(/^[-+]/, ""));
  return text.startsWith("-") ? -size : size;
}
