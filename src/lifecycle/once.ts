import type { CallOptions } from "../client";
import type { Reader } from "./collection";
import { formatDuration } from "./deadline";
import type { Made, Properties, Work } from "./definition";
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

/** For this long after a failure that leaves the result open, looks go on before the same request is sent again. */
export const settlingTime = 30_000;
const longestPause = 8000;

/**
 * Sends a create so that it happens once. A failure that leaves the result open is never answered with a second request
 * on a guess: the things of its kind are looked at, for the settling time at least. One match is taken as ours. After an
 * answer that does not say what was made, it is looked for until the deadline, and never asked for again.
 */
export async function createOnce<Live>(work: Work<unknown>, creation: Creation<Live>): Promise<Made<Live>> {
  const { services, origin, deadline } = work;
  const { clock, intents, address } = services;
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
    const settled = clock.now() + settlingTime;
    const asked = { ...creation, before };
    const seen = await lookFor(work, creation, asked, accepted ? Math.max(settled, deadline.at) : settled);
    if (seen.kind === "one") return taken(seen.live);
    if (accepted || seen.kind === "several" || seen.kind === "unseen") {
      const cause = accepted
        ? `The service accepted the new ${creation.noun}, and does not say which one it is.`
        : messageOf(failure);
      const ids = seen.kind === "several" ? seen.ids : [];
      // With no label to ask for, only another look can tell.
      const unseen = creation.label === undefined && !accepted && seen.kind === "unseen";
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
  | { readonly kind: "none" }
  | { readonly kind: "unseen"; readonly failure: unknown };

/** What was asked for, now or by an earlier run, and what looked alike before. */
interface Asked {
  readonly label?: string | undefined;
  readonly sent?: Properties | undefined;
  readonly before: readonly string[];
}

/** Looks until something is found, and until the given time at least; at least one look has to succeed. */
async function lookFor<Live>(
  work: Work<unknown>,
  creation: Creation<Live>,
  asked: Asked,
  until: number,
): Promise<Seen<Live>> {
  const { clock, claims } = work.services;
  const giveUp = Math.max(until, work.deadline.at);
  let seen: Seen<Live> = { kind: "unseen", failure: undefined };
  let single: string | undefined;
  let since = clock.now();
  for (let pause = 1000; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      const { items } = await creation.collection.list();
      const found = [...items.values()].filter((live) => {
        const id = creation.idOf(live);
        return (
          creation.bears(live, asked.label, asked.sent ?? {}) &&
          !creation.isGoing(live) &&
          !asked.before.includes(id) &&
          !claims.isClaimed(creation.noun, id)
        );
      });
      const [first, ...others] = found;
      if (others.length > 0) return { kind: "several", ids: found.map(creation.idOf) };
      const id = first === undefined ? undefined : creation.idOf(first);
      if (id !== single) since = clock.now();
      single = id;
      const isSure = clock.now() - since >= (creation.seenFor ?? 0);
      if (first !== undefined && isSure) return { kind: "one", live: first };
      seen = id === undefined ? { kind: "none" } : { kind: "several", ids: [id] };
    } catch (failure) {
      if (seen.kind === "unseen") seen = { kind: "unseen", failure };
    }
    const end = seen.kind === "none" ? until : giveUp;
    const left = end - clock.now();
    if (left <= 0) return seen;
    await clock.sleep(Math.min(pause, left));
  }
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
  if (seen.kind === "unseen") {
    throw new LifecycleError(
      `An earlier run was cut off while it created this ${creation.noun}, and what it made can't be looked up now: ${messageOf(seen.failure)} Nothing was sent; run the command again when the service answers.`,
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
    return { kind: "unseen", failure };
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
      : seen.kind === "none"
        ? "none was listed that could be it; it was not asked for again."
        : `whether it exists could not be looked up${seen.kind === "unseen" ? ` (${messageOf(seen.failure)})` : ""}.`;
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
