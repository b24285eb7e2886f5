import { type ResourceState, referencesOf } from "../../state";
import type { Entry } from "./stack-state";
import { UrnPatterns } from "./urn-patterns";

/** The resources that a run is limited to. URNs may contain `*` (anything but a colon) and `**` (anything). */
export interface TargetOptions {
  /** Empty for all resources. */
  readonly targets?: readonly string[];
  /** Include the dependents of targets. */
  readonly targetDependents?: boolean;
  /** Resources to exclude. Ignored if there are targets. */
  readonly excludes?: readonly string[];
  /** Also exclude the dependents of excluded resources. */
  readonly excludeDependents?: boolean;
}

/** Extracts the target options from larger options. */
export function targetOptionsOf(options: TargetOptions): TargetOptions {
  const { targets = [], targetDependents = false, excludes = [], excludeDependents = false } = options;
  return { targets, targetDependents, excludes, excludeDependents };
}

/** The resources that a run includes. */
export class Targets {
  readonly #targets: UrnPatterns;
  readonly #excludes: UrnPatterns;
  /** URNs that match the options themselves or through their dependencies. */
  readonly #matched = new Set<string>();
  readonly #withDependents: boolean;

  constructor(options: TargetOptions) {
    this.#targets = new UrnPatterns(options.targets ?? []);
    this.#excludes = new UrnPatterns(this.#targets.isEmpty ? (options.excludes ?? []) : []);
    this.#withDependents = this.#targets.isEmpty
      ? options.excludeDependents === true
      : options.targetDependents === true;
  }

  /** Whether the run excludes any resource. */
  get isLimited(): boolean {
    return !this.#targets.isEmpty || !this.#excludes.isEmpty;
  }

  get hasTargets(): boolean {
    return !this.#targets.isEmpty;
  }

  /** Call it in the order of dependencies: dependents after their dependencies. */
  includes(state: ResourceState): boolean {
    return this.#includes(state, this.#matched);
  }

  /**
   * Returns those of these resources that the run excludes if they are registered unchanged. The resources are in the order of
   * dependencies.
   */
  excludedFrom(states: readonly ResourceState[]): ReadonlySet<string> {
    const matched = new Set<string>();
    return new Set(states.filter((state) => !this.#includes(state, matched)).map(({ urn }) => urn));
  }

  #includes(state: ResourceState, matched: Set<string>): boolean {
    if (!this.isLimited) return true;
    const patterns = this.hasTargets ? this.#targets : this.#excludes;
    const isMatch =
      patterns.matches(state.urn) ||
      (this.#withDependents && referencesOf(state).some((urn) => matched.has(urn)));
    if (isMatch) matched.add(state.urn);
    return isMatch === this.hasTargets;
  }

  /** The entries that may be deleted. Resources that an excluded entry depends on may not. */
  deletable(entries: readonly Entry[]): readonly Entry[] {
    const included = entries.filter(({ state }) => this.includes(state));
    if (this.hasTargets || !this.isLimited) return included;
    const deletable = new Set(included);
    const needed = new Set<string>();
    for (const entry of [...entries].reverse()) {
      if (deletable.has(entry) && !needed.has(entry.state.urn)) continue;
      deletable.delete(entry);
      for (const urn of referencesOf(entry.state)) needed.add(urn);
    }
    return included.filter((entry) => deletable.has(entry));
  }

  /** Targets without wildcards that do not exist. */
  findMissingTargets(exists: (urn: string) => boolean): readonly string[] {
    return this.#targets.literals.filter((urn) => !exists(urn));
  }

  /** Options with wildcards that match none of these URNs. */
  unmatchedBy(urns: readonly string[]): readonly (readonly [string, string])[] {
    return [
      ...this.#targets.unmatchedBy(urns).map((pattern) => ["--target", pattern] as const),
      ...this.#excludes.unmatchedBy(urns).map((pattern) => ["--exclude", pattern] as const),
    ];
  }

  /** Exclusions without wildcards that do not exist. */
  findMissingExclusions(exists: (urn: string) => boolean): readonly string[] {
    return this.#excludes.literals.filter((urn) => !exists(urn));
  }
}
