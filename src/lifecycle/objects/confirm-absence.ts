import type { Deadline } from "../../client";
import type { Clock } from "../../clock";
import { LifecycleError } from "../failures";
import type { ListSnapshot } from "./shared-list";

/** In milliseconds: lists lag behind by up to a minute. */
export const maxListLag = 60_000;
/** In milliseconds: the interval between lists while lists may lag behind. */
const pollInterval = 5000;

/** The search for an object in one list after another. */
export interface Listing<Live> {
  readonly id: string;
  readonly clock: Clock;
  readonly deadline: Deadline | undefined;
  readonly list: () => Promise<ListSnapshot<Live>>;
}

/**
 * Waits for a list without an object whose view returned 404. A list may lag behind and still contain an object that was deleted. Returns
 * the object if a later view returns it.
 */
export async function confirmAbsence<Live>(
  { id, clock, deadline, list }: Listing<Live>,
  kind: string,
  view: () => Promise<Live | undefined>,
): Promise<Live | undefined> {
  const until = Math.min(clock.now() + maxListLag, deadline?.at ?? Number.POSITIVE_INFINITY);
  for (;;) {
    const { items } = await list();
    if (!items.has(id)) return undefined;
    if (clock.now() + pollInterval > until) break;
    await clock.sleep(pollInterval);
    const live = await view();
    if (live !== undefined) return live;
  }
  throw new LifecycleError(
    `The service does not return ${kind} ${id}, but lists it. Nothing was changed. Try again later.`,
  );
}

/**
 * Whether an object that was just viewed was deleted. A list requested a minute later contains at least the objects that existed at the
 * time of the view, so an object that it lacks no longer exists.
 */
export async function isDeactivated<Live>(
  { id, clock, deadline, list }: Listing<Live>,
  latest: ListSnapshot<Live> | undefined,
): Promise<boolean> {
  const viewedAt = clock.now();
  let current = latest ?? (await list());
  // Only a list of one page is proof: an object may be missed between two pages.
  while (!current.items.has(id) && current.pages === 1 && current.unreadable === 0) {
    if (current.requestedAt >= viewedAt + maxListLag) return true;
    if (clock.now() + pollInterval > (deadline?.at ?? Number.POSITIVE_INFINITY)) return false;
    await clock.sleep(pollInterval);
    current = await list();
  }
  return false;
}

/**
 * Whether an object no longer exists after the service accepted its deletion and then rejected a view. A list without the object
 * proves that if it was requested at least `maxListLag` after the service accepted the deletion.
 */
export async function isDeletedSince<Live>(
  { id, clock, deadline, list }: Listing<Live>,
  acceptedAt: number,
): Promise<boolean> {
  // The clock may have been set back since.
  const listedAt = Math.min(acceptedAt, clock.now()) + maxListLag;
  if (listedAt >= (deadline?.at ?? Number.POSITIVE_INFINITY)) return false;
  if (clock.now() < listedAt) await clock.sleep(listedAt - clock.now());
  const { items, unreadable } = await list();
  return unreadable === 0 && !items.has(id);
}
