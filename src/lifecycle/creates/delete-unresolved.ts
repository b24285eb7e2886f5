import type { CommonInputs } from "../../common-inputs";
import type { Definition } from "../definition";
import { deleteTask, removeObject } from "../delete-task";
import { isRecordedIn } from "../identity/created-objects";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { DeleteResult } from "../lifecycle";
import type { Collection } from "../objects/collection";
import { pollInterval, pollRate } from "../objects/poll-interval";
import { listWhole, refuseHidden, refuseUnreadable } from "../objects/unreadable-items";
import type { Services } from "../services";
import type { Unresolved } from "../task";
import type { State } from "../values/state";
import { withArticle } from "../with-article";
import { isUnclaimed, mayBeLateResultOf } from "./create-matcher";
import { settledAt } from "./create-options";
import { adviseDelete } from "./delete-advice";
import { completeLabeledElsewhere } from "./sent-elsewhere";
import { findCandidates, type Listed, labeledIn, recordOf } from "./unresolved-candidates";

/** Deletes the object that an unresolved create created, if its label proves that. Any other candidate stays. */
export async function deleteUnresolved<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { unresolved, applied, origin }: State<I, Live>,
): Promise<DeleteResult> {
  const { kind, createMatcher: matcher } = definition;
  const { claims, intents, address, log } = services;
  const doubt = unresolved && (await explainDoubt(definition, services, unresolved, origin));
  const { items, labeled } = await allLabeled(definition, services, unresolved, origin);
  const warnings = [
    ...(doubt === undefined ? [] : [doubt]),
    ...(labeled.length === 0 ? relabeledWarnings(definition, services, origin, items) : []),
  ];
  let isRetained = labeled.length === 0 && warnings.length > 0;
  for (const warning of warnings) {
    if (isRetained) await log.retained(warning, "warn", origin);
    else log.warn(warning, origin);
  }
  const others = origin && intents.recentCreates(origin, address);
  for (const [id, live] of labeled) {
    // If the adoption fails, the state must still contain it.
    if (claims.isAdopted(kind, id)) claims.markLeftState(kind, id);
    // The program adopts it, or the replacement has already taken it over.
    if (claims.isClaimed(kind, id)) continue;
    const object = { id, created: matcher?.createdAt?.(live) };
    if (others && isRecordedIn(others, object)) {
      await log.retained(
        `${kind} ${id} was created by a failed request for this resource. It is not deleted, because a record on this machine shows that another resource adopted it.`,
        "warn",
        origin,
      );
      isRetained = true;
      continue;
    }
    log.info(`deleting ${kind} ${id}, which was created by a failed request for this resource`, origin);
    await removeObject(definition, deleteTask(definition, services, id, live, { applied, origin }));
    // A stale list may still contain it: the following create must not take it.
    claims.claim(kind, id);
    if (origin) await closeRequest(services, origin, unresolved?.nonce, id);
  }
  const isProven = unresolved?.nonce !== undefined && !unresolved.isUnproven;
  // If the adoption fails, the next create searches for the object again.
  const isAdopted = labeled.some(([id]) => claims.isAdopted(kind, id));
  if (isProven && !isAdopted && origin) {
    // The create of a replacement that has been interrupted since has a label of its own. Its record may be all that knows its object.
    const recorded = intents.find(origin, address);
    if (recorded === undefined || recorded.nonce === unresolved.nonce) await intents.remove(origin, address);
    if (labeled.length > 0) await completeLabeledElsewhere(services, origin, unresolved.nonce);
  }
  return { alreadyDeleted: false, retained: isRetained };
}

/** Removes the oldest request with the generated label: it created the object that was deleted. */
async function closeRequest(
  { intents, address }: Services,
  origin: ResourceOrigin,
  nonce: string | undefined,
  deletedId: string,
): Promise<void> {
  const request = intents.openRequests(origin, address).find((one) => one.nonce === nonce);
  if (request) await intents.closeRequest(origin, address, request, deletedId);
}

/**
 * The warning about objects that an unresolved create may have created, if nothing proves it. An object that the program adopts needs no
 * warning.
 */
async function explainDoubt<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  unresolved: Unresolved,
  origin: ResourceOrigin | undefined,
): Promise<string | undefined> {
  const { kind } = definition;
  const { nonce, isUnproven } = unresolved;
  // A generated label identifies the object that the request created. With the record of the request, a declared resource searches for it again.
  const isSearchedFor =
    origin &&
    (services.claims.isSearchedFor(urnOf(origin)) ||
      (services.claims.isDeclared(urnOf(origin)) && recordOf(services, unresolved, origin) !== undefined));
  const isResolvedLater = nonce !== undefined || isSearchedFor;
  if (isResolvedLater && !isUnproven) return undefined;
  const found = await findCandidates(definition, services, unresolved);
  const possible = [...found.candidates, ...(isUnproven ? [] : found.labeled)];
  const candidates = new Set(possible.map(([id]) => id));
  if ([...candidates].some((id) => services.claims.isAdopted(kind, id))) return undefined;
  return candidates.size > 0
    ? `It is unclear which ${kind} was created for this resource (candidates: ${[...candidates].join(", ")}), and nothing was deleted. ${adviseDelete(services, definition.createMatcher, [...candidates])}`
    : `It is unclear whether ${withArticle(kind)} was created for this resource, so nothing was deleted. \`nodecloud recover\` on the same machine searches for it.`;
}

/** The warnings about objects that the create may have created and that have been given another label since. */
function relabeledWarnings<I extends CommonInputs, Live, Step extends string>(
  { kind, createMatcher: matcher }: Definition<I, Live, Step>,
  services: Services,
  origin: ResourceOrigin | undefined,
  items: ReadonlyMap<string, Live>,
): readonly string[] {
  const { claims, intents, address } = services;
  const request = origin && intents.find(origin, address);
  if (!matcher || !request) return [];
  const others = intents.recentCreates(origin, address);
  const possible = [...items].filter(
    ([id, live]) =>
      isUnclaimed(matcher, { kind, id, live }, request, claims, others) &&
      mayBeLateResultOf(matcher, live, request, services, others),
  );
  return possible.map(
    ([id]) =>
      `${kind} ${id} may have been created by the failed create of this resource and given another label since. Nothing proves it, so it is not deleted. ${adviseDelete(services, matcher, [id])}`,
  );
}

/**
 * The objects with a generated label. Lists may lag behind, so only one that is requested long enough after the create proves that there is
 * none. Throws if another object with the label may exist that no list contains.
 */
async function allLabeled<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  unresolved: Unresolved | undefined,
  origin: ResourceOrigin | undefined,
): Promise<{ readonly items: ReadonlyMap<string, Live>; readonly labeled: readonly Listed<Live>[] }> {
  const { kind, labelOf } = definition;
  const label = unresolved?.nonce;
  if (label === undefined || labelOf === undefined) return { items: new Map(), labeled: [] };
  const { clock, intents, address, log } = services;
  const collection = definition.collection(services);
  const request = origin && intents.find(origin, address);
  const startedAt = clock.now();
  const sentBefore = request?.at ?? unresolved?.at;
  const provenAt = sentBefore === undefined ? startedAt : settledAt(sentBefore, clock);
  for (;;) {
    const requestedAt = clock.now();
    const list = await listWhole(() => collection.list());
    refuseUnreadable(kind, list.unreadable);
    const labeled = labeledIn(list, labelOf, label);
    const isSettled = requestedAt >= provenAt;
    // A stale list may contain only the object of an earlier request, which that run has deleted.
    if (labeled.length > 0 && (isSettled || (await existsOne(collection, labeled))))
      return { items: list.items, labeled };
    if (isSettled) {
      refuseHidden(kind, list);
      return { items: list.items, labeled };
    }
    log.progress(`waiting until lists contain what the failed request for this ${kind} created`, origin);
    const now = clock.now();
    await clock.sleep(
      Math.max(0, Math.min(pollInterval(now - startedAt, clock, pollRate.relaxed), provenAt - now)),
    );
  }
}

async function existsOne<Live>(
  collection: Pick<Collection<Live>, "view">,
  objects: readonly Listed<Live>[],
): Promise<boolean> {
  for (const [id] of objects) if ((await collection.view(id)) !== undefined) return true;
  return false;
}
