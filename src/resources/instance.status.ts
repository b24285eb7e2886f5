import type { Instance as Live } from "../client";
import { deadlineAfter, type Services, waitForObject } from "../lifecycle";
import { instances } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";

/** In milliseconds: an unexpected `offline` may be temporary. It counts only if a second read after this time returns it too. */
export const maxTransientOffline = 15_000;

/** Whether `offline` is drift. It is not for an empty instance, one with `booted: false`, or one that was adopted as it was. */
export function shouldRun({ booted, image, backupId, cloneFrom, adopt }: Partial<InstanceInputs>): boolean {
  if (booted === false) return false;
  if (adopt !== undefined) return booted === true;
  return booted === true || image !== undefined || backupId !== undefined || cloneFrom !== undefined;
}

/** A clone may be `offline` while its disks are still being copied. */
export function mayBeCopying({ cloneFrom }: Partial<InstanceInputs>, { status }: Live): boolean {
  return cloneFrom !== undefined && status === "offline";
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
