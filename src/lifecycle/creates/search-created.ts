import { isAccessDenied, isRedirected, LifecycleError } from "../failures";
import type { RecentCreates } from "../identity/created-objects";
import type { Collection } from "../objects/collection";
import { refuseHidden, refuseUnreadable } from "../objects/unreadable-items";
import type { CreateRequest } from "../records/intents";
import type { ApplyTask } from "../task";
import { type CreateMatcher, isResultOf, isUnclaimed, mayBeResultOf } from "./create-matcher";

/** Where to search for the object that a create created. */
export interface SearchTarget<Live> {
  readonly kind: string;
  readonly collection: Collection<Live>;
  readonly idOf: (live: Live) => string;
  readonly createMatcher: CreateMatcher<Live>;
  /** In milliseconds: polls must find the same single match for this long before it is used. Default: one poll is enough. */
  readonly confirmFor?: number;
}

export type SearchResult<Live> =
  | { readonly kind: "one"; readonly live: Live }
  /** `isProven`: they have the sent values. Otherwise someone changed one of them, or the create created none of them. */
  | { readonly kind: "several"; readonly ids: readonly string[]; readonly isProven: boolean }
  /** A list that was requested late enough does not contain it. */
  | { readonly kind: "none" }
  /** The deadline passed first. `failure` is that of the last poll; undefined if that poll succeeded without a match. */
  | { readonly kind: "unproven"; readonly failure: unknown };

const maxPollInterval = 8000;

/**
 * Polls the list until it contains the object that the request created, or until the service redirects a poll or denies access. Only a list
 * requested at `provenAt` or later proves that nothing was created: an earlier one may be stale, and a failed poll proves nothing. A single
 * match is claimed, unless `accepts` makes it a candidate only.
 */
export async function searchCreated<Live>(
  task: ApplyTask<unknown>,
  target: SearchTarget<Live>,
  request: CreateRequest,
  provenAt: number,
  accepts: (live: Live) => boolean = () => true,
): Promise<SearchResult<Live>> {
  const { deadline } = task;
  const { clock } = task.services;
  const tracker = new CandidateTracker(target, clock.now());
  let result: SearchResult<Live> = { kind: "unproven", failure: undefined };
  for (let polls = 1, interval = 1000; ; polls++, interval = Math.min(interval * 2, maxPollInterval)) {
    const requestedAt = clock.now();
    try {
      const list = await target.collection.list({ deadline });
      const candidates = candidatesIn([...list.items.values()], task, target, request);
      const evaluation = tracker.evaluate(candidates, clock.now(), requestedAt >= provenAt);
      // An object that the list omits may be the one that the request created. If the list grew while it was read, the next poll decides.
      if (evaluation.result.kind === "none") {
        refuseUnreadable(target.kind, list.unreadable);
        refuseHidden(target.kind, list);
      }
      if (evaluation.isFinal) {
        const { result: final } = evaluation;
        if (final.kind !== "one") return final;
        const id = target.idOf(final.live);
        if (!accepts(final.live)) return { kind: "several", ids: [id], isProven: false };
        // At once: the next search reads the same list. A search that only resolves an earlier create may not take the object.
        if (!task.earlier) task.services.claims.claim(target.kind, id);
        return final;
      }
      result = evaluation.result;
    } catch (failure) {
      // Nobody is going to grant access in the meantime.
      if (isRedirected(failure) || isAccessDenied(failure)) return { kind: "unproven", failure };
      // A poll that the deadline interrupted is less informative than the one before it.
      const hasLessDetail = polls > 1 && clock.now() >= deadline.at;
      if (result.kind === "unproven" && !hasLessDetail) result = { kind: "unproven", failure };
    }
    const remaining = deadline.at - clock.now();
    if (remaining <= 0) return result;
    const decisive = [provenAt, tracker.confirmedAt].map((at) => at - clock.now()).filter((ms) => ms > 0);
    try {
      await clock.sleep(Math.min(interval, remaining, ...decisive));
    } catch (interrupted) {
      return result.kind === "unproven" ? { kind: "unproven", failure: interrupted } : result;
    }
  }
}

interface Candidates<Live> {
  /** The candidates that have the sent values. */
  readonly matching: readonly Live[];
  /** The candidates that may be the result if someone has changed it since. */
  readonly similar: readonly Live[];
}

/** Decides what the candidates in each list prove, and whether another list is needed. */
class CandidateTracker<Live> {
  readonly #target: SearchTarget<Live>;
  /** The single match in the last list, and since when it has been the only one. */
  #single: string | undefined;
  #singleSince: number;

  constructor(target: SearchTarget<Live>, now: number) {
    this.#target = target;
    this.#singleSince = now;
  }

  /** The time from which another list with the same single match confirms it. Infinite without one. */
  get confirmedAt(): number {
    const { confirmFor = 0 } = this.#target;
    return this.#single === undefined ? Number.POSITIVE_INFINITY : this.#singleSince + confirmFor;
  }

  evaluate({ matching, similar }: Candidates<Live>, now: number, isLateEnough: boolean): Evaluation<Live> {
    const { idOf, confirmFor = 0 } = this.#target;
    const [first] = matching;
    if (matching.length > 1)
      return { isFinal: true, result: { kind: "several", ids: matching.map(idOf), isProven: true } };
    const id = first === undefined ? undefined : idOf(first);
    if (id !== this.#single) this.#singleSince = now;
    this.#single = id;
    if (first !== undefined && id !== undefined) {
      return now - this.#singleSince >= confirmFor
        ? { isFinal: true, result: { kind: "one", live: first } }
        : { isFinal: false, result: { kind: "unproven", failure: unconfirmed(this.#target.kind, id) } };
    }
    if (similar.length > 0)
      return { isFinal: isLateEnough, result: { kind: "several", ids: similar.map(idOf), isProven: false } };
    return isLateEnough
      ? { isFinal: true, result: { kind: "none" } }
      : { isFinal: false, result: { kind: "unproven", failure: undefined } };
  }
}

/** Why the single match in the last list proves nothing yet. */
function unconfirmed(kind: string, id: string): LifecycleError {
  return new LifecycleError(
    `${kind} ${id} was listed, but the deadline passed before other matches could be ruled out`,
  );
}

interface Evaluation<Live> {
  readonly isFinal: boolean;
  readonly result: SearchResult<Live>;
}

const noCreates: RecentCreates = { objects: [], replaced: [], labels: new Set() };

/** The objects that may be the request's result: new since the request, not claimed, and not being deleted. */
function candidatesIn<Live>(
  items: readonly Live[],
  { services, origin }: ApplyTask<unknown>,
  { kind, idOf, createMatcher }: SearchTarget<Live>,
  request: CreateRequest,
): Candidates<Live> {
  const others = origin ? services.intents.recentCreates(origin, services.address) : noCreates;
  const free = items.filter((live) =>
    isUnclaimed(createMatcher, { kind, id: idOf(live), live }, request, services.claims, others),
  );
  return {
    matching: free.filter((live) => isResultOf(createMatcher, live, request)),
    similar: free.filter((live) => mayBeResultOf(createMatcher, live, request, services, others)),
  };
}
