import { causeOf, isAccessDenied, isRedirected, LifecycleError } from "../failures";
import { createdAs } from "../identity/created-objects";
import type { ResourceOrigin } from "../identity/origin";
import type { Intent } from "../records/intents";
import type { Services } from "../services";
import type { ApplyTask, CreateResult } from "../task";
import { withArticle } from "../with-article";
import type { CreateOptions } from "./create-options";
import { findCreated, foundCreate } from "./find-created";
import { reportedIds, requestsWithoutResult, unresolvedIntent } from "./intent-record";
import { reportTakenOver } from "./report-taken-over";
import { verifyRequestAccount } from "./request-account";
import { describeSearch, unresolvedResult } from "./unresolved-result";

/**
 * Takes over the object that an interrupted create of an earlier run created. Undefined if it created nothing, so a new request may be
 * sent.
 */
export async function resolveEarlierCreate<Live>(
  task: ApplyTask<unknown>,
  create: CreateOptions<Live>,
  earlier: Intent,
): Promise<CreateResult<Live> | undefined> {
  const { claims, intents, address } = task.services;
  const { kind } = create;
  const cause = earlier.isFailed
    ? `An earlier run could not tell whether this ${kind} was created`
    : `An earlier run was interrupted while creating this ${kind}`;
  task.reportProgress(`${cause}; searching for it`);
  const subject = `${cause}, and its request`;
  const isOurs = await verifyRequestAccount(task.services, earlier, { subject, deadline: task.deadline });
  const found = await findCreated(task, create, earlier);
  if (found.kind === "none") {
    if (isOurs || earlier.account === undefined) return undefined;
    throw new LifecycleError(
      `${subject} was sent to account ${earlier.account}. Nothing was sent now, because this run cannot verify that the token belongs to that account. Use a token for that account with the scope account:read_only, or run the command again when the service responds.`,
    );
  }
  if (found.kind === "one") {
    const { live } = found;
    const id = create.idOf(live);
    // The state may already contain it, and a replacement may delete that entry later. Then this process must not delete the object.
    claims.markAdopted(kind, id);
    if (earlier.id === undefined) reportTakenOver(task, create, id);
    const created = createdAs(create.createMatcher.createdAt?.(live));
    const result = foundCreate(create, earlier, live);
    const { isFound } = result;
    const isTakenOver = earlier.id !== undefined;
    const open = requestsWithoutResult(earlier);
    await intents.save({ ...earlier, id, ...created, isFound, isTakenOver, open });
    return isTakenOver ? { ...result, kept: { takenOver: true } } : result;
  }
  if (found.kind === "unproven" && !(earlier.isAccepted && found.failure === undefined)) {
    const reason = found.failure === undefined ? "it timed out" : causeOf(found.failure);
    const next = isRedirected(found.failure)
      ? `Change the service's address from ${address} to the new one`
      : isAccessDenied(found.failure)
        ? `Run the command again with a token that may list ${kind}s`
        : "Run the command again when the service responds";
    throw new LifecycleError(`${cause}, and the search for it failed: ${reason}. Nothing was sent. ${next}.`);
  }
  await intents.save(unresolvedIntent(earlier, reportedIds(found)));
  return unresolvedResult(earlier, found, `${cause}. ${describeSearch(task, create, earlier, found)}`);
}

/**
 * An intent of version 0.1.0 does not say which state it was written for. It may belong to another stack of the same name, so it is not
 * used.
 */
export async function reportLegacyIntent(
  { intents, address, log }: Services,
  kind: string,
  origin: ResourceOrigin,
): Promise<void> {
  const intent = await intents.takeLegacy(origin, address);
  if (!intent) return;
  const { id, label } = intent;
  const object =
    id !== undefined
      ? `${kind} ${id}`
      : label === undefined
        ? withArticle(kind)
        : `${withArticle(kind)} labeled ${JSON.stringify(label)}`;
  log.warn(
    `Version 0.1.0 was interrupted while creating ${object} and did not record for which stack, so it is not taken over. If it exists and no stack manages it, set \`adopt: <id>\` or delete it.`,
    origin,
  );
}
