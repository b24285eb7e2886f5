import type { ListedObjects } from "./collection";
import { LifecycleError } from "./failures";

/** Throws when items of a list cannot be read: one of them may be what the list seems to lack. */
export function refuseUnreadable(kind: string, unreadable: number): void {
  if (unreadable === 0) return;
  throw new LifecycleError(
    `The list of ${kind}s has ${unreadable === 1 ? "an item" : `${unreadable} items`} whose id cannot be read, so it does not show what a request created. Report this to the operator of the service.`,
  );
}

/** Throws when a list counts more items than it shows: one of them may be what the list seems to lack. */
export function refuseHidden(kind: string, list: ListedObjects<unknown>): void {
  const hidden = hiddenIn(list);
  if (hidden === 0) return;
  throw new LifecycleError(
    `The list of ${kind}s counts ${hidden} more than it shows, perhaps because the token's user lacks a grant, so it does not show what a request created: use the token of an unrestricted user.`,
  );
}

/** A new list. One that grows while it is read seems to lack an item, so that a second one decides. */
export async function listWhole<List extends ListedObjects<unknown>>(
  list: () => Promise<List>,
): Promise<List> {
  const first = await list();
  return hiddenIn(first) > 0 ? list() : first;
}

/** How many items a list counts and does not show. */
export function hiddenIn({ items, results }: Pick<ListedObjects<unknown>, "items" | "results">): number {
  return Math.max(results - items.size, 0);
}
