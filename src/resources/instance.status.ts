import { type Instance as Live, parseDateTime } from "../client";
import { deadlineAfter, type ObjectKind, type Services, waitForObject } from "../lifecycle";
import { idleState, instances } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";

/** In milliseconds: an unexpected `offline` may be temporary. It counts only if a second read after this time returns it too. */
export const maxTransientOffline = 15_000;

/** Whether `offline` is drift. It is not for an empty instance, one with `booted: false`, or one that was adopted as it was. */
export function shouldRun({ booted, image, backupId, cloneFrom, adopt }: Partial<InstanceInputs>): boolean {
  if (booted === false) return false;
  if (adopt !== undefined) return booted === true;
  return booted === true || image !== undefined || backupId !== undefined || cloneFrom !== undefined;
}

/** In milliseconds: how long after its creation the disks of a clone may still be being copied. */
const maxCopyTime = 3_600_000;

/** The kind of an instance with these inputs. A new clone that is `offline` counts as busy, because its disks may still be being copied. */
export function instanceKind(
  { clock, serverTime }: Services,
  { cloneFrom }: Partial<InstanceInputs>,
): ObjectKind<Live> {
  if (cloneFrom === undefined) return instances;
  const mayBeCopying = ({ status, created }: Live) => {
    const age = clock.now() + (serverTime.offset ?? 0) - (parseDateTime(created) ?? Number.POSITIVE_INFINITY);
    return status === "offline" && age < maxCopyTime;
  };
  return { ...instances, idleState: (live) => (mayBeCopying(live) ? undefined : idleState(live)) };
}

/** Reads an instance again after a while, retrying failed reads. Undefined if it no longer exists. */
export async function readAgainLater(services: Services, id: string): Promise<Live | undefined> {
  await services.clock.sleep(maxTransientOffline);
  return waitForObject(
    instances,
    { services, id, deadline: deadlineAfter(services.clock, "2m"), reportProgress: () => undefined },
    { goal: "to be read again", until: () => true },
  );
}
