import { parseDateTime } from "../../client";
import { type CreatedObject, createdAs, isRecordedIn } from "../identity/created-objects";
import { urnOf } from "../identity/origin";
import { restrictedUserOf } from "../identity/restricted-user";
import { viewNew } from "../objects/view-new";
import type { CreateRequest, Intent } from "../records/intents";
import type { ApplyTask, CreateResult } from "../task";
import { isCreatedTooLate } from "./create-matcher";
import { type CreateOptions, settledAt } from "./create-options";
import { adviseDelete } from "./delete-advice";
import { isOtherObject, otherObjectError, type RecordedResult } from "./is-other-object";
import { type SearchResult, type SearchTarget, searchCreated } from "./search-created";

/**
 * Finds the object that a recorded create created: by its id if the record has one, and otherwise in the lists. Throws if the token's user
 * may just be unable to see it, or if another object has the id. `isChosen`: the user specified the id.
 */
export async function findCreated<Live>(
  task: ApplyTask<unknown>,
  target: SearchTarget<Live>,
  intent: Omit<Intent, "origin" | "address">,
  isChosen = false,
): Promise<SearchResult<Live>> {
  const settled = settledAt(intent.at, task.services.clock);
  const { id } = intent;
  const other =
    id === undefined || isChosen ? undefined : otherOwner(task, target, { ...createdAs(intent.created), id });
  if (id !== undefined && other !== undefined && !task.earlier) {
    task.services.log.warn(
      `${target.kind} ${id} was created by an earlier create of this resource, and is not taken over, because ${other === "state" ? "another resource in this stack manages it" : "a record on this machine shows that another resource manages it"}. ${adviseDelete(task.services, target.createMatcher, [id])}`,
      task.origin,
    );
    return { kind: "none" };
  }
  const { claims } = task.services;
  if (id !== undefined && other === "record" && !claims.isClaimed(target.kind, id))
    return { kind: "several", ids: [id], isProven: true };
  if (id !== undefined) return viewCreated(task, target, { ...intent, id, isChosen }, settled);
  const provenAt = intent.isAccepted ? Number.POSITIVE_INFINITY : settled;
  return searchEarlier(task, target, intent, provenAt);
}

/** Where the object of a create is recorded for another resource by now: in the state, or in a record on this machine. */
function otherOwner(
  { services, origin }: ApplyTask<unknown>,
  { kind }: Pick<SearchTarget<unknown>, "kind">,
  object: CreatedObject,
): "state" | "record" | undefined {
  const { claims, intents, address } = services;
  const urn = origin && urnOf(origin);
  if (claims.isRecordedForOther(kind, object.id, urn)) return "state";
  if (origin === undefined || urn === undefined) return undefined;
  if (claims.isKeptByOther(kind, object.id, urn)) return "state";
  const live = { id: object.id, created: object.created };
  return isRecordedIn(intents.recentCreates(origin, address), live) ? "record" : undefined;
}

/**
 * Searches for the object that a request of an earlier run created. Throws if the token's user may just be unable to see it. Without a
 * generated label, an object that may have been created long after the request may belong to another resource that has used the label since.
 */
export async function searchEarlier<Live>(
  task: ApplyTask<unknown>,
  target: SearchTarget<Live>,
  request: CreateRequest,
  provenAt: number,
): Promise<SearchResult<Live>> {
  const { createMatcher } = target;
  // Without a record of the request, it is unknown when it was sent.
  const isTimeKnown = task.earlier === undefined || task.earlier.intent !== undefined;
  const accepts = (live: Live) => {
    if (request.nonce !== undefined || !isTimeKnown) return true;
    return !isCreatedTooLate(request, parseDateTime(createMatcher.createdAt?.(live)), task.services);
  };
  const found = await searchCreated(task, target, request, provenAt, accepts);
  if (found.kind === "none") await restrictedUserOf(task.services).verifyCreatedNothing(target.kind);
  return found;
}

/** Reads an object. Views may lag behind just as lists do, so only a view sent at `provenAt` or later proves that it does not exist. */
async function viewCreated<Live>(
  { services, deadline }: Pick<ApplyTask<unknown>, "services" | "deadline">,
  { kind, collection, createMatcher }: SearchTarget<Live>,
  recorded: RecordedResult & { readonly id: string; readonly isChosen: boolean },
  provenAt: number,
): Promise<SearchResult<Live>> {
  const { clock, address, allowEmpty } = services;
  const { id } = recorded;
  const view = () => collection.view(id, { deadline });
  let live: Live | undefined;
  try {
    live = (await view()) ?? (await viewNew({ kind, id, clock, deadline, view }, provenAt));
  } catch (failure) {
    return { kind: "unproven", failure };
  }
  if (live === undefined) await restrictedUserOf(services).verifyAbsence({ kind, id });
  else if (!recorded.isChosen && isOtherObject(createMatcher, live, recorded, services)) {
    if (allowEmpty) return { kind: "none" };
    throw otherObjectError({ kind, matcher: createMatcher }, live, recorded, address);
  }
  return live === undefined || createMatcher.isBeingDeleted(live) ? { kind: "none" } : { kind: "one", live };
}

type FoundCreate<Live> = Extract<CreateResult<Live>, { readonly id: string }> & { readonly isFound: boolean };

/**
 * The object that an earlier run created, and what the program has changed since. `record`: if it has no id, a search has found the object.
 */
export function foundCreate<Live>(
  create: CreateOptions<Live>,
  record: Pick<Intent, "sent" | "hidden" | "id" | "isFound">,
  live: Live,
): FoundCreate<Live> {
  const differingFields = create.differingFields(live, record);
  const sent = { ...record.sent, ...record.hidden };
  const isFound = record.id === undefined || record.isFound === true;
  return { id: create.idOf(live), live, differingFields, isFromEarlierRun: true, sent, isFound };
}
