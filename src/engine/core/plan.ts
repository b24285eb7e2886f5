import type { PathPart, PropertyMap, ResourceState } from "../../state";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import type { Registration } from "./program-port";
import { coversPath, differingPaths, resetPaths } from "./property-path";
import type { DiffResult } from "./provider-port";
import type { Run } from "./run";
import { markSecretsLike } from "./secret-marks";

/** What is to be done with a custom resource. */
export interface Plan {
  readonly action: "create" | "keep" | "update" | "replace" | "recreate" | "takeOver";
  readonly state: ResourceState;
  readonly replaces: readonly string[];
  readonly reason: string;
  readonly deleteFirst: boolean;
}

/** Check, then diff, then the decision (engine.md 2 and 7). */
export async function planCustomResource(
  run: Run,
  wanted: ResourceState,
  goal: Registration,
  old: ResourceState | undefined,
  situation: { readonly recreate: boolean; readonly deletedWithReplaced: boolean },
): Promise<Plan> {
  const plan = { replaces: [], reason: "", deleteFirst: false };
  const asked = run.replace.matches(wanted.urn);
  if (!old)
    return { ...plan, action: "create", state: await checkInputs(run, wanted, goal.inputs, undefined) };
  if (situation.recreate) {
    return { ...plan, action: "recreate", state: await checkInputs(run, wanted, goal.inputs, undefined) };
  }
  if (old.external) {
    const state = await checkInputs(run, wanted, goal.inputs, undefined);
    return { ...plan, action: "takeOver", state, reason: "it was only read before" };
  }
  if (!old.custom) {
    refuseProtected(old, wanted, ["provider"]);
    const state = await checkInputs(run, wanted, goal.inputs, undefined);
    const deleteFirst = goal.deleteBeforeReplace === true;
    return { ...plan, action: "replace", state, reason: "it was a component before", deleteFirst };
  }
  const inputs = resetPaths(goal.inputs, old.inputs, goal.ignoreChanges);
  const state = await checkInputs(run, wanted, inputs, asked ? undefined : old.inputs);
  const forced = (property: string) => ({
    changes: true,
    replaces: [property],
    deleteBeforeReplace: false,
    changedPaths: [],
  });
  const difference = asked
    ? forced("id")
    : situation.deletedWithReplaced
      ? forced("deletedWith")
      : await diffWhenPermitted(run, state, old);
  const replaces = forcedReplacements(difference, state, old);
  if (replaces.length > 0) {
    refuseProtected(old, state, replaces);
    return {
      action: "replace",
      // The replacement does not carry over what the old one was given: labels are generated anew.
      state: asked ? state : await checkInputs(run, wanted, goal.inputs, undefined),
      replaces,
      reason: asked ? "asked for with --replace" : "",
      deleteFirst: goal.deleteBeforeReplace ?? difference.deleteBeforeReplace,
    };
  }
  if (difference.changes) return { ...plan, action: "update", state };
  if (old.initErrors.length > 0) {
    return { ...plan, action: "update", state, reason: "its last create or update did not finish" };
  }
  return { ...plan, action: "keep", state };
}

/** What is protected and stays so is not replaced; what is set free in this run may be. */
export function refuseProtected(
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
  const answer = await run.semaphore.run(() => {
    run.throwIfStopping();
    return run.provider.check({ urn: wanted.urn, provider: wanted.provider, olds, news });
  });
  if (answer.failures.length > 0) {
    for (const failure of answer.failures) {
      const place = failure.property === "" ? "" : `${failure.property}: `;
      run.message("error", `${place}${failure.reason}`, wanted.urn);
    }
    run.fail();
    throw new EngineStopping();
  }
  return { ...wanted, inputs: markSecretsLike(answer.inputs, news) };
}

async function diffWhenPermitted(run: Run, state: ResourceState, old: ResourceState): Promise<DiffWithPaths> {
  return run.semaphore.run(() => {
    run.throwIfStopping();
    return diffResource(run, old, state);
  });
}

/** What has to be done for a resource to become as declared, and the places that `replaceOnChanges` may name. */
export interface DiffWithPaths extends DiffResult {
  /** Only where the provider cannot tell and inputs are compared. */
  readonly changedPaths: readonly (readonly PathPart[])[];
}

/** What the provider says has to be done for a resource to become as declared; where it cannot say, inputs do. */
export async function diffResource(
  run: Run,
  there: Pick<ResourceState, "id" | "inputs" | "outputs">,
  declared: Pick<ResourceState, "urn" | "provider" | "inputs" | "ignoreChanges">,
): Promise<DiffWithPaths> {
  const difference = await run.provider.diff({
    urn: declared.urn,
    provider: declared.provider,
    id: there.id,
    oldInputs: there.inputs,
    oldOutputs: there.outputs,
    newInputs: declared.inputs,
    ignoreChanges: declared.ignoreChanges,
  });
  if (difference.changes !== undefined) return { ...difference, changedPaths: [] };
  const news = resetPaths(declared.inputs, there.inputs, declared.ignoreChanges);
  const places = differingPaths(there.inputs, news);
  return { ...difference, changes: places.length > 0, changedPaths: places };
}

/**
 * The properties that make it a replacement: those the provider names, and those of `replaceOnChanges`. That option
 * says nothing to a provider with a `diff` of its own, which names properties only where they replace.
 */
export function replacingProperties(
  difference: DiffWithPaths,
  replaceOnChanges: readonly string[],
): readonly string[] {
  if (!difference.changes) return [];
  const named = difference.changedPaths
    .filter((place) => coversPath(replaceOnChanges, place))
    .map(([name]) => String(name));
  return [...new Set([...difference.replaces, ...named])];
}

const initError = "#initerror";

function forcedReplacements(
  difference: DiffWithPaths,
  state: ResourceState,
  old: ResourceState,
): readonly string[] {
  const isUnready = old.initErrors.length > 0 && coversPath(state.replaceOnChanges, [initError]);
  return [...replacingProperties(difference, state.replaceOnChanges), ...(isUnready ? [initError] : [])];
}
