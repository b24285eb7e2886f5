import { NodecloudError } from "../../client";
import { formatDuration } from "../deadline";
import { causeOf, isAmbiguous, isRedirected, LifecycleError } from "../failures";
import { urnOf } from "../identity/origin";
import { retryWhileBusy } from "../objects/retry-while-busy";
import type { ApplyTask, CreateResult } from "../task";
import { type CreateOptions, settlingTime } from "./create-options";
import { reportLegacyIntent, resolveEarlierCreate } from "./earlier-create";
import { findEarlierCreate } from "./find-earlier-create";
import { rejectsLabel, retryUntilLabelIsFree } from "./freed-labels";
import { EngineEndedError, IntentRecord, openRequestsOf, recentResultsOf } from "./intent-record";
import { reportTakenOver } from "./report-taken-over";
import { searchCreated } from "./search-created";
import { refuseIfSentElsewhere } from "./sent-elsewhere";
import { describeSearch, unresolvedResult } from "./unresolved-result";
import { waitForLabel } from "./wait-for-label";

/**
 * Sends a create request so that it is carried out exactly once. After a failure with an unknown outcome, it polls the lists for at least
 * the settling time before it sends the request again. A single match is taken as the result. If the response does not contain the result,
 * it searches until the deadline and never sends the request again.
 */
export async function createOnce<Live>(
  task: ApplyTask<unknown>,
  create: CreateOptions<Live>,
): Promise<CreateResult<Live>> {
  const { services, origin, deadline } = task;
  const { clock, intents, address } = services;
  if (task.earlier) return findEarlierCreate(task, create, task.earlier);
  if (origin) {
    intents.checkReadable(create.kind, origin, address);
    await reportLegacyIntent(services, create.kind, origin);
  }
  const earlier = origin && intents.find(origin, address);
  if (origin && earlier) {
    services.claims.markSearchedFor(urnOf(origin));
    const result = await resolveEarlierCreate(task, create, earlier);
    if (result) return result;
  }
  if (origin) refuseIfSentElsewhere(services, create.kind, origin);
  const open = openRequestsOf(services, origin, earlier);
  const earlierResults = recentResultsOf(services, origin);
  const before = [...(await create.idsBefore()), ...(await waitForLabel(task, create))];
  const existing = { before, earlierResults };
  const record = new IntentRecord(task, create, open, existing);
  for (let attempts = 1; ; attempts++) {
    const outcome = await send(task, create, record, attempts === 1);
    const endedAt = clock.now();
    if (outcome.kind === "created") return takeCreated(task, create, record, outcome.live, false);
    const isAccepted = outcome.kind === "accepted";
    const failure = isAccepted ? undefined : outcome.failure;
    if (failure instanceof EngineEndedError && attempts > 1) throw failure;
    // Nothing else has a generated label. If it is taken, the request was carried out before, such as by a proxy that sends it twice.
    const isRepeated = attempts === 1 && create.nonce !== undefined && rejectsLabel(failure);
    const isUnclear = isAmbiguous(failure) || isRepeated;
    // A later attempt may be rejected because an earlier one was carried out and has taken the label.
    if (!isAccepted && !isUnclear && attempts === 1) {
      await record.remove();
      throw failure;
    }
    task.reportProgress(
      isAccepted
        ? `the ${create.kind} was accepted; searching for its id`
        : `it is unclear whether the ${create.kind} was created; searching for it`,
    );
    const request = record.request();
    if (!isAccepted && isUnclear) record.addOpen(request);
    const provenAt = isAccepted ? Number.POSITIVE_INFINITY : clock.now() + settlingTime;
    const found = await searchCreated(task, create, request, provenAt);
    if (found.kind === "one") {
      // The object is the result of one of the requests. It does not matter which one.
      if (!isAccepted) {
        record.removeLastOpen();
        reportTakenOver(task, create, create.idOf(found.live));
      }
      return takeCreated(task, create, record, found.live, true);
    }
    const hasSearchFailed = found.kind === "unproven" && found.failure !== undefined;
    await record.saveFailure(found, isAccepted && hasSearchFailed);
    if (found.kind !== "none") {
      const cause = isAccepted
        ? `The service accepted the new ${create.kind}, but its response does not contain it.`
        : `${causeOf(failure)}.`;
      // Without a generated label, only another search can resolve it.
      const unseen =
        create.nonce === undefined && found.kind === "unproven" && (!isAccepted || hasSearchFailed);
      const reason = `${cause} ${describeSearch(task, create, create, found, { unseen, address })}`;
      return unresolvedResult(create, found, reason, unseen);
    }
    const listed = `No list contained the ${create.kind} for ${formatDuration(settlingTime)}, so it was probably not created.`;
    if (!isAmbiguous(failure)) throw rejectedClearly(failure, listed, attempts);
    const result = `${causeOf(failure)}. ${listed}`;
    if (failure.code === "rejected") throw rejectedCreate(failure, result, address);
    const sendsAgainAt = endedAt + (failure.retryAfter ?? 0);
    if (Math.max(clock.now(), sendsAgainAt) >= deadline.at) {
      throw new LifecycleError(`${result} The next run searches again before it creates one.`);
    }
    await clock.sleep(Math.max(sendsAgainAt - clock.now(), 0));
  }
}

/** The service rejected a create ambiguously, so it may have been carried out: with a redirect, or with errors in a success response. */
function rejectedCreate(failure: NodecloudError, result: string, address: string): NodecloudError {
  const advice = isRedirected(failure)
    ? `Change the service's address from ${address} to the new one.`
    : "Fix the problem that the service reports, and run the command again.";
  return new NodecloudError({ ...failure, message: `${result} ${advice}` });
}

/** The service rejected a create clearly, but something may have been changed: by an earlier attempt, or by the same request. */
function rejectedClearly(failure: unknown, listed: string, attempts: number): unknown {
  if (!(failure instanceof NodecloudError)) return failure;
  const earlier = attempts > 1 ? " The result of an earlier attempt of this run is unknown." : "";
  return new NodecloudError({ ...failure, message: `${causeOf(failure)}.${earlier} ${listed}` });
}

type Outcome<Live> =
  | { readonly kind: "created"; readonly live: Live }
  | { readonly kind: "accepted" }
  | { readonly kind: "failed"; readonly failure: unknown };

async function send<Live>(
  task: ApplyTask<unknown>,
  { kind, label, source, send: request }: CreateOptions<Live>,
  record: IntentRecord,
  isFirst: boolean,
): Promise<Outcome<Live>> {
  const { deadline } = task;
  const beforeSending = () => record.saveBeforeSending();
  const sendOnce = () => request({ deadline, freshConnection: true, beforeSending });
  const sendWithLabel = () => retryUntilLabelIsFree(task, kind, label, sendOnce);
  try {
    const live = await (source && isFirst ? retryWhileBusy(task, source, sendWithLabel) : sendWithLabel());
    return live === undefined ? { kind: "accepted" } : { kind: "created", live };
  } catch (failure) {
    return { kind: "failed", failure };
  }
}

async function takeCreated<Live>(
  { services }: ApplyTask<unknown>,
  { kind, collection, idOf, createMatcher }: CreateOptions<Live>,
  record: IntentRecord,
  live: Live,
  isFound: boolean,
): Promise<CreateResult<Live>> {
  const id = idOf(live);
  services.claims.claim(kind, id);
  collection.markCreated(id);
  await record.saveId(id, createMatcher.createdAt?.(live), isFound);
  return { id, live, isFound };
}
