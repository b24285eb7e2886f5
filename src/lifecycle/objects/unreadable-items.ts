import { LifecycleError } from "../failures";
import type { ListedObjects } from "./collection";

/** Throws if items of a list cannot be read: one of them may be the object that seems to be missing. */
export function refuseUnreadable(kind: string, unreadable: number): void {
  if (unreadable === 0) return;
  throw new LifecycleError(
    `The list of ${kind}s has ${unreadable === 1 ? "an item" : `${unreadable} items`} whose id cannot be read, so the result of the create request is unclear. Report this to the operator of the service.`,
  );
}

/** Throws if a list counts more items than it contains: one of them may be the object that seems to be missing. */
export function refuseHidden(kind: string, list: ListedObjects<unknown>): void {
  const hidden = hiddenIn(list);
  if (hidden === 0) return;
  throw new LifecycleError(
    `The list of ${kind}s counts ${hidden} more than it contains, perhaps because the token's user lacks a grant, so the result of the create request is unclear: use the token of an unrestricted user.`,
  );
}

/** A new list. If a list grows while it is read, an item seems to be missing, so a second list decides. */
export async function listWhole<List extends ListedObjects<unknown>>(
  list: () => Promise<List>,
): Promise<List> {
  const first = await list();
  return hiddenIn(first) > 0 ? list() : first;
}

/** How many items a list counts but does not contain. */
export function hiddenIn({ items, results }: Pick<ListedObjects<unknown>, "items" | "results">): number {
  return Math.max(results - items.size, 0);
}
