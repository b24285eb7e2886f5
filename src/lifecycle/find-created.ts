import { type CreateOptions, settlingTime } from "./create-options";
import type { CreateRequest, Intent } from "./intents";
import { type SearchResult, type SearchTarget, searchCreated } from "./search-created";
import type { ApplyTask, CreateResult } from "./task";
import { viewNew } from "./view-new";

/** Finds what a recorded create made: by its id where the record has it, and otherwise in the lists. */
export function findCreated<Live>(
  task: ApplyTask<unknown>,
  target: SearchTarget<Live>,
  intent: Omit<Intent, "origin" | "address">,
): Promise<SearchResult<Live>> {
  const settledAt = intent.at + settlingTime;
  if (intent.id !== undefined) return viewCreated(task, target, intent.id, settledAt);
  return searchCreated(task, target, intent, intent.isAccepted ? Number.POSITIVE_INFINITY : settledAt);
}

/** Reads an object. Views may lag behind as lists do, so only a view sent at `provenAt` or later proves that it does not exist. */
async function viewCreated<Live>(
  { services, deadline }: Pick<ApplyTask<unknown>, "services" | "deadline">,
  { kind, collection, createMatcher }: SearchTarget<Live>,
  id: string,
  provenAt: number,
): Promise<SearchResult<Live>> {
  const { clock } = services;
  const view = () => collection.view(id, { deadline });
  try {
    const live = (await view()) ?? (await viewNew({ kind, id, clock, deadline, view }, provenAt));
    const isDeleted = live === undefined || createMatcher.isBeingDeleted(live);
    return isDeleted ? { kind: "none" } : { kind: "one", live };
  } catch (failure) {
    return { kind: "unproven", failure };
  }
}

/** What an earlier run created, and where the program has changed since. */
export function foundCreate<Live>(
  create: CreateOptions<Live>,
  request: Pick<CreateRequest, "sent" | "hidden">,
  live: Live,
): CreateResult<Live> {
  const differingFields = create.differingFields(live, request);
  const sent = { ...request.sent, ...request.hidden };
  return { id: create.idOf(live), live, differingFields, isFromEarlierRun: true, sent };
}
