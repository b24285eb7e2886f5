import { type ResourceState, referencesOf } from "../../state";
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
  /** URNs of registered resources that match the options themselves or through their dependencies. */
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

  /** Whether the run includes a resource that the program registers. Call it in the order of dependencies: dependents last. */
  includes(state: ResourceState): boolean {
    if (!this.isLimited) return true;
    this.#match(state, this.#matched);
    return this.#matched.has(state.urn) === this.hasTargets;
  }

  /**
   * Returns the URNs of those of these resources that the run excludes if they are registered unchanged. The resources are in the order of
   * dependencies.
   */
  excludedFrom(states: readonly ResourceState[]): ReadonlySet<string> {
    if (!this.isLimited) return new Set();
    const matched = new Set<string>();
    for (const state of states) this.#match(state, matched);
    return new Set(states.map(({ urn }) => urn).filter((urn) => matched.has(urn) !== this.hasTargets));
  }

  #match(state: ResourceState, matched: Set<string>): void {
    const patterns = this.hasTargets ? this.#targets : this.#excludes;
    const isMatch =
      patterns.matches(state.urn) ||
      // Resources that the program only reads are not registered, so they match by their URNs only.
      (this.#withDependents && referencesOf(state).some((urn) => matched.has(urn) || patterns.matches(urn)));
    if (isMatch) matched.add(state.urn);
  }

  /**
   * The URNs of the resources that the run must not delete. `before` is the state before the run. What an excluded resource depended on
   * stays too, even if the program has replaced it: the excluded resource is not updated, so its object may still use the old one.
   */
  undeletable(before: readonly ResourceState[]): ReadonlySet<string> {
    const kept = new Set(this.excludedFrom(before));
    if (this.hasTargets) return kept;
    for (const state of [...before].reverse()) {
      if (kept.has(state.urn)) for (const urn of referencesOf(state)) kept.add(urn);
    }
    return kept;
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
