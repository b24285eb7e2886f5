import { providerUrn, type ResourceState } from "../../state";
import { urnUnder } from "./urn";

/**
 * The URNs that are written in place of others. A renamed URN counts as soon as a resource has the new one. A URN contains the types of all
 * parents. So a resource whose parent gets another type is renamed with it, as in the CLI: the next run must find it.
 */
export function renamedUrns(
  states: readonly ResourceState[],
  renamed: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (renamed.size === 0) return renamed;
  const urns = new Set(states.map(({ urn }) => urn));
  const taken = new Set(urns);
  const parents = parentsOf(states);
  const written = new Map<string, string>();
  const afterParent = (urn: string): string => {
    const known = written.get(urn);
    const parent = parents.get(urn);
    if (known !== undefined || parent === undefined) return known ?? urn;
    written.set(urn, urn);
    const next = renamedUrn(parent) === parent ? urn : urnUnder(renamedUrn(parent), urn);
    // No two resources may have one URN.
    if (taken.has(next)) return urn;
    taken.add(next);
    written.set(urn, next);
    return next;
  };
  const renamedUrn = (urn: string): string => {
    const next = renamed.get(urn);
    return afterParent(next !== undefined && urns.has(next) ? next : urn);
  };
  const pairs = [...renamed.keys(), ...parents.keys()].map((urn) => [urn, renamedUrn(urn)] as const);
  return new Map(pairs.filter(([urn, next]) => urn !== next));
}

/** The parents by URN. Several resources may have one URN: then references mean the one that is not to be deleted. */
function parentsOf(states: readonly ResourceState[]): ReadonlyMap<string, string> {
  const inOrder = [...states.filter((state) => state.delete), ...states.filter((state) => !state.delete)];
  return new Map(inOrder.map(({ urn, parent }) => [urn, parent]));
}

/** The resource with the URNs that are written, its own included. */
export function withRenamedUrns(state: ResourceState, written: ReadonlyMap<string, string>): ResourceState {
  const urn = written.get(state.urn) ?? state.urn;
  const next = withRenamedReferences(state, written);
  return urn === state.urn ? next : { ...next, urn };
}

/** The resource under its own URN, with the URNs that are written in its references. */
export function withRenamedReferences(
  state: ResourceState,
  written: ReadonlyMap<string, string>,
): ResourceState {
  if (written.size === 0) return state;
  const rename = (urn: string) => written.get(urn) ?? urn;
  const provider = providerUrn(state.provider);
  return {
    ...state,
    parent: rename(state.parent),
    dependencies: state.dependencies.map(rename),
    propertyDependencies: Object.fromEntries(
      Object.entries(state.propertyDependencies).map(([name, urns]) => [name, urns.map(rename)]),
    ),
    deletedWith: rename(state.deletedWith),
    provider: `${rename(provider)}${state.provider.slice(provider.length)}`,
  };
}
