import { StateError } from "./error";
import { providerTypePrefix, providerUrn, type ResourceState } from "./snapshot";

/** Checks what the CLI checks when it reads a state (engine.md 6), and reports which entry breaks which rule. */
export function checkIntegrity(resources: readonly ResourceState[], place: string): void {
  const broken = brokenRule(resources);
  if (broken === undefined) return;
  throw new StateError(
    "checkpoint",
    `${place}: ${broken}. Nothing was changed. Restore the file from the .bak next to it, or repair it with \`pulumi state repair\`.`,
  );
}

/** The first entry that breaks a rule, and the rule. Undefined: every entry keeps all of them. */
export function brokenRule(resources: readonly ResourceState[]): string | undefined {
  const seen = new Set<string>();
  const live = new Set<string>();
  const providers = new Set<string>();
  for (const state of resources) {
    const rule = ruleBrokenBy(state, seen, live, providers);
    if (rule !== undefined) return `${state.urn} ${rule}`;
    if (!state.delete) live.add(state.urn);
    seen.add(state.urn);
    if (state.type.startsWith(providerTypePrefix)) providers.add(`${state.urn}::${state.id}`);
  }
  return undefined;
}

function ruleBrokenBy(
  state: ResourceState,
  seen: ReadonlySet<string>,
  live: ReadonlySet<string>,
  providers: ReadonlySet<string>,
): string | undefined {
  if (!state.custom && state.id !== "") return "is a component and must not have an id";
  if (state.provider !== "" && !state.pendingReplacement && !providers.has(state.provider))
    return `uses the provider ${state.provider}, which does not stand before it`;
  if (state.parent !== "" && !seen.has(state.parent))
    return `has the parent ${state.parent}, which does not stand before it`;
  const missing = neededBy(state).find((urn) => !seen.has(urn));
  if (missing !== undefined) return `depends on ${missing}, which does not stand before it`;
  if (!state.delete && live.has(state.urn)) return "stands there twice";
  return undefined;
}

/** Every URN that must stand before this entry, other than its parent and its provider. */
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
 * Sorts entries so that each stands after all that it refers to. Otherwise their order stays. Several entries may share
 * one URN: only what is replaced and waits for its deletion can refer to another one that does.
 */
export function sortByReferences(resources: readonly ResourceState[]): readonly ResourceState[] {
  const bearers = new Map<string, ResourceState[]>();
  for (const state of resources) bearers.set(state.urn, [...(bearers.get(state.urn) ?? []), state]);
  const sorted = new Set<ResourceState>();
  const visited = new Set<ResourceState>();
  const place = (state: ResourceState) => {
    if (visited.has(state)) return;
    visited.add(state);
    for (const urn of referencesOf(state)) {
      const all = bearers.get(urn) ?? [];
      const live = all.filter((other) => !other.delete);
      (state.delete || live.length === 0 ? all : live).forEach(place);
    }
    sorted.add(state);
  };
  resources.forEach(place);
  return [...sorted];
}

/**
 * Takes references to what does not stand before an entry out of its lists. Several entries may share one URN: what
 * counts is whether one of them stands before, as the CLI sees it. An entry without such references stays the same.
 */
export function withoutDanglingReferences(resources: readonly ResourceState[]): readonly ResourceState[] {
  const seen = new Set<string>();
  const stands = (urn: string) => urn === "" || seen.has(urn);
  return resources.map((state) => {
    const isWhole = neededBy(state).every(stands) && stands(state.parent);
    const pruned = isWhole ? state : prune(state, stands);
    seen.add(state.urn);
    return pruned;
  });
}

function prune(state: ResourceState, stands: (urn: string) => boolean): ResourceState {
  const propertyDependencies = Object.entries(state.propertyDependencies)
    .map(([name, urns]) => [name, urns.filter(stands)] as const)
    .filter(([, urns]) => urns.length > 0);
  return {
    ...state,
    parent: stands(state.parent) ? state.parent : "",
    dependencies: state.dependencies.filter(stands),
    propertyDependencies: Object.fromEntries(propertyDependencies),
    deletedWith: stands(state.deletedWith) ? state.deletedWith : "",
  };
}
