/** URNs, some of which may contain wildcards. */
export class UrnPatterns {
  readonly literals: readonly string[];
  readonly #wildcards: readonly string[];
  readonly #literals: ReadonlySet<string>;
  readonly #globs: readonly RegExp[];

  constructor(patterns: readonly string[]) {
    this.literals = patterns.filter((pattern) => !pattern.includes("*"));
    this.#literals = new Set(this.literals);
    this.#wildcards = patterns.filter((pattern) => pattern.includes("*"));
    this.#globs = this.#wildcards.map(expressionOf);
  }

  get isEmpty(): boolean {
    return this.#literals.size === 0 && this.#globs.length === 0;
  }

  /** Patterns with wildcards that match none of these URNs. */
  unmatchedBy(urns: readonly string[]): readonly string[] {
    return this.#wildcards.filter((_, at) => !urns.some((urn) => this.#globs[at]?.test(urn)));
  }

  matches(urn: string): boolean {
    return this.#literals.has(urn) || this.#globs.some((glob) => glob.test(urn));
  }
}

function expressionOf(glob: string): RegExp {
  const source = glob
    .split(/(\*\*?)/)
    .map((part) =>
      part === "**" ? ".*" : part === "*" ? "[^:]*" : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
    );
  return new RegExp(`^${source.join("")}$`, "s");
}
