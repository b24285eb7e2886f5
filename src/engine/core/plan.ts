import type { PathPart, PropertyMap, ResourceState } from "../../state";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import type { Registration } from "./program-port";
import { coversPath, differingPaths, resetPaths } from "./property-path";
import type { DiffResult } from "./provider-port";
import type { Run } from "./run";
import { markSecretsLike } from "./secret-marks";

/**
 * The step to take for a custom resource. `recreate`: its object is already deleted. `replaceExternal`: it was only read before, so no
 * object of the service is deleted.
 */
export interface Plan {
  readonly action: "create" | "keep" | "update" | "replace" | "recreate" | "replaceExternal";
  readonly state: ResourceState;
  readonly replaces: readonly string[];
  readonly reason: string;
  readonly deleteFirst: boolean;
}

/** Calls check, then diff, and decides. */
export async function planCustomResource(
  run: Run,
  wanted: ResourceState,
  registration: Registration,
  old: ResourceState | undefined,
  situation: { readonly isDeleted: boolean; readonly isDeletedWithReplaced: boolean },
): Promise<Plan> {
  const plan = { replaces: [], reason: "", deleteFirst: false };
  const checkAsNew = () => checkInputs(run, wanted, registration.inputs, undefined);
  if (!old) return { ...plan, action: "create", state: await checkAsNew() };
  if (situation.isDeleted) return { ...plan, action: "recreate", state: await checkAsNew() };
  if (old.external) {
    const state = await checkAsNew();
    return { ...plan, action: "replaceExternal", state, reason: "it was only read before" };
  }
  if (!old.custom) {
    checkNotProtected(old, wanted, ["provider"]);
    const deleteFirst = registration.deleteBeforeReplace === true;
    const state = await checkAsNew();
    return { ...plan, action: "replace", state, reason: "it was a component before", deleteFirst };
  }
  // The state, and commands that read it, name a renamed resource by its former URN.
  const isRequested = [wanted.urn, old.urn].some((urn) => run.replace.matches(urn));
  // A replacement has the program's values of ignored properties too, requested or not.
  const inputs = isRequested
    ? registration.inputs
    : resetPaths(registration.inputs, old.inputs, registration.ignoreChanges);
  const state = await checkInputs(run, wanted, inputs, isRequested ? undefined : old.inputs);
  const diff = isRequested
    ? forcedDiff("id")
    : situation.isDeletedWithReplaced
      ? forcedDiff("deletedWith")
      : await diffWhenPermitted(run, state, old);
  const replaces = [...replacingProperties(diff, state.replaceOnChanges), ...initErrorReplaces(state, old)];
  if (replaces.length > 0) {
    checkNotProtected(old, state, replaces);
    return {
      action: "replace",
      // A replacement is checked without the old inputs, so that new labels are generated.
      state: isRequested ? state : await checkAsNew(),
      replaces,
      reason: isRequested ? "requested with --replace" : "",
      deleteFirst: registration.deleteBeforeReplace ?? diff.deleteBeforeReplace,
    };
  }
  if (diff.changes) return { ...plan, action: "update", state };
  if (old.initErrors.length > 0) {
    return { ...plan, action: "update", state, reason: "its last create or update did not finish" };
  }
  return { ...plan, action: "keep", state };
}

/** Throws if a protected resource would be replaced, unless this run removes its protection. */
export function checkNotProtected(
  old: Pick<ResourceState, "protect">,
  next: Pick<ResourceState, "protect">,
  replaces: readonly string[],
): void {
  if (!old.protect || !next.protect) return;
  throw new EngineError(
    `It would have to be replaced (${replaces.join(", ")}) and is protected. Nothing was done to it. To replace it, remove \`protect\` from it in the program and run \`up\` again.`,
  );
}

async function checkInputs(
  run: Run,
  wanted: ResourceState,
  news: PropertyMap,
  olds: PropertyMap | undefined,
): Promise<ResourceState> {
  const result = await run.semaphore.run(() => {
    run.throwIfStopping();
    return run.provider.check({ urn: wanted.urn, provider: wanted.provider, olds, news });
  });
  if (result.failures.length > 0) {
    for (const { property, reason } of result.failures) {
      run.message("error", property === "" ? reason : `${property}: ${reason}`, wanted.urn);
    }
    run.fail();
    throw new EngineStopping();
  }
  return { ...wanted, inputs: markSecretsLike(result.inputs, news) };
}

/** A diff and, if the engine compared the inputs itself, the paths that differ. */
export interface DiffWithPaths extends DiffResult {
  readonly changedPaths: readonly (readonly PathPart[])[];
}

function forcedDiff(property: string): DiffWithPaths {
  return { changes: true, replaces: [property], deleteBeforeReplace: false, changedPaths: [] };
}

async function diffWhenPermitted(run: Run, state: ResourceState, old: ResourceState): Promise<DiffWithPaths> {
  return run.semaphore.run(() => {
    run.throwIfStopping();
    return diffResource(run, old, state);
  });
}

/** Asks the provider for the differences from the declared inputs. If it does not provide them, the engine compares the inputs. */
export async function diffResource(
  run: Run,
  live: Pick<ResourceState, "id" | "inputs" | "outputs">,
  declared: Pick<ResourceState, "urn" | "provider" | "inputs" | "ignoreChanges">,
): Promise<DiffWithPaths> {
  const diff = await run.provider.diff({
    urn: declared.urn,
    provider: declared.provider,
    id: live.id,
    oldInputs: live.inputs,
    oldOutputs: live.outputs,
    newInputs: declared.inputs,
    ignoreChanges: declared.ignoreChanges,
  });
  if (diff.changes !== undefined) return { ...diff, changedPaths: [] };
  const news = resetPaths(declared.inputs, live.inputs, declared.ignoreChanges);
  const changedPaths = differingPaths(live.inputs, news);
  return { ...diff, changes: changedPaths.length > 0, changedPaths };
}

/**
 * The properties that require a replacement: those that the provider names and those of `replaceOnChanges`. The option has no effect with a
 * provider that has a `diff`: such a provider names only properties that require a replacement.
 */
export function replacingProperties(
  diff: DiffWithPaths,
  replaceOnChanges: readonly string[],
): readonly string[] {
  if (!diff.changes) return [];
  const covered = diff.changedPaths
    .filter((path) => coversPath(replaceOnChanges, path))
    .map(([name]) => String(name));
  return [...new Set([...diff.replaces, ...covered])];
}

const initError = "#initerror";

/** `replaceOnChanges: ["#initerror"]` replaces a resource whose initialization failed. */
function initErrorReplaces(state: ResourceState, old: ResourceState): readonly string[] {
  return old.initErrors.length > 0 && coversPath(state.replaceOnChanges, [initError]) ? [initError] : [];
}
