import { neededBy, type PropertyMap, providerUrn, type ResourceState, unknown } from "../../state";
import { diffResource, replacingProperties } from "./plan";
import type { Run } from "./run";
import type { Entry } from "./stack-state";

/** A dependent that must be deleted before the resource it depends on. */
export interface Dependent {
  readonly entry: Entry;
  readonly replaces: readonly string[];
}

/**
 * Those dependents of a resource about to be deleted first that would be replaced by a change of it: their diff, with
 * what depends on it unknown, says so (engine.md 7). In the order of dependencies.
 */
export async function dependentsToReplace(
  run: Run,
  root: Entry,
  isRegistered: (urn: string) => boolean,
): Promise<readonly Dependent[]> {
  const replaced = new Set([root.state.urn]);
  const reached = new Set([root.state.urn]);
  const found: Dependent[] = [];
  const entries = run.stackState.base;
  for (const entry of entries.slice(entries.indexOf(root) + 1)) {
    const { state } = entry;
    // What has registered already in this run no longer depends on the root: it could not have come before it.
    if (run.stackState.isRemoved(entry) || isRegistered(state.urn)) continue;
    if (![...neededBy(state), providerUrn(state.provider)].some((urn) => reached.has(urn))) continue;
    reached.add(state.urn);
    const replaces = await replacedBy(run, state, replaced);
    if (!replaces) continue;
    replaced.add(state.urn);
    if (!state.pendingReplacement) found.push({ entry, replaces });
  }
  return found;
}

/** The properties that would make it a replacement; undefined: none would. */
async function replacedBy(
  run: Run,
  state: ResourceState,
  replaced: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  if (!state.custom || state.external) return undefined;
  if (state.deletedWith !== "" && replaced.has(state.deletedWith)) return ["deletedWith"];
  const newInputs = withUnknowns(state, replaced);
  if (!newInputs) return undefined;
  const declared = { ...state, inputs: newInputs };
  const difference = await run.semaphore.run(() => diffResource(run, state, declared));
  const replaces = replacingProperties(difference, state.replaceOnChanges);
  return replaces.length > 0 ? replaces : undefined;
}

/** The inputs with every property that depends on one of the URNs unknown. */
function withUnknowns(state: ResourceState, urns: ReadonlySet<string>): PropertyMap | undefined {
  let touched = false;
  const inputs = Object.entries(state.inputs).map(([name, value]) => {
    if (!state.propertyDependencies[name]?.some((urn) => urns.has(urn))) return [name, value] as const;
    touched = true;
    return [name, unknown] as const;
  });
  return touched ? Object.fromEntries(inputs) : undefined;
}
