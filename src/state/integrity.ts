import { StateError } from "./error";
import { providerReference, providerTypePrefix, providerUrn, type ResourceState } from "./snapshot";

/** Makes the checks that the CLI makes when it reads a state. Throws a `StateError` that names the first violation. */
export function checkIntegrity(resources: readonly ResourceState[], place: string): void {
  const broken = findViolation(resources);
  if (broken === undefined) return;
  throw new StateError(
    "checkpoint",
    `${place}: ${broken}. Nothing was changed. Restore the file from the .bak file next to it, or repair it with \`pulumi state repair\`.`,
  );
}

/** The first entry that violates a rule, and the rule. Undefined if there is none. */
export function findViolation(resources: readonly ResourceState[]): string | undefined {
  const seen = new Set<string>();
  const live = new Set<string>();
  const providers = new Set<string>();
  for (const state of resources) {
    const rule = violationOf(state, seen, live, providers);
    if (rule !== undefined) return `${state.urn} ${rule}`;
    if (!state.delete) live.add(state.urn);
    seen.add(state.urn);
    if (state.type.startsWith(providerTypePrefix)) providers.add(providerReference(state));
  }
  return undefined;
}

function violationOf(
  state: ResourceState,
  seen: ReadonlySet<string>,
  live: ReadonlySet<string>,
  providers: ReadonlySet<string>,
): string | undefined {
  if (!state.custom && state.id !== "") return "is a component and must not have an id";
  if (state.provider !== "" && !state.pendingReplacement && !providers.has(state.provider))
    return `uses the provider ${state.provider}, which is not defined before it`;
  if (state.parent !== "" && !seen.has(state.parent))
    return `has the parent ${state.parent}, which is not defined before it`;
  const missing = neededBy(state).find((urn) => !seen.has(urn));
  if (missing !== undefined) return `depends on ${missing}, which is not defined before it`;
  if (!state.delete && live.has(state.urn)) return "is listed twice";
  return undefined;
}

/** Every URN that must come before this entry, except its parent and its provider. */
export function neededBy(state: ResourceState): readonly string[] {
  return [
    ...state.dependencies,
    ...Object.values(state.propertyDependencies).flat(),
    ...(state.deletedWith === "" ? [] : [state.deletedWith]),
  ];
}

/** Every URN that this entry refers to. */
export function referencesOf(state: ResourceState): readonly string[] {
  return [
    ...neededBy(state),
    ...(state.parent === "" ? [] : [state.parent]),
    ...(state.provider === "" ? [] : [providerUrn(state.provider)]),
  ];
}

/**
 * Sorts entries so that each comes after all entries that it refers to, and keeps the order otherwise. Several entries may share
 * one URN: only a replaced resource that waits for its deletion can refer to another such resource, apart from a provider, which is referred
 * to by its id too.
 */
export function sortByReferences(resources: readonly ResourceState[]): readonly ResourceState[] {
  const statesByUrn = new Map<string, ResourceState[]>();
  for (const state of resources) statesByUrn.set(state.urn, [...(statesByUrn.get(state.urn) ?? []), state]);
  const sorted = new Set<ResourceState>();
  const visited = new Set<ResourceState>();
  const place = (state: ResourceState) => {
    if (visited.has(state)) return;
    visited.add(state);
    for (const urn of referencesOf(state)) {
      const all = statesByUrn.get(urn) ?? [];
      const live = all.filter((other) => !other.delete || providerReference(other) === state.provider);
      (state.delete || live.length === 0 ? all : live).forEach(place);
    }
    sorted.add(state);
  };
  resources.forEach(place);
  return [...sorted];
}

/**
 * Removes references to URNs that are not defined by an earlier entry. Several entries may share one URN: as in the CLI, one earlier entry is
 * enough. An entry without such references is returned unchanged.
 */
export function removeDanglingReferences(resources: readonly ResourceState[]): readonly ResourceState[] {
  const seen = new Set<string>();
  const exists = (urn: string) => urn === "" || seen.has(urn);
  return resources.map((state) => {
    const isComplete = neededBy(state).every(exists) && exists(state.parent);
    const pruned = isComplete ? state : removeReferences(state, exists);
    seen.add(state.urn);
    return pruned;
  });
}

/** The entry without its references to this URN, except for that to its provider. */
export function withoutReferencesTo(state: ResourceState, urn: string): ResourceState {
  return referencesOf(state).includes(urn) ? removeReferences(state, (other) => other !== urn) : state;
}

function removeReferences(state: ResourceState, exists: (urn: string) => boolean): ResourceState {
  const propertyDependencies = Object.entries(state.propertyDependencies)
    .map(([name, urns]) => [name, urns.filter(exists)] as const)
    .filter(([, urns]) => urns.length > 0);
  return {
    ...state,
    parent: exists(state.parent) ? state.parent : "",
    dependencies: state.dependencies.filter(exists),
    propertyDependencies: Object.fromEntries(propertyDependencies),
    deletedWith: exists(state.deletedWith) ? state.deletedWith : "",
  };
}
