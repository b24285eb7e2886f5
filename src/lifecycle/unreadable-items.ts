import { LifecycleError } from "./failures";

/** Throws when items of a list can't be read: one of them may be what the list seems to lack. */
export function refuseUnreadable(kind: string, unreadable: number): void {
  if (unreadable === 0) return;
  throw new LifecycleError(
    `The list of ${kind}s has ${unreadable === 1 ? "an item" : `${unreadable} items`} whose id can't be read, so it does not show what a request created. Report this to the operator of the service.`,
  );
}
