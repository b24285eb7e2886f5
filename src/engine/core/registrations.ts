import { isSameValue, newResource, type ResourceState, stackType } from "../../state";
import { createResource } from "./create";
import type { DefaultProviders } from "./default-provider";
import type { Deletions } from "./deletions";
import { checkDependentsDeletable, type Dependent, dependentsToReplace } from "./dependent-replacements";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import { errorMessage } from "./error-message";
import { ExcludedResources } from "./excluded-resources";
import { registerProvider } from "./explicit-provider";
import { checkNotPending } from "./pending-operations";
import { checkNotProtected, planCustomResource } from "./plan";
import type { RegisteredResource, Registration } from "./program-port";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { unsupportedPackage } from "./supported-types";
import { keepResource, updateResource } from "./update";
import { isProvider } from "./urn";
import type { UrnRegistry } from "./urn-registry";

/** Carries out a program's registrations: finds the previous entry of each resource, plans its step and takes it. */
export class Registrations {
  readonly #run: Run;
  readonly #registry: UrnRegistry;
  readonly #providers: DefaultProviders;
  readonly #deletions: Deletions;
  readonly #excluded: ExcludedResources;
  /** A promise for the end of each registration that has begun, by URN. Never rejects. */
  readonly #ended = new Map<string, Promise<void>>();
  /** Entries that are deleted because a resource that they depend on is deleted, with the properties that require it. */
  readonly #deletedWithDependency = new Map<Entry, readonly string[]>();
  readonly #replacedUrns = new Set<string>();

  constructor(run: Run, registry: UrnRegistry, providers: DefaultProviders, deletions: Deletions) {
    this.#run = run;
    this.#registry = registry;
    this.#providers = providers;
    this.#deletions = deletions;
    this.#excluded = new ExcludedResources(run, registry, (urn) => this.#ended.get(urn));
  }

  async register(registration: Registration): Promise<RegisteredResource> {
    const run = this.#run;
    if (run.isStopping) {
      run.markNotStarted(this.#registry.urnOf(registration));
      throw new EngineStopping();
    }
    const urn = this.#registry.register(registration);
    const work = this.#apply(urn, registration);
    this.#ended.set(urn, work.then(nothing, nothing));
    try {
      return toRegisteredResource(await work);
    } catch (cause) {
      run.markNotStarted(urn);
      if (cause instanceof EngineStopping) throw cause;
      run.message("error", errorMessage(cause), urn);
      run.fail();
      throw new EngineStopping();
    }
  }

  async #apply(urn: string, registration: Registration): Promise<ResourceState> {
    const run = this.#run;
    const unsupported = registration.custom ? unsupportedPackage(registration.type) : undefined;
    if (unsupported) throw new EngineError(unsupported);
    const hasProvider = registration.custom && !isProvider(registration);
    const provider = hasProvider ? await this.#registry.providerOf(registration.provider) : "";
    const parent = this.#registry.parentOf(registration);
    const old = this.#registry.findOldByAliases(urn, { ...registration, parent }, registration.aliases);
    const next: ResourceState = {
      ...newResource({ urn, type: registration.type, custom: registration.custom }),
      ...this.#registry.optionsOf(urn),
      inputs: registration.inputs,
      parent,
      dependencies: registration.dependencies,
      propertyDependencies: registration.propertyDependencies,
      additionalSecretOutputs: registration.additionalSecretOutputs,
      customTimeouts: registration.customTimeouts,
      ignoreChanges: registration.ignoreChanges,
      hideDiff: registration.hideDiffs,
      replaceOnChanges: registration.replaceOnChanges,
      resourceHooks: registration.hooks,
      sourcePosition: registration.sourcePosition,
      provider,
    };
    const isIncluded = run.targets.includes(next) || next.type === stackType || isProvider(next);
    // A resource that this run has deleted must be created again, even if it no longer depends on a target.
    const isDeleted = old && this.#deletedWithDependency.has(old.entry);
    if (!isIncluded && !isDeleted) {
      return this.#excluded.keep(next, old);
    }
    this.#excluded.checkReferences(next);
    if (old?.alias) this.#registry.useAlias(old.alias, urn);
    if (isProvider(next)) {
      return registerProvider(run, next, old?.entry, () =>
        run.options.preview ? "" : this.#providers.newId(),
      );
    }
    return registration.custom
      ? this.#applyCustom(next, registration, old?.entry)
      : this.#applyComponent(next, registration, old?.entry);
  }

  async #applyComponent(
    next: ResourceState,
    registration: Registration,
    old: Entry | undefined,
  ): Promise<ResourceState> {
    if (!old) return createResource(this.#run, next, undefined, {});
    if (old.state.custom) return this.#replaceByComponent(next, registration, old);
    if (isSameValue(old.state.inputs, next.inputs)) return keepResource(this.#run, old, next);
    return updateResource(this.#run, old, next, {});
  }

  /** A component has no provider: the object of the custom resource that had this URN is deleted. */
  async #replaceByComponent(
    next: ResourceState,
    registration: Registration,
    old: Entry,
  ): Promise<ResourceState> {
    const isDeleted = old.state.pendingReplacement || this.#deletedWithDependency.has(old);
    const deleteFirst = registration.deleteBeforeReplace === true && !old.state.external && !isDeleted;
    if (!isDeleted) checkNotProtected(old.state, next, ["provider"]);
    this.#replacedUrns.add(next.urn);
    if (deleteFirst) await this.#deleteFirst(old);
    const replaced = { entry: old, deleteLater: !isDeleted && !deleteFirst };
    return createResource(this.#run, next, replaced, { reason: "it is a component now" });
  }

  async #applyCustom(
    wanted: ResourceState,
    registration: Registration,
    old: Entry | undefined,
  ): Promise<ResourceState> {
    const run = this.#run;
    const deletedBecause = old && this.#deletedWithDependency.get(old);
    const plan = await planCustomResource(run, wanted, registration, old?.state, {
      isDeleted: deletedBecause !== undefined || old?.state.pendingReplacement === true,
      isDeletedWithReplaced: wanted.deletedWith !== "" && this.#replacedUrns.has(wanted.deletedWith),
    });
    const next = plan.state;
    const reason = { replaces: plan.replaces, reason: plan.reason };
    if (plan.action !== "keep" && plan.action !== "update") checkNotPending(run, next);
    if (!old) return createResource(run, next, undefined, reason);
    switch (plan.action) {
      case "create":
        return createResource(run, next, undefined, reason);
      case "keep":
        return keepResource(run, old, next);
      case "update":
        return updateResource(run, old, next, reason);
      case "recreate": {
        this.#replacedUrns.add(next.urn);
        if (!(await this.#deletions.waitForDeletion(old))) throw new EngineStopping();
        return createResource(
          run,
          next,
          { entry: old, deleteLater: false },
          {
            replaces: deletedBecause ?? [],
            reason: deletedBecause
              ? "a resource that it depends on is replaced"
              : "deleted by an earlier run",
          },
        );
      }
      case "replaceExternal":
        return createResource(run, next, { entry: old, deleteLater: true }, reason);
      case "replace":
        this.#replacedUrns.add(next.urn);
        if (plan.deleteFirst) await this.#deleteFirst(old);
        return createResource(run, next, { entry: old, deleteLater: !plan.deleteFirst }, reason);
    }
  }

  /** Deletes a resource before its replacement is created. Deletes the dependents that are replaced with it first. */
  async #deleteFirst(root: Entry): Promise<void> {
    const run = this.#run;
    const isRegistered = (urn: string) => this.#registry.isRegistered(urn);
    let dependents: readonly Dependent[];
    // A dependent that was registered while the others were compared no longer depends on the root.
    do dependents = await dependentsToReplace(run, root, isRegistered);
    while (dependents.some(({ entry }) => isRegistered(entry.state.urn)));
    checkDependentsDeletable(run, dependents);
    for (const { entry, replaces } of dependents) this.#deletedWithDependency.set(entry, replaces);
    const isDeleted = await this.#deletions.delete([root, ...dependents.map(({ entry }) => entry)], {
      pendingReplacement: true,
      reason: "",
    });
    // A deletion that failed has stopped the run.
    if (!isDeleted) throw new EngineStopping();
  }
}

const nothing = () => undefined;

/** The result for the program. A component's outputs are those that it registers itself, later. */
export function toRegisteredResource(state: ResourceState): RegisteredResource {
  return { urn: state.urn, id: state.id, outputs: state.custom ? state.outputs : {} };
}
