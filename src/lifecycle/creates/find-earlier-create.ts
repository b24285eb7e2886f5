import { causeOf, LifecycleError } from "../failures";
import type { EarlierRequest, Intent } from "../records/intents";
import type { ApplyTask, CreateResult } from "../task";
import { type CreateOptions, settledAt } from "./create-options";
import { findCreated, foundCreate, searchEarlier } from "./find-created";
import type { SearchResult } from "./search-created";
import { describeSearch, unresolvedResult } from "./unresolved-result";

/** Longer than the settling time, so a search can prove that nothing was created. */
export const searchTimeout = "2m";

/** The search for an earlier create proved that it created nothing. */
export class NothingCreatedError extends LifecycleError {
  constructor(kind: string) {
    super(`The earlier request created no ${kind}. Nothing was sent.`);
  }
}

/**
 * Searches for the object that a create of an earlier run created, as the next create would, but sends no create request.
 * @throws NothingCreatedError, or LifecycleError if the service could not be read.
 */
export async function findEarlierCreate<Live>(
  task: ApplyTask<unknown>,
  create: CreateOptions<Live>,
  { intent, sentBetween: [sentAfter, sentBefore], isChosen }: EarlierRequest,
): Promise<CreateResult<Live>> {
  const { kind, nonce, label, sent } = create;
  const request: Omit<Intent, "origin" | "address"> = intent ?? {
    ...{ before: [], at: sentAfter },
    ...(nonce === undefined ? {} : { nonce }),
    ...(label === undefined ? {} : { label }),
    ...(sent === undefined ? {} : { sent }),
  };
  const isAccepted = intent?.isAccepted === true;
  const searched =
    intent === undefined
      ? await searchEarlier(task, create, request, settledAt(sentBefore, task.services.clock))
      : await findCreated(task, create, intent, isChosen);
  // Without a record of what existed before, only a generated label proves that the create created an object.
  const isProof = intent !== undefined || nonce !== undefined;
  const found = isProof ? searched : asCandidate(create, searched);
  if (found.kind === "none") throw new NothingCreatedError(kind);
  if (found.kind === "one") {
    const { live } = found;
    task.services.claims.claim(kind, create.idOf(live));
    return foundCreate(create, request, live);
  }
  if (found.kind === "unproven" && !(isAccepted && found.failure === undefined)) {
    const reason = found.failure === undefined ? "it timed out" : causeOf(found.failure);
    throw new LifecycleError(`The search for the ${kind} failed: ${reason}. Run the command again.`);
  }
  return unresolvedResult(request, found, describeSearch(task, create, request, found));
}

function asCandidate<Live>(create: CreateOptions<Live>, found: SearchResult<Live>): SearchResult<Live> {
  return found.kind === "one" ? { kind: "several", ids: [create.idOf(found.live)], isProven: true } : found;
}
