import type { Instance as Live } from "../client";
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

/** The kind of an instance with these inputs. An `offline` clone counts as busy, because its disks may still be being copied. */
export function instanceKind({ cloneFrom }: Partial<InstanceInputs>): ObjectKind<Live> {
  if (cloneFrom === undefined) return instances;
  return { ...instances, idleState: (live) => (live.status === "offline" ? undefined : idleState(live)) };
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
