import { type ResourceState, referencesOf } from "../../state";
import { describeStep } from "./describe-step";
import { EngineError } from "./engine-error";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { reportStep } from "./step-progress";
import type { OldEntry, UrnRegistry } from "./urn-registry";

/** The registered resources that `--target` or `--exclude` excludes from the run. */
export class ExcludedResources {
  readonly #run: Run;
  readonly #registry: UrnRegistry;
  /** Resolves when the registration of a URN is done or has failed. */
  readonly #whenRegistered: (urn: string) => Promise<void> | undefined;
  /** URNs of resources that do not exist yet and that this run does not create. */
  readonly #notCreated = new Set<string>();

  constructor(run: Run, registry: UrnRegistry, whenRegistered: (urn: string) => Promise<void> | undefined) {
    this.#run = run;
    this.#registry = registry;
    this.#whenRegistered = whenRegistered;
  }

  /** Keeps an existing resource exactly as it is, under its previous URN. Does not create one that does not exist. */
  async keep(next: ResourceState, old: OldEntry | undefined): Promise<ResourceState> {
    if (old) {
      this.#registry.keepFormerUrn(old.entry.state.urn, next.urn);
      return (await this.#carryOver(old.entry)).state;
    }
    this.#notCreated.add(next.urn);
    return { ...next, outputs: {} };
  }

  /** Throws if a resource of the run refers to an excluded one in a way that no state could record. */
  checkReferences(next: ResourceState): void {
    const notCreated = referencesOf(next).find((urn) => this.#notCreated.has(urn));
    if (notCreated) {
      throw new EngineError(
        `It depends on ${notCreated}, which does not exist yet and is not part of this run. Nothing was done to it. ${this.#run.targets.hasTargets ? "Specify that resource with --target too" : "Remove that resource from --exclude"}.`,
      );
    }
    const cycle = this.#registry.hasCarriedOver ? this.#referenceBack(next) : undefined;
    if (cycle) {
      throw new EngineError(
        `It depends on ${cycle}, which is not part of this run and depends on this resource according to the state. Nothing was done to it. Include both in the run, or neither.`,
      );
    }
  }

  /** The reference of this resource that leads back to it through carried-over entries. */
  #referenceBack(next: ResourceState): string | undefined {
    const states = new Map(this.#run.stackState.added.map((state) => [state.urn, state]));
    const visited = new Set<string>();
    const dependsOnSelf = (urn: string): boolean => {
      if (urn === next.urn) return true;
      if (visited.has(urn)) return false;
      visited.add(urn);
      const state = states.get(urn);
      return state !== undefined && referencesOf(state).some(dependsOnSelf);
    };
    return referencesOf(next).find(dependsOnSelf);
  }

  /** Adds the entry to the new state unchanged, after those that it refers to. */
  async #carryOver(entry: Entry): Promise<Entry> {
    await this.#carryOverReferences(entry);
    return this.#add(entry);
  }

  /** Carries over the entries that this one refers to, except those that the program registers itself. */
  async #carryOverReferences(entry: Entry): Promise<void> {
    if (this.#registry.carriedOver(entry.state.urn)) return;
    for (const needed of referencesOf(entry.state)) {
      const registered = () => this.#whenRegistered(this.#registry.currentUrn(needed));
      await registered();
      const other = this.#registry.baseEntry(needed);
      if (!other || other === entry) continue;
      await this.#carryOverReferences(other);
      // The program may have registered it in the meantime.
      await registered();
      this.#add(other);
    }
  }

  #add(entry: Entry): Entry {
    const { stackState } = this.#run;
    const { urn } = entry.state;
    const known = this.#registry.carriedOver(urn);
    if (known) return known;
    if (entry.state.delete || stackState.isRemoved(entry) || !stackState.base.includes(entry)) return entry;
    const copy = stackState.carryOver(entry);
    this.#registry.setCarriedOver(urn, copy);
    reportStep(this.#run, describeStep("same", { old: entry.state, new: entry.state }));
    return copy;
  }
}
