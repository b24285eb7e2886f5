import { shellWord } from "../../shell-word";
import { neededBy, type PropertyMap, providerUrn, type ResourceState, unknown } from "../../state";
import { EngineError } from "./engine-error";
import { diffResource, replacingProperties } from "./plan";
import type { Run } from "./run";
import type { Entry } from "./stack-state";

/** A dependent that must be deleted before the resource that it depends on. */
export interface Dependent {
  readonly entry: Entry;
  readonly replaces: readonly string[];
}

/**
 * The dependents that must be replaced together with a resource that is deleted first: their diffs require it when the inputs that depend
 * on it are unknown. In the order of the state.
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
    // A resource that this run has registered before the root no longer depends on it.
    if (run.stackState.isRemoved(entry) || isRegistered(state.urn)) continue;
    if (![...neededBy(state), providerUrn(state.provider)].some((urn) => reached.has(urn))) continue;
    reached.add(state.urn);
    const replaces = await replacesWith(run, state, replaced);
    if (!replaces) continue;
    replaced.add(state.urn);
    if (!state.pendingReplacement) found.push({ entry, replaces });
  }
  return found;
}

/** Throws if a dependent that would have to be deleted is protected, or excluded by `--target` or `--exclude`. */
export function checkDependentsDeletable(run: Run, dependents: readonly Dependent[]): void {
  const states = dependents.map(({ entry }) => entry.state);
  const needed = "depends on it, would have to be deleted first, and is";
  const guarded = states.find(({ protect }) => protect);
  if (guarded) {
    throw new EngineError(
      `It cannot be replaced: ${guarded.urn} ${needed} protected. Nothing was done. Run \`nodecloud state unprotect ${shellWord(guarded.urn)}\`, or set deleteBeforeReplace: false on this resource.`,
    );
  }
  const excludedUrns = run.targets.excludedFrom(run.stackState.snapshot().resources);
  const written = run.stackState.renamedUrns();
  const excluded = states.find(({ urn }) => excludedUrns.has(written.get(urn) ?? urn));
  if (excluded) {
    throw new EngineError(
      `It cannot be replaced: ${excluded.urn} ${needed} not part of this run. Nothing was done. Include that resource in the run, or set deleteBeforeReplace: false on this resource.`,
    );
  }
}

/** The properties that require its replacement if the given URNs are replaced. Undefined if none does. */
async function replacesWith(
  run: Run,
  state: ResourceState,
  replaced: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  if (!state.custom) return undefined;
  if (state.deletedWith !== "" && replaced.has(state.deletedWith)) return ["deletedWith"];
  const newInputs = withUnknowns(state, replaced);
  if (!newInputs) return undefined;
  const declared = { ...state, inputs: newInputs };
  const diff = await run.semaphore.run(() => diffResource(run, state, declared));
  const replaces = replacingProperties(diff, state.replaceOnChanges);
  return replaces.length > 0 ? replaces : undefined;
}

/** The inputs, in which every property that depends on one of the URNs is unknown. Undefined if none does. */
function withUnknowns(state: ResourceState, urns: ReadonlySet<string>): PropertyMap | undefined {
  let hasUnknowns = false;
  const inputs = Object.entries(state.inputs).map(([name, value]) => {
    if (!state.propertyDependencies[name]?.some((urn) => urns.has(urn))) return [name, value] as const;
    hasUnknowns = true;
    return [name, unknown] as const;
  });
  return hasUnknowns ? Object.fromEntries(inputs) : undefined;
}
