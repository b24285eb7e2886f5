import type { PathPart, PropertyMap, ResourceState } from "../../state";
import { markAsRequested } from "./marks";
import { type Difference, EngineStopping, type Goal } from "./ports";
import { coversPlace, differingPlaces, resetPaths } from "./property-path";
import { Refusal } from "./refusals";
import type { Run } from "./run";

/** What is to be done with a custom resource. */
export interface Plan {
  readonly action: "create" | "keep" | "update" | "replace" | "recreate" | "takeOver";
  readonly state: ResourceState;
  readonly replaces: readonly string[];
  readonly reason: string;
  readonly deleteFirst: boolean;
}

/** Check, then diff, then the decision (engine.md 2 and 7). */
export async function planCustom(
  run: Run,
  wanted: ResourceState,
  goal: Goal,
  old: ResourceState | undefined,
  situation: { readonly recreate: boolean; readonly deletedWithReplaced: boolean },
): Promise<Plan> {
  const plan = { replaces: [], reason: "", deleteFirst: false };
  const asked = run.replace.match(wanted.urn);
  if (!old) return { ...plan, action: "create", state: await checked(run, wanted, goal.inputs, undefined) };
  if (situation.recreate) {
    return { ...plan, action: "recreate", state: await checked(run, wanted, goal.inputs, undefined) };
  }
  if (old.external) {
    const state = await checked(run, wanted, goal.inputs, undefined);
    return { ...plan, action: "takeOver", state, reason: "it was only read before" };
  }
  if (!old.custom) {
    refuseProtected(old, wanted, ["provider"]);
    const state = await checked(run, wanted, goal.inputs, undefined);
    const deleteFirst = goal.deleteBeforeReplace === true;
    return { ...plan, action: "replace", state, reason: "it was a component before", deleteFirst };
  }
  const inputs = resetPaths(goal.inputs, old.inputs, goal.ignoreChanges);
  const state = await checked(run, wanted, inputs, asked ? undefined : old.inputs);
  const forced = (property: string) => ({
    changes: true,
    replaces: [property],
    deleteBeforeReplace: false,
    places: [],
  });
  const difference = asked
    ? forced("id")
    : situation.deletedWithReplaced
      ? forced("deletedWith")
      : await differenceOf(run, state, old);
  const replaces = forcedReplacements(difference, state, old);
  if (replaces.length > 0) {
    refuseProtected(old, state, replaces);
    return {
      action: "replace",
      // The replacement does not carry over what the old one was given: labels are generated anew.
      state: asked ? state : await checked(run, wanted, goal.inputs, undefined),
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
  throw new Refusal(
    `It would have to be replaced (${replaces.join(", ")}) and is protected. Nothing was done to it. To replace it, remove \`protect\` from it in the program and run \`up\` again.`,
  );
}

async function checked(
  run: Run,
  wanted: ResourceState,
  news: PropertyMap,
  olds: PropertyMap | undefined,
): Promise<ResourceState> {
  const answer = await run.permits.run(() => {
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
  return { ...wanted, inputs: markAsRequested(answer.inputs, news) };
}

async function differenceOf(run: Run, state: ResourceState, old: ResourceState): Promise<FullDifference> {
  return run.permits.run(() => {
    run.throwIfStopping();
    return differenceFrom(run, old, state);
  });
}

/** What has to be done for a resource to become as declared, and the places that `replaceOnChanges` may name. */
export interface FullDifference extends Difference {
  /** Only where the provider cannot tell and inputs are compared. */
  readonly places: readonly (readonly PathPart[])[];
}

/** What the provider says has to be done for a resource to become as declared; where it cannot say, inputs do. */
export async function differenceFrom(
  run: Run,
  there: Pick<ResourceState, "id" | "inputs" | "outputs">,
  declared: Pick<ResourceState, "urn" | "provider" | "inputs" | "ignoreChanges">,
): Promise<FullDifference> {
  const difference = await run.provider.diff({
    urn: declared.urn,
    provider: declared.provider,
    id: there.id,
    oldInputs: there.inputs,
    oldOutputs: there.outputs,
    newInputs: declared.inputs,
    ignoreChanges: declared.ignoreChanges,
  });
  if (difference.changes !== undefined) return { ...difference, places: [] };
  const news = resetPaths(declared.inputs, there.inputs, declared.ignoreChanges);
  const places = differingPlaces(there.inputs, news);
  return { ...difference, changes: places.length > 0, places };
}

/**
 * The properties that make it a replacement: those the provider names, and those of `replaceOnChanges`. That option
 * says nothing to a provider with a `diff` of its own, which names properties only where they replace.
 */
export function replacesOf(
  difference: FullDifference,
  replaceOnChanges: readonly string[],
): readonly string[] {
  if (!difference.changes) return [];
  const named = difference.places
    .filter((place) => coversPlace(replaceOnChanges, place))
    .map(([name]) => String(name));
  return [...new Set([...difference.replaces, ...named])];
}

const initError = "#initerror";

function forcedReplacements(
  difference: FullDifference,
  state: ResourceState,
  old: ResourceState,
): readonly string[] {
  const isUnready = old.initErrors.length > 0 && coversPlace(state.replaceOnChanges, [initError]);
  return [...replacesOf(difference, state.replaceOnChanges), ...(isUnready ? [initError] : [])];
}
