import { type CreatedObject, isRecorded } from "../identity/created-objects";
import { isSameOrigin, type ResourceOrigin } from "../identity/origin";
import { createdBy, type Intent, retentionTime } from "./intents";

/** In milliseconds: a completed intent is kept for this long. A failed run may leave an adopted object in the state twice for weeks. */
export function retentionOf({ isAdoption }: Intent): number {
  return isAdoption ? 30 * retentionTime : retentionTime;
}

/**
 * The resource of the same stack that has adopted an object since this one created or adopted it: the latest record of the object decides.
 * Undefined if there is none.
 */
export function adopterIn(
  intents: readonly Intent[],
  origin: ResourceOrigin,
  object: CreatedObject,
): ResourceOrigin | undefined {
  const { id, created } = object;
  const [latest] = intents
    .filter((intent) => {
      const recorded = createdBy(intent);
      return recorded && isRecorded(recorded, { id, created }) && areOfOneStack(intent.origin, origin);
    })
    .sort((one, other) => other.at - one.at);
  return latest?.isAdoption && !isSameOrigin(latest.origin, origin) ? latest.origin : undefined;
}

/** The intent of a resource that no longer manages the object with this id. */
export function withoutAdoption(intent: Intent, id: string): Intent {
  const { isAdoption: _, ...rest } = intent;
  return intent.id === id ? rest : intent;
}

/** Whether two resources have the same type and stack. Version 0.1.0 did not record the organization. */
function areOfOneStack(one: ResourceOrigin, other: ResourceOrigin): boolean {
  const [organization, another] = [one.organization, other.organization];
  return (
    one.type === other.type &&
    one.project === other.project &&
    one.stack === other.stack &&
    (organization === undefined || another === undefined || organization === another)
  );
}
