import type { CommonInputs } from "../../common-inputs";
import { deadlineAfter } from "../deadline";
import type { Definition } from "../definition";
import { LifecycleError } from "../failures";
import { restrictedUserOf } from "../identity/restricted-user";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import { hiddenDriftOf } from "../steps";
import { compare } from "../values/compare";
import type { Fields } from "../values/fields";
import { IgnoredChanges, withoutIgnored } from "../values/ignored-changes";
import { declaredInputs } from "../values/inputs";
import { holdsUnknown } from "../values/unknown-value";

/** How long a check waits for the object. */
const readTimeout = "5s";
/** In milliseconds: the wait until the plugin has compared other resources of the run and knows the stack's account. */
const comparisonTime = 500;

interface AdoptionCheck {
  /** Why `up` would refuse to adopt the object. Undefined if it would not, or if the service does not respond in time. */
  readonly problem?: string | undefined;
  /** The arguments, and the output without an argument, that `up` would change, as far as they are known. */
  readonly changed: readonly string[];
}

/** Compares the object that a new resource declares with `adopt`. Many such resources share one list. */
export async function checkAdoption<I extends CommonInputs, Live, Step extends string>(
  { definition, services, identity }: ResourceContext<I, Live, Step>,
  inputs: Properties,
): Promise<AdoptionCheck> {
  const { adopt } = inputs;
  const nothing = { changed: [] };
  if (adopt === undefined || holdsUnknown(adopt)) return nothing;
  const id = String(adopt);
  const { values } = declaredInputs<I>(definition.fields, inputs);
  const ignored = new IgnoredChanges(inputs);
  const managed = (live: Live) => withoutIgnored(definition.fields, values, ignored, live);
  const problemOf = (live: Live) => adoptionProblem(definition, services, id, live, managed(live));
  const collection = definition.collection(services);
  const deadline = deadlineAfter(services.clock, readTimeout);
  let live: Live | undefined;
  let problem: string | undefined;
  try {
    live = await collection.readRecent(id, deadline);
    problem = live && problemOf(live);
    if (problem !== undefined) {
      // A list may lag behind.
      live = await collection.view(id, { deadline });
      problem = live && problemOf(live);
    }
  } catch {
    return nothing;
  }
  if (live !== undefined && problem === undefined)
    return { changed: changedByAdoption(definition, values, ignored, live) };
  try {
    await services.clock.sleep(comparisonTime);
    // With the token of another account, the object is another one, or missing.
    await identity.ownership.verifyBeforeCreate(definition.kind, deadline);
    if (live !== undefined) return { problem, changed: [] };
    await restrictedUserOf(services).read(deadline);
    return await refuseMissing(services, definition.kind, id);
  } catch (error) {
    return { problem: error instanceof LifecycleError ? error.message : undefined, changed: [] };
  }
}

/**
 * The arguments that the adoption sets to other values, after the output of hidden drift that it repairs. Arguments that are unknown, or not
 * read here, may have the live value.
 */
function changedByAdoption<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  values: Partial<I>,
  ignored: IgnoredChanges,
  live: Live,
): readonly string[] {
  const { fields } = definition;
  const managed = withoutIgnored(fields, values, ignored, live);
  const hidden = hiddenDriftOf(definition, values, { live, applied: undefined, kept: {} }, ignored);
  const differing = compare(fields, managed, undefined, live).changed.filter(
    (name) => !holdsUnknown(managed[name]) && fields[name].readSeparately !== true,
  );
  return hidden === undefined ? differing : [hidden.output, ...differing];
}

/** Throws an error about an object that was not found. */
export async function refuseMissing(services: Services, kind: string, id: string): Promise<never> {
  await restrictedUserOf(services).verifyAbsence({ kind, id });
  throw new LifecycleError(
    `adopt: there is no ${kind} ${id} that the token can read, so nothing was adopted or created. Set \`adopt\` to the id of an existing one, or remove it to create one.`,
  );
}

/**
 * Why the object cannot be adopted, and what to do. Undefined if it can.
 * @param managed The declared arguments without ignored ones. Unknown values are not compared.
 */
export function adoptionProblem<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  live: Live,
  managed: Partial<I>,
): string | undefined {
  const { kind, fields } = definition;
  const obstacle = definition.createMatcher?.isBeingDeleted(live)
    ? "it is being deleted. Remove `adopt` to create another one."
    : definition.adoptionObstacle?.(live, services);
  if (obstacle !== undefined) return `adopt: ${kind} ${id} was not adopted or changed, because ${obstacle}`;
  const differences = [
    ...compare(fields, managed, undefined, live)
      .unrepaired.filter(({ field }) => fields[field].change === "replace")
      .map(
        ({ field, declared, live: actual }) =>
          `${field} is ${JSON.stringify(actual)} and not ${JSON.stringify(declared)}`,
      ),
    ...provenDifferences(fields, managed, live).map((field) => `${field} is a different one`),
  ];
  return differences.length === 0
    ? undefined
    : `adopt: ${kind} ${id} was not adopted or changed, because these values can only be set when it is created, and they differ: ${differences.join("; ")}. Declare the live values, or leave these arguments out.`;
}

/** Arguments whose live values the service does not return, but that provably differ from the declared ones. */
function provenDifferences<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  inputs: Partial<I>,
  live: Live,
): readonly string[] {
  const names: string[] = [];
  for (const name in fields) {
    const wanted = inputs[name];
    if (wanted === undefined || wanted === null || holdsUnknown(wanted)) continue;
    if (fields[name].provesDifference?.(wanted, live)) names.push(name);
  }
  return names;
}
