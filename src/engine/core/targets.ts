import { type ResourceState, referencesOf } from "../../state";
import type { Entry } from "./stack-state";
import { UrnPatterns } from "./urn-patterns";

/** What a run is limited to. URNs may hold `*` (anything but a colon) and `**` (anything). */
export interface TargetOptions {
  /** Empty: everything. */
  readonly targets?: readonly string[];
  /** What depends on a target is one, too. */
  readonly targetDependents?: boolean;
  /** Left alone. Looked at only where there are no targets. */
  readonly excludes?: readonly string[];
  /** What depends on something excluded is left alone, too. */
  readonly excludeDependents?: boolean;
}

/** Only what limits a run, of options that say more. */
export function targetOptionsOf(options: TargetOptions): TargetOptions {
  const { targets = [], targetDependents = false, excludes = [], excludeDependents = false } = options;
  return { targets, targetDependents, excludes, excludeDependents };
}

/** Tells which resources a run is about. */
export class Targets {
  readonly #targets: UrnPatterns;
  readonly #excludes: UrnPatterns;
  /** What has been found to be a target, or to be excluded, because of the options or of what it depends on. */
  readonly #reached = new Set<string>();
  readonly #withDependents: boolean;

  constructor(options: TargetOptions) {
    this.#targets = new UrnPatterns(options.targets ?? []);
    this.#excludes = new UrnPatterns(this.#targets.isEmpty ? (options.excludes ?? []) : []);
    this.#withDependents = this.#targets.isEmpty
      ? options.excludeDependents === true
      : options.targetDependents === true;
  }

  /** Whether the run is about some resources only. */
  get isLimited(): boolean {
    return !this.#targets.isEmpty || !this.#excludes.isEmpty;
  }

  get hasTargets(): boolean {
    return !this.#targets.isEmpty;
  }

  /** Asked in the order of dependencies: what depends on a resource comes after it. */
  includes(state: ResourceState): boolean {
    if (!this.isLimited) return true;
    const named = this.hasTargets ? this.#targets : this.#excludes;
    const reached =
      named.matches(state.urn) ||
      (this.#withDependents && referencesOf(state).some((urn) => this.#reached.has(urn)));
    if (reached) this.#reached.add(state.urn);
    return reached === this.hasTargets;
  }

  /** Those entries a deletion may take, of all there are: what stays needs what it depends on. */
  deletable(entries: readonly Entry[]): readonly Entry[] {
    const included = entries.filter(({ state }) => this.includes(state));
    if (this.hasTargets || !this.isLimited) return included;
    const among = new Set(included);
    const needed = new Set<string>();
    for (const entry of [...entries].reverse()) {
      if (among.has(entry) && !needed.has(entry.state.urn)) continue;
      among.delete(entry);
      for (const urn of referencesOf(entry.state)) needed.add(urn);
    }
    return included.filter((entry) => among.has(entry));
  }

  /** Targets written out in full that are none of the URNs. */
  missingTargets(exists: (urn: string) => boolean): readonly string[] {
    return this.#targets.literals.filter((urn) => !exists(urn));
  }

  /** Exclusions written out in full that are none of the URNs. */
  missingExcludes(exists: (urn: string) => boolean): readonly string[] {
    return this.#excludes.literals.filter((urn) => !exists(urn));
  }
}
