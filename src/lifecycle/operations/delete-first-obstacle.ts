import type { Deadline } from "../../client";
import type { CommonInputs } from "../../common-inputs";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import { cachedPerServices } from "../services";
import { declaredInputs } from "../values/inputs";
import { holdsUnknown } from "../values/unknown-value";
import { labelHolders } from "./label-holders";
import { handoverInterval, maxHandover } from "./send-label";

/**
 * Why an object cannot be deleted before its replacement is created: the replacement needs it, or another object has the label.
 * @param deadline Of the delete that follows now. Undefined in a plan.
 */
export async function deleteFirstObstacle<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  inputs: Properties,
  deadline?: Deadline,
): Promise<string | undefined> {
  const { definition, services } = context;
  const { values } = declaredInputs<I>(definition.fields, inputs);
  const obstacle = await definition.deleteFirstObstacle?.(services, id, values);
  return obstacle ?? labelObstacle(context, id, inputs, deadline);
}

/**
 * For each object that this process deletes before it creates the replacement: the objects whose label the replacement needs. Empty as soon
 * as the delete is certain to follow.
 */
const awaitedObjects = cachedPerServices(() => new Map<string, readonly string[]>());

/**
 * Another object may be about to give up the label in the same run. Before the delete it gets the time to do so, and in a plan it does not
 * count if the stack may have it.
 */
async function labelObstacle<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  { label }: Properties,
  deadline: Deadline | undefined,
): Promise<string | undefined> {
  if (typeof label !== "string" || holdsUnknown(label)) return undefined;
  const { services, definition } = context;
  const { kind } = definition;
  const { claims, clock, isStackKnown } = services;
  const awaited = awaitedObjects(services);
  const keyOf = (one: string) => JSON.stringify([kind, one]);
  const awaitsThis = (one: string) => {
    const chain = new Set([one]);
    for (const next of chain) for (const object of awaited.get(keyOf(next)) ?? []) chain.add(object);
    return chain.has(id);
  };
  // Objects that exchange their labels wait for each other, so one of them has to be deleted first.
  const mayLeave = (other: string) =>
    awaited.get(keyOf(other))?.every(awaitsThis) === true ||
    (deadline === undefined && (!isStackKnown || claims.isClaimed(kind, other)));
  for (const until = clock.now() + maxHandover; ; await clock.sleep(handoverInterval)) {
    const others = await labelHolders(
      context,
      label,
      (ids) => ids.filter((other) => other !== id && !mayLeave(other)),
      deadline,
    );
    if (deadline !== undefined) awaited.set(keyOf(id), others);
    if (others.length === 0) return undefined;
    if (deadline !== undefined && clock.now() < until) continue;
    awaited.delete(keyOf(id));
    const holders = `${kind} ${others.join(", ")}`;
    const capitalized = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    return `label: ${holders} has the label ${JSON.stringify(label)}, so the create of the replacement would be refused. ${capitalized} ${id} was not deleted. Declare another label, or first delete or relabel ${holders}.`;
  }
}
