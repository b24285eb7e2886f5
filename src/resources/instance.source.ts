import {
  causeOf,
  deadlineAfter,
  isNotFound,
  LifecycleError,
  type ResourceOrigin,
  type Services,
  urnOf,
} from "../lifecycle";
import { messageOf } from "../unknown";
import { catalogOf } from "./catalog";
import { instances } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";

/** How long a check waits for the instance to clone, and for the proof that it does not exist: longer than lists usually lag behind. */
const [viewTimeout, proofTimeout] = ["5s", "15s"] as const;

/**
 * Refuses to clone an instance that no longer exists or is being deleted. The service would reject the request too, but a replacement may
 * have deleted the old instance by then.
 * @param deletesFirst Whether a replacement deletes the old instance first. Engines request no diff if `--replace` requires it.
 */
export async function cloneSourceProblems(
  { cloneFrom }: Partial<InstanceInputs>,
  services: Services,
  origin: ResourceOrigin | undefined,
  deletesFirst: boolean,
): Promise<readonly string[]> {
  const source = cloneFrom?.instanceId;
  if (typeof source !== "number") return [];
  if (origin && deletesFirst && isDeletedFirst(services, origin, String(source)))
    return [cloneObstacle(String(source))];
  // An interrupted create may have cloned the instance before it was deleted.
  if (origin && services.intents.find(origin, services.address)) return [];
  const status = await statusOf(source, services);
  if (status === "missing")
    return [
      `cloneFrom: there is no instance ${source}, or the token has no access to it. Nothing was created or deleted. Set it to the id of an existing instance.`,
    ];
  return status === "deleting"
    ? [
        `cloneFrom: instance ${source} is being deleted. Nothing was created or deleted. Set it to the id of another instance.`,
      ]
    : [];
}

/**
 * Refuses to deploy a backup of the old instance, which a replacement deletes first. Engines request no diff if `--replace` requires it. If
 * the state cannot be read, an instance with the new label counts as the old one: the new instance could not be created beside it.
 */
export async function backupSourceProblems(
  { backupId, label }: Partial<InstanceInputs>,
  services: Services,
  origin: ResourceOrigin | undefined,
  deletesFirst: boolean,
): Promise<readonly string[]> {
  if (typeof backupId !== "number" || origin === undefined || !deletesFirst) return [];
  const { isStackKnown, isInState } = services;
  for (const live of (await catalogOf(services).instances()) ?? []) {
    const id = String(live.id);
    const mayBeOld = !isStackKnown && isInState({ origin, id }) === undefined && live.label === label;
    if (!mayBeOld && !isDeletedFirst(services, origin, id)) continue;
    const obstacle = await sourceObstacle(services, id, { backupId }).catch(messageOf);
    if (obstacle !== undefined) return [obstacle];
  }
  return [];
}

/** Undefined if the service does not respond. */
async function statusOf(instanceId: number, services: Services): Promise<string | undefined> {
  const { client, clock } = services;
  try {
    return (await client.instances.view({ instanceId }, { deadline: deadlineAfter(clock, viewTimeout) }))
      .status;
  } catch (error) {
    return isNotFound(error) ? confirmedStatusOf(instanceId, services) : undefined;
  }
}

/** The service may not show a new instance yet. */
async function confirmedStatusOf(instanceId: number, services: Services): Promise<string | undefined> {
  const deadline = deadlineAfter(services.clock, proofTimeout);
  try {
    const live = await instances.collection(services).view(String(instanceId), { deadline });
    return live === undefined ? "missing" : live.status;
  } catch {
    return undefined;
  }
}

/** Why an instance cannot be deleted before its replacement is created: it is what the new instance is created from. */
export async function sourceObstacle(
  services: Services,
  id: string,
  { cloneFrom, backupId }: Partial<InstanceInputs>,
): Promise<string | undefined> {
  if (String(cloneFrom?.instanceId) === id) return cloneObstacle(id);
  if (typeof backupId === "number" && (await hasBackup(services, Number(id), backupId)))
    return `backupId: the replacement would delete instance ${id} with its backup ${backupId} before the backup is deployed. ${advice}`;
  return undefined;
}

const advice =
  "Nothing was changed. Leave `label` and `deleteBeforeReplace: true` out, or declare another label with the option `deleteBeforeReplace: false`, so that the new instance is created first.";

function cloneObstacle(id: string): string {
  return `cloneFrom: the replacement would delete instance ${id} before it is cloned. ${advice}`;
}

/** Whether the state has the instance for this resource, and an engine deletes it with the resource. */
function isDeletedFirst(
  { claims, isInState, isRetainedInState }: Services,
  origin: ResourceOrigin,
  id: string,
): boolean {
  const { kind } = instances;
  const isRecorded =
    claims.isRecordedForOther(kind, id, undefined) && !claims.isRecordedForOther(kind, id, urnOf(origin));
  return (isRecorded || isInState({ origin, id }) === true) && isRetainedInState({ origin, id }) !== true;
}

/** Throws if the read fails: the backup may be the only copy. */
async function hasBackup(
  { client, clock }: Services,
  instanceId: number,
  backupId: number,
): Promise<boolean> {
  try {
    await client.backups.view({ instanceId, backupId }, { deadline: deadlineAfter(clock, "1m") });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw new LifecycleError(
      `backupId: could not check whether backup ${backupId} is one of instance ${instanceId}, which the replacement deletes first: ${causeOf(error)}. ${advice}`,
    );
  }
}
