import {
  newResource,
  providerUrn,
  type ResourceState,
  referencesOf,
  sameValue,
  stackType,
} from "../../state";
import { FormerUrns } from "./aliases";
import type { DefaultProviders } from "./default-provider";
import type { Deletions } from "./deletions";
import { dependentsToReplace } from "./dependent-replacements";
import { describeStep } from "./describe-step";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import { registerProvider } from "./explicit-provider";
import { planCustomResource, refuseProtected } from "./plan";
import type { RegisteredResource, Registration } from "./program-port";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { create, keep, report, update } from "./steps";
import { unsupportedPackage, unsupportedType } from "./supported-types";
import { isProvider, makeUrn, stackUrn, typeOf } from "./urn";

/** What a child takes from its parent. */
interface Inherited {
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly deletedWith: string;
}

/** What a resource was before, and the alias under which it was found; empty: its own URN. */
interface Before {
  readonly entry: Entry;
  readonly alias: string;
}

/** Takes a program's registrations: finds what each was before, decides, and does it. */
export class Registrations {
  readonly #run: Run;
  readonly #providers: DefaultProviders;
  readonly #deletions: Deletions;
  readonly #olds: ReadonlyMap<string, Entry>;
  readonly #registered = new Map<string, Inherited>();
  /** What has begun of each registration. Never rejects. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #aliased = new Map<string, string>();
  readonly #formerUrns: FormerUrns;
  /** Entries of before that were carried over because something untargeted needs them. */
  readonly #carried = new Map<string, Entry>();
  /** URNs that are not created because they are not among the targets. */
  readonly #skipped = new Set<string>();
  /** Entries deleted because what they depend on is deleted first, and why. */
  readonly #cascaded = new Map<Entry, readonly string[]>();
  readonly #replaced = new Set<string>();

  constructor(run: Run, providers: DefaultProviders, deletions: Deletions) {
    this.#run = run;
    this.#providers = providers;
    this.#deletions = deletions;
    this.#formerUrns = new FormerUrns(run.options.stack, run.options.project);
    this.#olds = new Map(
      run.stackState.base
        .filter((entry) => !entry.state.delete && !run.stackState.isRemoved(entry))
        .map((entry) => [entry.state.urn, entry]),
    );
  }

  /** Whether the program has named this URN in this run. */
  isRegistered(urn: string): boolean {
    return this.#registered.has(urn) || this.#aliased.has(urn);
  }

  /** Whether the program has named anything but the stack itself. */
  get hasRegisteredAny(): boolean {
    return [...this.#registered.keys()].some((urn) => typeOf(urn) !== stackType);
  }

  async register(goal: Registration): Promise<RegisteredResource> {
    const run = this.#run;
    if (run.isStopping) {
      const { stack, project } = run.options;
      run.markNotStarted(makeUrn(stack, project, this.parentOf(goal), goal.type, goal.name));
      throw new EngineStopping();
    }
    const urn = this.claim(goal);
    const work = this.#apply(urn, goal);
    this.#underWay.set(urn, work.then(nothing, nothing));
    try {
      return registered(await work);
    } catch (cause) {
      run.markNotStarted(urn);
      if (cause instanceof EngineStopping) throw cause;
      run.message("error", errorMessage(cause), urn);
      run.fail();
      throw new EngineStopping();
    }
  }

  /** Makes the URN and refuses what cannot be: a duplicate, a missing parent, what this engine does not do. */
  claim(goal: Pick<Registration, "type" | "name" | "parent"> & Partial<Registration>): string {
    const { stack, project } = this.#run.options;
    const root = stackUrn(stack, project);
    const parent = this.parentOf(goal);
    const urn = makeUrn(stack, project, parent, goal.type, goal.name);
    const above = this.#registered.get(parent);
    const problem =
      unsupportedType(goal.type) ??
      (parent !== "" && !above ? `its parent ${parent} is not registered` : undefined) ??
      (this.#registered.has(urn)
        ? "the program declares this type and name twice under one parent"
        : undefined) ??
      (this.#aliased.has(urn) ? `${this.#aliased.get(urn)} has taken this URN over as an alias` : undefined);
    if (problem) {
      this.#run.message("error", `${goal.type} "${goal.name}" cannot be registered: ${problem}.`, urn);
      this.#run.fail();
      throw new EngineStopping();
    }
    const fromParent = parent === root ? undefined : above;
    this.#registered.set(urn, {
      protect: goal.protect ?? fromParent?.protect ?? false,
      retainOnDelete: goal.retainOnDelete ?? fromParent?.retainOnDelete ?? false,
      deletedWith: goal.deletedWith || (fromParent?.deletedWith ?? ""),
    });
    return urn;
  }

  /** The reference to a resource's provider: an explicit one that this run has registered, or the default one. */
  async providerOf(explicit: string): Promise<string> {
    if (explicit === "") return this.#providers.reference("pulumi-nodejs");
    const urn = providerUrn(explicit);
    if (!this.#registered.has(urn)) throw new EngineError(`its provider ${urn} is not registered.`);
    return explicit;
  }

  parentOf(goal: Pick<Registration, "type" | "parent">): string {
    const root = stackUrn(this.#run.options.stack, this.#run.options.project);
    if (goal.parent !== "" || goal.type === stackType) return goal.parent;
    return this.#registered.has(root) ? root : "";
  }

  /** The entry this resource had before: under its own URN first, then under its aliases. */
  oldOf(urn: string, aliases: readonly string[]): Before | undefined {
    const carried = this.#carried.get(urn);
    if (carried) return { entry: carried, alias: "" };
    const own = this.#olds.get(urn);
    if (own && !this.#run.stackState.isRemoved(own)) return { entry: own, alias: "" };
    for (const alias of aliases) {
      const entry = this.#carried.get(alias) ?? this.#olds.get(alias);
      if (!entry || alias === urn) continue;
      const owner = this.#aliased.get(alias) ?? (this.#registered.has(alias) ? alias : undefined);
      if (owner) {
        throw new EngineError(
          `The alias ${alias} belongs to ${owner}, which this program registers too. Remove the alias or the other resource.`,
        );
      }
      return { entry, alias };
    }
    return undefined;
  }

  /** From now on the entry of the alias is this resource's, and whatever refers to it refers to this URN. */
  #takeOver(alias: string, urn: string): void {
    this.#aliased.set(alias, urn);
    this.#run.stackState.renameUrn(alias, urn);
  }

  async #apply(urn: string, goal: Registration): Promise<ResourceState> {
    const refused = goal.custom ? unsupportedPackage(goal.type) : undefined;
    if (refused) throw new EngineError(refused);
    const inherited = this.#registered.get(urn);
    const provider = goal.custom && !isProvider(goal) ? await this.providerOf(goal.provider) : "";
    const parent = this.parentOf(goal);
    const old = this.oldOf(urn, this.#formerUrns.of({ ...goal, parent }, goal.aliases));
    if (old?.alias) this.#formerUrns.found(urn, old.alias);
    const next: ResourceState = {
      ...newResource({ urn, type: goal.type, custom: goal.custom }),
      inputs: goal.inputs,
      parent,
      protect: inherited?.protect ?? false,
      retainOnDelete: inherited?.retainOnDelete ?? false,
      deletedWith: inherited?.deletedWith ?? "",
      dependencies: goal.dependencies,
      propertyDependencies: goal.propertyDependencies,
      additionalSecretOutputs: goal.additionalSecretOutputs,
      customTimeouts: goal.customTimeouts,
      ignoreChanges: goal.ignoreChanges,
      replaceOnChanges: goal.replaceOnChanges,
      resourceHooks: goal.hooks,
      sourcePosition: goal.sourcePosition,
      provider,
    };
    if (goal.type !== stackType && !isProvider(goal) && !this.#run.targets.includes(next)) {
      return this.#leave(next, old);
    }
    const skipped = referencesOf(next).find((needed) => this.#skipped.has(needed));
    if (skipped) {
      throw new EngineError(
        `It needs ${skipped}, which does not exist yet and is left out of this run. Nothing was done to it. ${this.#run.targets.hasTargets ? "Name that one with --target, too" : "Leave --exclude away from that one"}.`,
      );
    }
    const knot = this.#carried.size > 0 ? this.#neededInACircle(next) : undefined;
    if (knot) {
      throw new EngineError(
        `It needs ${knot}, which is left out of this run and, as the state has it, needs this one. Nothing was done to it. Take both into the run, or neither.`,
      );
    }
    if (old?.alias) this.#takeOver(old.alias, urn);
    if (isProvider(next)) {
      const id = () => (this.#run.options.preview ? "" : this.#providers.newId());
      return registerProvider(this.#run, next, old?.entry, id);
    }
    return goal.custom
      ? this.#applyCustom(next, goal, old?.entry)
      : this.#applyComponent(next, goal, old?.entry);
  }

  /** What this resource needs and what, through entries that were carried over, needs it: no order would be right. */
  #neededInACircle(next: ResourceState): string | undefined {
    const states = new Map(this.#run.stackState.added.map((state) => [state.urn, state]));
    const visited = new Set<string>();
    const leadsBack = (urn: string): boolean => {
      if (urn === next.urn) return true;
      if (visited.has(urn)) return false;
      visited.add(urn);
      const state = states.get(urn);
      return state !== undefined && referencesOf(state).some(leadsBack);
    };
    return referencesOf(next).find(leadsBack);
  }

  /** What is left out stays word for word as it was, under the URN it had, and what is new is not made. */
  async #leave(next: ResourceState, old: Before | undefined): Promise<ResourceState> {
    if (old) {
      if (old.alias) this.#takeOver(next.urn, old.alias);
      return (await this.#carryOver(old.entry)).state;
    }
    this.#skipped.add(next.urn);
    return { ...next, outputs: {} };
  }

  /**
   * An entry stands after all that it refers to, so those come along; but for what the program has registered, too,
   * and is at work on: that will stand in the state by itself.
   */
  async #carryOver(entry: Entry): Promise<Entry> {
    const { stackState: journal } = this.#run;
    const { urn } = entry.state;
    for (const needed of this.#carried.has(urn) ? [] : referencesOf(entry.state)) {
      await this.#underWay.get(this.#aliased.get(needed) ?? needed);
      const other = this.#olds.get(needed);
      if (other && other !== entry) await this.#carryOver(other);
    }
    const known = this.#carried.get(urn);
    if (known) return known;
    if (entry.state.delete || journal.isRemoved(entry) || !journal.base.includes(entry)) return entry;
    const carried = journal.carryOver(entry);
    this.#carried.set(urn, carried);
    report(this.#run, describeStep("same", { old: entry.state, new: entry.state }));
    return carried;
  }

  async #applyComponent(
    next: ResourceState,
    goal: Registration,
    old: Entry | undefined,
  ): Promise<ResourceState> {
    if (!old) return create(this.#run, next, undefined, {});
    if (old.state.custom) return this.#replaceByComponent(next, goal, old);
    if (sameValue(old.state.inputs, next.inputs)) return keep(this.#run, old, next);
    return update(this.#run, old, next, {});
  }

  /** A component has no provider: what a custom resource of this URN left at the service is deleted. */
  async #replaceByComponent(next: ResourceState, goal: Registration, old: Entry): Promise<ResourceState> {
    const isGone = old.state.pendingReplacement || this.#cascaded.has(old);
    const deleteFirst = goal.deleteBeforeReplace === true && !old.state.external && !isGone;
    if (!isGone) refuseProtected(old.state, next, ["provider"]);
    this.#replaced.add(next.urn);
    if (deleteFirst) await this.#deleteFirst(old);
    const replaced = { entry: old, deleteLater: !isGone && !deleteFirst };
    return create(this.#run, next, replaced, { reason: "it is a component now" });
  }

  async #applyCustom(
    wanted: ResourceState,
    goal: Registration,
    old: Entry | undefined,
  ): Promise<ResourceState> {
    const run = this.#run;
    const cascaded = old && this.#cascaded.get(old);
    const plan = await planCustomResource(run, wanted, goal, old?.state, {
      recreate: cascaded !== undefined || old?.state.pendingReplacement === true,
      deletedWithReplaced: wanted.deletedWith !== "" && this.#replaced.has(wanted.deletedWith),
    });
    const next = plan.state;
    const why = { replaces: plan.replaces, reason: plan.reason };
    switch (plan.action) {
      case "create":
        return create(run, next, undefined, why);
      case "keep":
        return old ? keep(run, old, next) : create(run, next, undefined, why);
      case "update":
        return old ? update(run, old, next, why) : create(run, next, undefined, why);
      case "recreate":
        this.#replaced.add(next.urn);
        return create(run, next, old && { entry: old, deleteLater: false }, {
          replaces: cascaded ?? [],
          reason: cascaded ? "what it depends on is replaced" : "deleted by an earlier run",
        });
      case "takeOver":
        return create(run, next, old && { entry: old, deleteLater: true }, why);
      case "replace":
        if (!old) return create(run, next, undefined, why);
        this.#replaced.add(next.urn);
        if (!plan.deleteFirst) return create(run, next, { entry: old, deleteLater: true }, why);
        await this.#deleteFirst(old);
        return create(run, next, { entry: old, deleteLater: false }, why);
    }
  }

  /** Deletes a resource before its replacement is made, and before it those dependents it would replace. */
  async #deleteFirst(root: Entry): Promise<void> {
    const run = this.#run;
    const dependents = await dependentsToReplace(run, root, (urn) => this.isRegistered(urn));
    const guarded = dependents.find(({ entry }) => entry.state.protect);
    if (guarded) {
      throw new EngineError(
        `It cannot be replaced: ${guarded.entry.state.urn} depends on it, would have to be deleted first, and is protected. Nothing was done. Remove \`protect\` from that one, or set deleteBeforeReplace: false on this one.`,
      );
    }
    for (const { entry, replaces } of dependents) this.#cascaded.set(entry, replaces);
    const gone = await this.#deletions.delete([root, ...dependents.map(({ entry }) => entry)], {
      pendingReplacement: true,
      reason: "",
    });
    if (gone) return;
    run.fail();
    throw new EngineStopping();
  }
}

const nothing = () => undefined;

/** What the program learns. A component's outputs are what it registers itself, later. */
export function registered(state: ResourceState): RegisteredResource {
  return { urn: state.urn, id: state.id, outputs: state.custom ? state.outputs : {} };
}
