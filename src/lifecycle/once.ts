import type { CallOptions } from "../client";
import type { Reader } from "./collection";
import { formatDuration } from "./deadline";
import type { Made, Origin, Properties, Work } from "./definition";
import { isAmbiguous, LifecycleError, messageOf } from "./failures";
import type { Intent } from "./intents";

/** A create that must happen once, and how its result is known again among the things of its kind. */
export interface Creation<Live> {
  readonly noun: string;
  readonly collection: Reader<Live>;
  readonly idOf: (live: Live) => string;
  /** The label that only this create uses; undefined when the user wrote it. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  /** What else it is known by, where the label is not enough: noted before the request leaves, so never a secret. */
  readonly sent?: Properties;
  /** Whether it bears the label, and what else it is known by: as sent now, or by an earlier run that was cut off. */
  readonly bears: (live: Live, label: string | undefined, sent: Properties) => boolean;
  /** Whether it is being deleted. */
  readonly isGoing: (live: Live) => boolean;
  /** The create-only fields in which it is not what was asked for. */
  readonly differs: (live: Live) => readonly string[];
  /** Asked once, before the first request: the ids that look alike already, and are not what this create makes. */
  readonly before: () => Promise<readonly string[]>;
  /** For how many milliseconds looks have to show the same single one before it is taken; by default one look is enough. */
  readonly seenFor?: number;
  /** Answers what was made; undefined where the service does not say, so that it has to be found though all went well. */
  readonly send: (options: CallOptions) => Promise<Live | undefined>;
}

/**
 * How long after an ambiguous failure the request is not sent again. Lists of services of this kind lag by up to a minute.
 */
export const settlingTime = 75_000;
const longestPause = 8000;

/**
 * Sends a create so that it happens once. A failure that leaves the result open is never answered with a second request
 * on a guess: the things of its kind are looked at, for the settling time at least. One match is taken as ours. After an
 * answer that does not say what was made, it is looked for until the deadline, and never asked for again.
 */
export async function createOnce<Live>(work: Work<unknown>, creation: Creation<Live>): Promise<Made<Live>> {
  const { services, origin, deadline } = work;
  const { clock, intents, address } = services;
  if (origin) await reportUnowned(work, creation, origin);
  const earlier = origin && intents.find(origin, address);
  if (earlier) {
    const found = await lookForEarlier(work, creation, earlier);
    if (found) return found;
  }
  const before = await creation.before();
  /** As it was noted before the latest sending; without an origin there is nothing to find it by. */
  let intent: Intent | undefined;
  const taken = async (live: Live): Promise<Made<Live>> => {
    const id = creation.idOf(live);
    services.claims.claim(creation.noun, id);
    creation.collection.wrote(id);
    // It exists now: that its id can't be noted must not keep it from the state.
    if (intent)
      await intents.save({ ...intent, id }).catch((error) => services.log.warn(messageOf(error), origin));
    return { id, live };
  };
  const beforeSending = async () => {
    if (!(await services.engineRuns())) throw new EngineGone(creation.noun);
    if (!origin) return;
    intent = {
      ...{ origin, address, before },
      at: clock.now(),
      ...(creation.nonce !== undefined ? { nonce: creation.nonce } : {}),
      ...(creation.label !== undefined ? { label: creation.label } : {}),
      ...(creation.sent !== undefined ? { sent: creation.sent } : {}),
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
    work.say(
      accepted
        ? `the ${creation.noun} was accepted; looking for its id`
        : `it is not known whether the ${creation.noun} was created; looking for it`,
    );
    const asked = { ...creation, before };
    const proven = accepted ? Number.POSITIVE_INFINITY : clock.now() + settlingTime;
    const seen = await lookFor(work, creation, asked, proven);
    if (seen.kind === "one") return taken(seen.live);
    if (seen.kind !== "none") {
      const cause = accepted
        ? `The service accepted the new ${creation.noun}, and does not say which one it is.`
        : messageOf(failure);
      const ids = seen.kind === "several" ? seen.ids : [];
      // With no label to ask for, only another look can tell.
      const unseen = creation.label === undefined && !accepted && seen.kind === "unproven";
      return unresolved(creation, ids, seenReason(creation, cause, seen, unseen), unseen);
    }
    if (!isAmbiguous(failure)) throw failure;
    if (clock.now() >= deadline.at) {
      throw new LifecycleError(
        `${messageOf(failure)} Looked for the ${creation.noun} for ${formatDuration(settlingTime)} and found none, so it was most likely not created. The next run looks once more before it creates one.`,
      );
    }
  }
}

type Seen<Live> =
  | { readonly kind: "one"; readonly live: Live }
  | { readonly kind: "several"; readonly ids: readonly string[] }
  /** A list that was asked for late enough does not hold it. */
  | { readonly kind: "none" }
  /** The deadline came first; `failure` is that of the last poll, undefined where that one succeeded. */
  | { readonly kind: "unproven"; readonly failure: unknown };

/** What was asked for, now or by an earlier run, and what looked alike before. */
interface Asked {
  readonly label?: string | undefined;
  readonly sent?: Properties | undefined;
  readonly before: readonly string[];
}

/**
 * Polls the list until something is found. That nothing was made is proven only by a list that was asked for at the
 * given time or later: an earlier one may lag behind, and a poll that failed proves nothing.
 */
async function lookFor<Live>(
  work: Work<unknown>,
  creation: Creation<Live>,
  asked: Asked,
  until: number,
): Promise<Seen<Live>> {
  const { clock, claims, intents, address } = work.services;
  const { deadline, origin } = work;
  let seen: Seen<Live> = { kind: "unproven", failure: undefined };
  let single: string | undefined;
  let since = clock.now();
  for (let polls = 1, pause = 1000; ; polls++, pause = Math.min(pause * 2, longestPause)) {
    const begun = clock.now();
    try {
      const { items } = await creation.collection.list({ deadline });
      const others = origin ? intents.idsOfOthers(origin, address) : new Set();
      const found = [...items.values()].filter((live) => {
        const id = creation.idOf(live);
        return (
          creation.bears(live, asked.label, asked.sent ?? {}) &&
          !creation.isGoing(live) &&
          !asked.before.includes(id) &&
          !claims.isClaimed(creation.noun, id) &&
          !others.has(id)
        );
      });
      const [first] = found;
      if (found.length > 1) return { kind: "several", ids: found.map(creation.idOf) };
      const id = first === undefined ? undefined : creation.idOf(first);
      if (id !== single) since = clock.now();
      single = id;
      const isSure = clock.now() - since >= (creation.seenFor ?? 0);
      if (first !== undefined && isSure) return { kind: "one", live: first };
      if (id === undefined && begun >= until) return { kind: "none" };
      seen = id === undefined ? { kind: "unproven", failure: undefined } : { kind: "several", ids: [id] };
    } catch (failure) {
      // A poll that the deadline cut off says less than the one before it.
      const saysLess = polls > 1 && clock.now() >= deadline.at;
      if (seen.kind === "unproven" && !saysLess) seen = { kind: "unproven", failure };
    }
    const left = deadline.at - clock.now();
    if (left <= 0) return seen;
    const untilProof = until - clock.now();
    await clock.sleep(Math.min(pause, left, untilProof > 0 ? untilProof : pause));
  }
}

/** What version 0.1.0 recorded says nothing of its state: another stack of the same name may have made it, so it is not taken. */
async function reportUnowned<Live>(
  { services }: Work<unknown>,
  { noun }: Creation<Live>,
  origin: Origin,
): Promise<void> {
  const unowned = await services.intents.takeUnowned(origin, services.address);
  if (!unowned) return;
  const { id, label } = unowned;
  const which = id !== undefined ? ` ${id}` : label === undefined ? "" : ` labelled ${JSON.stringify(label)}`;
  services.log.warn(
    `Version 0.1.0 was cut off while it created ${noun}${which} and did not record for which stack, so it is not taken over. If it exists and no stack manages it, write \`adopt: <id>\` into the program or delete it.`,
    origin,
  );
}

/** An earlier run was cut off between its request and the state: what it made is taken, not made again. */
async function lookForEarlier<Live>(
  work: Work<unknown>,
  creation: Creation<Live>,
  earlier: Intent,
): Promise<Made<Live> | undefined> {
  const { services } = work;
  work.say(`an earlier run was cut off while it created this ${creation.noun}; looking for what it made`);
  const seen = earlier.id
    ? await viewEarlier(creation, earlier.id)
    : await lookFor(work, creation, earlier, earlier.at + settlingTime);
  if (seen.kind === "none") return undefined;
  if (seen.kind === "one") {
    const id = creation.idOf(seen.live);
    // It may be in the state already, where a replacement deletes it after this: this process leaves it alone.
    services.claims.adopt(creation.noun, id);
    await services.intents.save({ ...earlier, id });
    return { id, live: seen.live, differs: creation.differs(seen.live), earlier: true };
  }
  if (seen.kind === "unproven") {
    const why = seen.failure === undefined ? "the time allowed was over." : messageOf(seen.failure);
    throw new LifecycleError(
      `An earlier run was cut off while it created this ${creation.noun}, and what it made can't be looked up now: ${why} Nothing was sent; run the command again when the service answers.`,
    );
  }
  return unresolved(
    creation,
    seen.ids,
    `An earlier run was cut off while it created this ${creation.noun}, and more than one could be it: ${seen.ids.join(", ")}.`,
  );
}

async function viewEarlier<Live>(creation: Creation<Live>, id: string): Promise<Seen<Live>> {
  try {
    const live = await creation.collection.view(id);
    return live === undefined || creation.isGoing(live) ? { kind: "none" } : { kind: "one", live };
  } catch (failure) {
    return { kind: "unproven", failure };
  }
}

function unresolved<Live>(
  creation: Creation<Live>,
  candidates: readonly string[],
  reason: string,
  unseen = false,
): Made<Live> {
  return { unresolved: { nonce: creation.nonce, label: creation.label, candidates, unseen, reason } };
}

function seenReason<Live>(
  creation: Creation<Live>,
  cause: string,
  seen: Seen<Live>,
  unseen: boolean,
): string {
  const known =
    seen.kind === "several"
      ? `${seen.ids.length} could be it: ${seen.ids.join(", ")}.`
      : seen.kind === "unproven" && seen.failure !== undefined
        ? `whether it exists could not be looked up (${messageOf(seen.failure)}).`
        : "none was listed that could be it until the time allowed was over; it was not asked for again.";
  const label =
    creation.label === undefined ? "" : ` It would be labelled ${JSON.stringify(creation.label)}.`;
  const next = unseen
    ? "the next `pulumi up` looks for it again"
    : creation.nonce === undefined
      ? "write `adopt: <id>` into the program to take over the one that is meant"
      : "the next `pulumi up` deletes what bears that label and creates it anew";
  return `${cause} After that, ${known}${label} This is kept in the state: ${next}.`;
}

/** A plugin whose engine was killed lives on: what it made now would be in no state. */
class EngineGone extends LifecycleError {
  constructor(noun: string) {
    super(`The engine that asked for this ${noun} has ended. No further request to create it was sent.`);
  }
}
