import type { CallOptions } from "../client";
import { messageOf } from "../unknown";
import { formatDuration } from "./deadline";
import type { ApplyTask, CreateResult, Properties, ResourceOrigin } from "./definition";
import { isAmbiguous, LifecycleError } from "./failures";
import { type CreateRequest, type Intent, isRecent } from "./intents";
import { type SearchResult, type SearchTarget, searchCreated } from "./search-created";

/** A create that must happen once, and how its result is known again among the things of its kind. */
export interface CreateOptions<Live> extends SearchTarget<Live> {
  /** The label that only this create uses; undefined when the user wrote it. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  /** What else it is known by: recorded before the request leaves, so never a secret. */
  readonly sent?: Properties;
  /** The create-only fields in which it is not what was asked for. */
  readonly differingFields: (live: Live) => readonly string[];
  /** Asked once, before the first request: the ids that look alike already, and are not what this create makes. */
  readonly idsBefore: () => Promise<readonly string[]>;
  /** Answers what was made; undefined where the service does not say, so that it has to be found though all went well. */
  readonly send: (options: CallOptions) => Promise<Live | undefined>;
}

/**
 * How long after an ambiguous failure the request is not sent again. Lists of services of this kind lag by up to a minute.
 */
const settlingTime = 75_000;

/**
 * Sends a create so that it happens once. A failure that leaves the result open is never answered with a second request
 * on a guess: the things of its kind are looked at, for the settling time at least. One match is taken as ours. After an
 * answer that does not say what was made, it is looked for until the deadline, and never asked for again.
 */
export async function createOnce<Live>(
  work: ApplyTask<unknown>,
  creation: CreateOptions<Live>,
): Promise<CreateResult<Live>> {
  const { services, origin, deadline } = work;
  const { clock, intents, address } = services;
  if (origin) await reportUnowned(work, creation, origin);
  const earlier = origin && intents.find(origin, address);
  if (earlier) {
    const found = await searchEarlier(work, creation, earlier);
    if (found) return found;
  }
  /** Requests that the service may still carry out: those of earlier runs, and those of this one. */
  const open = origin
    ? intents.openRequests(origin, address).filter((request) => isRecent(request, clock.now()))
    : [];
  if (earlier?.id === undefined && earlier?.open === undefined && earlier) open.push(requestOf(earlier));
  const before = await creation.idsBefore();
  /** As it was recorded before the latest sending; without an origin there is nothing to find it by. */
  let intent: Intent | undefined;
  const record = async (more: Partial<Intent>): Promise<void> => {
    if (!intent) return;
    intent = { ...intent, open: [...open], ...more };
    // What exists now must reach the state, whether or not it can be recorded.
    await intents.save(intent).catch((error) => services.log.warn(messageOf(error), origin));
  };
  const taken = async (live: Live): Promise<CreateResult<Live>> => {
    const id = creation.idOf(live);
    services.claims.claim(creation.kind, id);
    creation.collection.markChanged(id);
    await record({ id });
    return { id, live };
  };
  const beforeSending = async () => {
    if (!(await services.isEngineRunning())) throw new EngineGone(creation.kind);
    if (!origin) return;
    intent = {
      ...{ origin, address, open: [...open] },
      ...requestOf({ ...labelsOf(creation), before, at: clock.now() }),
    };
    await intents.save(intent);
  };
  for (let sends = 1; ; sends++) {
    let failure: unknown;
    let accepted = false;
    try {
      const live = await creation.send({ deadline, freshConnection: true, beforeSending });
      if (live !== undefined) return await taken(live);
      accepted = true;
    } catch (error) {
      failure = error;
    }
    if (failure instanceof EngineGone && sends > 1) throw failure;
    // Refused at a later try, it may be refused because an earlier one was carried out: its label is taken now.
    if (!accepted && !isAmbiguous(failure) && sends === 1) {
      if (origin) await intents.remove(origin, address);
      throw failure;
    }
    work.reportProgress(
      accepted
        ? `the ${creation.kind} was accepted; looking for its id`
        : `it is not known whether the ${creation.kind} was created; looking for it`,
    );
    const request = requestOf({ ...labelsOf(creation), before, at: intent?.at ?? clock.now() });
    const isOpen = !accepted && isAmbiguous(failure);
    if (isOpen) open.push(request);
    const proven = accepted ? Number.POSITIVE_INFINITY : clock.now() + settlingTime;
    const seen = await searchCreated(work, creation, request, proven);
    if (seen.kind === "one") {
      // It is the result of one of the requests: which one makes no difference.
      if (!accepted) open.pop();
      return taken(seen.live);
    }
    const isUnseen = seen.kind === "unproven" && seen.failure !== undefined;
    await record({ isFailed: true, isAccepted: accepted && isUnseen, ...excluding(request, seen) });
    if (seen.kind !== "none") {
      const cause = accepted
        ? `The service accepted the new ${creation.kind}, and does not say which one it is.`
        : messageOf(failure);
      // Where no label of ours proves anything, only another search can tell.
      const unseen =
        creation.nonce === undefined && seen.kind === "unproven" && (!accepted || seen.failure !== undefined);
      return unresolved(creation, seen, `${cause} ${seenReason(creation, seen, unseen)}`, unseen);
    }
    if (!isAmbiguous(failure)) throw failure;
    if (clock.now() >= deadline.at) {
      throw new LifecycleError(
        `${messageOf(failure)} Looked for the ${creation.kind} for ${formatDuration(settlingTime)} and found none, so it was most likely not created. The next run looks once more before it creates one.`,
      );
    }
  }
}

/** What version 0.1.0 recorded says nothing of its state: another stack of the same name may have made it, so it is not taken. */
async function reportUnowned<Live>(
  { services }: ApplyTask<unknown>,
  { kind }: CreateOptions<Live>,
  origin: ResourceOrigin,
): Promise<void> {
  const unowned = await services.intents.takeLegacy(origin, services.address);
  if (!unowned) return;
  const { id, label } = unowned;
  const which = id !== undefined ? ` ${id}` : label === undefined ? "" : ` labelled ${JSON.stringify(label)}`;
  services.log.warn(
    `Version 0.1.0 was cut off while it created ${kind}${which} and did not record for which stack, so it is not taken over. If it exists and no stack manages it, write \`adopt: <id>\` into the program or delete it.`,
    origin,
  );
}

/** An earlier run left open what its create came to: what it made is taken, not made again. */
async function searchEarlier<Live>(
  work: ApplyTask<unknown>,
  creation: CreateOptions<Live>,
  earlier: Intent,
): Promise<CreateResult<Live> | undefined> {
  const { services } = work;
  const { kind } = creation;
  const story = earlier.isFailed
    ? `An earlier run could not tell whether this ${kind} was created`
    : `An earlier run was cut off while it created this ${kind}`;
  work.reportProgress(`${story}; looking for it`);
  const provenAt = earlier.isAccepted ? Number.POSITIVE_INFINITY : earlier.at + settlingTime;
  const seen = earlier.id
    ? await viewEarlier(creation, earlier.id)
    : await searchCreated(work, creation, earlier, provenAt);
  if (seen.kind === "none") return undefined;
  if (seen.kind === "one") {
    const id = creation.idOf(seen.live);
    // It may be in the state already, where a replacement deletes it after this: this process leaves it alone.
    services.claims.markAdopted(kind, id);
    await services.intents.save({ ...earlier, id, open: earlier.open?.slice(1) ?? [] });
    return {
      id,
      live: seen.live,
      differingFields: creation.differingFields(seen.live),
      isFromEarlierRun: true,
    };
  }
  if (seen.kind === "unproven" && !(earlier.isAccepted && seen.failure === undefined)) {
    const why = seen.failure === undefined ? "the time allowed was over." : messageOf(seen.failure);
    throw new LifecycleError(
      `${story}, and what it made can't be looked up now: ${why} Nothing was sent; run the command again when the service answers.`,
    );
  }
  await services.intents.save({
    ...earlier,
    ...{ isFailed: true, isAccepted: false },
    ...excluding(earlier, seen),
  });
  return unresolved(earlier, seen, `${story}. ${seenReason(earlier, seen)}`);
}

async function viewEarlier<Live>(creation: CreateOptions<Live>, id: string): Promise<SearchResult<Live>> {
  try {
    const live = await creation.collection.view(id);
    const isGone = live === undefined || creation.createMatcher.isBeingDeleted(live);
    return isGone ? { kind: "none" } : { kind: "one", live };
  } catch (failure) {
    return { kind: "unproven", failure };
  }
}

function requestOf({ nonce, label, sent, before, at }: Loose<CreateRequest>): CreateRequest {
  return {
    ...{ before, at },
    ...(nonce !== undefined ? { nonce } : {}),
    ...(label !== undefined ? { label } : {}),
    ...(sent !== undefined ? { sent } : {}),
  };
}

function labelsOf<Live>({ nonce, label, sent }: CreateOptions<Live>) {
  return { nonce, label, sent };
}

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined } & Pick<CreateRequest, "before" | "at">;

/** What was reported as only similar is for the user to judge: a create that is asked for again leaves it out. */
function excluding<Live>(
  { before }: CreateRequest,
  seen: SearchResult<Live>,
): { readonly before: readonly string[] } {
  return { before: seen.kind === "several" && !seen.isProven ? [...before, ...seen.ids] : before };
}

function unresolved<Live>(
  { nonce, label }: Pick<Loose<CreateRequest>, "nonce" | "label">,
  seen: SearchResult<Live>,
  reason: string,
  unseen = false,
): CreateResult<Live> {
  const candidates = seen.kind === "several" ? seen.ids : [];
  const isUnproven = seen.kind === "several" && !seen.isProven;
  return { unresolved: { nonce, label, candidates, unseen, isUnproven, reason } };
}

function seenReason<Live>(
  { nonce, label }: Pick<Loose<CreateRequest>, "nonce" | "label">,
  seen: SearchResult<Live>,
  unseen = false,
): string {
  const labelled = label === undefined ? "" : ` labelled ${JSON.stringify(label)}`;
  const known =
    seen.kind === "several"
      ? seen.isProven
        ? `${seen.ids.length} could be it: ${seen.ids.join(", ")}.`
        : `None${labelled} is listed, but ${seen.ids.join(", ")} could be it, changed by somebody since.`
      : seen.kind === "unproven" && seen.failure !== undefined
        ? `Whether it exists could not be looked up (${messageOf(seen.failure)}).`
        : "No list showed it until the time allowed was over, and it was not asked for again.";
  const expected = label === undefined ? "" : ` It would be labelled ${JSON.stringify(label)}.`;
  const isSure = nonce !== undefined && (seen.kind !== "several" || seen.isProven);
  const next = unseen
    ? "The next `pulumi up` looks for it again."
    : isSure
      ? "The next `pulumi up` deletes what has that label and creates it anew."
      : seen.kind === "several"
        ? "Write `adopt: <id>` into the program to take over the one that is meant, or run `pulumi up --replace` on this resource if it is none of them."
        : "Write `adopt: <id>` into the program to take it over where it exists, or run `pulumi up --replace` on this resource, which looks for it once more.";
  return `${known}${expected} This is kept in the state. ${next}`;
}

/** A plugin whose engine was killed lives on: what it made now would be in no state. */
class EngineGone extends LifecycleError {
  constructor(kind: string) {
    super(`The engine that asked for this ${kind} has ended. No further request to create it was sent.`);
  }
}
