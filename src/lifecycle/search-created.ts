import type { Collection } from "./collection";
import { type CreateMatcher, isResultOf, mayBeResultOf } from "./create-matcher";
import type { ApplyTask } from "./definition";
import type { CreateRequest, RecentCreates } from "./intents";

/** What is searched for what a create made. */
export interface SearchTarget<Live> {
  readonly kind: string;
  readonly collection: Collection<Live>;
  readonly idOf: (live: Live) => string;
  readonly createMatcher: CreateMatcher<Live>;
  /** For how many milliseconds polls have to show the same single one before it is taken; by default one poll is enough. */
  readonly confirmFor?: number;
}

export type SearchResult<Live> =
  | { readonly kind: "one"; readonly live: Live }
  /** `isProven`: they show what was sent. Otherwise somebody may have changed one of them, or none of them is ours. */
  | { readonly kind: "several"; readonly ids: readonly string[]; readonly isProven: boolean }
  /** A list that was asked for late enough does not hold it. */
  | { readonly kind: "none" }
  /** The deadline came first; `failure` is that of the last poll, undefined where that one succeeded. */
  | { readonly kind: "unproven"; readonly failure: unknown };

const maxPause = 8000;
const nobody: RecentCreates = { ids: new Set(), labels: new Set() };

/**
 * Polls the list until something is found. That nothing was made is proven only by a list that was asked for at the
 * given time or later: an earlier one may lag behind, and a poll that failed proves nothing.
 */
export async function searchCreated<Live>(
  work: ApplyTask<unknown>,
  searched: SearchTarget<Live>,
  request: CreateRequest,
  until: number,
): Promise<SearchResult<Live>> {
  const { services, deadline, origin } = work;
  const { clock, intents, address } = services;
  const { collection, idOf, confirmFor = 0 } = searched;
  let seen: SearchResult<Live> = { kind: "unproven", failure: undefined };
  let single: string | undefined;
  let since = clock.now();
  for (let polls = 1, pause = 1000; ; polls++, pause = Math.min(pause * 2, maxPause)) {
    const begun = clock.now();
    try {
      const { items } = await collection.list({ deadline });
      const others = origin ? intents.recentCreates(origin, address) : nobody;
      const { requested, similar } = candidatesIn([...items.values()], work, searched, request, others);
      const [first] = requested;
      if (requested.length > 1) return { kind: "several", ids: requested.map(idOf), isProven: true };
      const id = first === undefined ? undefined : idOf(first);
      if (id !== single) since = clock.now();
      single = id;
      if (first !== undefined && clock.now() - since >= confirmFor) return { kind: "one", live: first };
      if (id !== undefined) seen = { kind: "several", ids: [id], isProven: true };
      else if (similar.length > 0) seen = { kind: "several", ids: similar.map(idOf), isProven: false };
      else seen = { kind: "unproven", failure: undefined };
      if (id === undefined && begun >= until) return similar.length > 0 ? seen : { kind: "none" };
    } catch (failure) {
      // A poll that the deadline cut off says less than the one before it.
      const saysLess = polls > 1 && clock.now() >= deadline.at;
      if (seen.kind === "unproven" && !saysLess) seen = { kind: "unproven", failure };
    }
    const left = deadline.at - clock.now();
    if (left <= 0) return seen;
    const untilProof = until - clock.now();
    try {
      await clock.sleep(Math.min(pause, left, untilProof > 0 ? untilProof : pause));
    } catch (interrupted) {
      return seen.kind === "unproven" ? { kind: "unproven", failure: interrupted } : seen;
    }
  }
}

/** What may be the request's result: not listed before, claimed by nobody, and not on its way out. */
function candidatesIn<Live>(
  items: readonly Live[],
  { services }: ApplyTask<unknown>,
  { kind, idOf, createMatcher }: SearchTarget<Live>,
  request: CreateRequest,
  others: RecentCreates,
): { readonly requested: readonly Live[]; readonly similar: readonly Live[] } {
  const free = items.filter((live) => {
    const id = idOf(live);
    return (
      !createMatcher.isBeingDeleted(live) &&
      !request.before.includes(id) &&
      !services.claims.isClaimed(kind, id) &&
      !others.ids.has(id)
    );
  });
  return {
    requested: free.filter((live) => isResultOf(createMatcher, live, request)),
    similar: free.filter((live) => mayBeResultOf(createMatcher, live, request, services, others)),
  };
}
