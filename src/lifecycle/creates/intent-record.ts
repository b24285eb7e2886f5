import { messageOf } from "../../unknown";
import { LifecycleError } from "../failures";
import { accountsOf } from "../identity/accounts";
import { createdAs, type EarlierResult, type Existing } from "../identity/created-objects";
import type { ResourceOrigin } from "../identity/origin";
import type { Properties } from "../lifecycle";
import { type CreateRequest, type Intent, isRecent } from "../records/intents";
import type { Services } from "../services";
import type { ApplyTask } from "../task";
import type { SearchResult } from "./search-created";
import { completeElsewhere } from "./sent-elsewhere";

/** The part of a request that its record contains. */
interface RecordedFields {
  readonly nonce?: string | undefined;
  readonly label?: string | undefined;
  readonly sent?: Properties | undefined;
  readonly hidden?: Properties | undefined;
}

/** Maintains the intent of one create, from its first request to its result. Without an origin, nothing is recorded. */
export class IntentRecord {
  readonly #services: Services;
  readonly #origin: ResourceOrigin | undefined;
  readonly #create: RecordedFields & { readonly kind: string };
  readonly #before: Existing;
  /** The requests of earlier runs and of this one that the service may still carry out. */
  readonly #open: CreateRequest[];
  /** The intent as saved before the latest request. */
  #intent: Intent | undefined;

  constructor(
    { services, origin }: ApplyTask<unknown>,
    create: RecordedFields & { readonly kind: string },
    open: readonly CreateRequest[],
    before: Existing,
  ) {
    this.#services = services;
    this.#origin = origin;
    this.#create = create;
    this.#open = [...open];
    this.#before = before;
  }

  /** The latest request. */
  request(): CreateRequest {
    const at = this.#intent?.at ?? this.#services.clock.now();
    return requestOf(this.#create, this.#before, at);
  }

  addOpen(request: CreateRequest): void {
    this.#open.push(request);
  }

  removeLastOpen(): void {
    this.#open.pop();
  }

  /**
   * Saves the intent, on disk and synced, before a request is sent. Throws if the request must not be sent. Makes no calls: the create
   * already occupies one of the slots for requests in flight, and if such creates occupied all slots, none could proceed.
   */
  async saveBeforeSending(): Promise<void> {
    const { clock, address, intents, isEngineRunning } = this.#services;
    if (!(await isEngineRunning())) throw new EngineEndedError(this.#create.kind);
    if (this.#origin === undefined) return;
    const account = accountsOf(this.#services).known;
    const intent = {
      ...{ origin: this.#origin, address, open: [...this.#open] },
      ...(account === undefined ? {} : { account }),
      ...requestOf(this.#create, this.#before, clock.now()),
    };
    try {
      await intents.save(intent);
    } catch (failure) {
      throw new LifecycleError(
        `${messageOf(failure)} The request to create the ${this.#create.kind} was not sent.`,
      );
    }
    this.#intent = intent;
  }

  /** Removes the intent of a request that certainly created nothing. The record of an earlier run stays if no request of this one was sent. */
  async remove(): Promise<void> {
    const { intents, address } = this.#services;
    if (this.#intent !== undefined) await intents.remove(this.#intent.origin, address);
  }

  /**
   * @param created When the object was created, as the service returned it.
   * @param isFound Whether a search found it.
   */
  saveId(id: string, created: string | null | undefined, isFound: boolean): Promise<void> {
    return this.#update({ id, ...createdAs(created), isFound });
  }

  /** Records that this run could not determine what the request created. */
  saveFailure<Live>(found: SearchResult<Live>, isAccepted: boolean): Promise<void> {
    const reported = reportedIds(found);
    return this.#update({ isFailed: true, isUnresolved: found.kind !== "none", isAccepted, reported });
  }

  async #update(more: Partial<Intent>): Promise<void> {
    if (!this.#intent) return;
    this.#intent = { ...this.#intent, open: [...this.#open], ...more };
    // The existing object must reach the state, whether or not it can be recorded here.
    await this.#services.intents
      .save(this.#intent)
      .catch((error) => this.#services.log.warn(messageOf(error), this.#origin));
  }
}

interface AdoptedObject {
  readonly id: string;
  readonly created: string | null | undefined;
  readonly mayBeResult: (request: CreateRequest) => boolean;
}

/**
 * Completes the record of earlier creates of a resource that adopts an object instead. The record keeps the object's id, so no other
 * resource on this machine takes the object for the result of its own create, or deletes it. This needs a record because a run with
 * `--target` or `--exclude`, and a `destroy`, do not ask the plugin about the resource that adopted the object. If requests may have created
 * the object, the oldest of them counts as resolved, because the program says so.
 */
export async function recordAdoption(
  services: Services,
  origin: ResourceOrigin,
  { id, created, mayBeResult }: AdoptedObject,
): Promise<void> {
  const { intents, address, clock, log } = services;
  const sent = openRequestsOf(services, origin, intents.find(origin, address));
  const resolved = sent.find(mayBeResult);
  const open = sent.filter((one) => one !== resolved);
  const request = requestOf(
    {},
    { before: [], earlierResults: recentResultsOf(services, origin) },
    clock.now(),
  );
  try {
    await intents.save({ origin, address, id, ...createdAs(created), isAdoption: true, open, ...request });
    await intents.remove(origin, address);
    await completeElsewhere(services, origin, { id, ...createdAs(created) });
  } catch (error) {
    // The adopted object must reach the state, whether or not it can be recorded here.
    log.warn(messageOf(error), origin);
  }
}

/** The requests of earlier runs that the service may still carry out. */
export function openRequestsOf(
  { intents, address, clock }: Services,
  origin: ResourceOrigin | undefined,
  earlier: Intent | undefined,
): readonly CreateRequest[] {
  if (origin === undefined) return [];
  const open = intents.openRequests(origin, address).filter((request) => isRecent(request, clock.now()));
  return earlier && isLatestWithoutResponse(earlier) ? [...open, latestOf(earlier)] : open;
}

/** The results of the creates of this resource within the last day. */
export function recentResultsOf(
  { intents, address, clock }: Services,
  origin: ResourceOrigin | undefined,
): readonly EarlierResult[] {
  if (origin === undefined) return [];
  return intents.resultsOf(origin, address).filter((result) => isRecent(result, clock.now()));
}

/** The requests of an intent whose results are unknown, oldest first. */
export function requestsWithoutResponse(intent: Intent): readonly CreateRequest[] {
  const { open = [] } = intent;
  return isLatestWithoutResponse(intent) ? [...open, latestOf(intent)] : open;
}

/**
 * The requests of an intent whose results are still unknown after one result was found: an object whose id was in the response, or the
 * single match of a search. Requests with the same label or without one cannot be distinguished, so the oldest of them counts as resolved.
 */
export function requestsWithoutResult(intent: Intent): readonly CreateRequest[] {
  const open = requestsWithoutResponse(intent);
  // The result belongs to the latest request. That request got a response or was accepted, so it is not among the open ones.
  if (intent.id !== undefined || intent.isAccepted) return open;
  const index = open.findIndex(({ nonce }) => nonce === intent.nonce);
  return open.filter((_, at) => at !== index);
}

/** The record of a create that the state will hold as unresolved. `reported`: the ids of similar objects that a message names. */
export function unresolvedIntent(intent: Intent, reported: readonly string[]): Intent {
  const open = requestsWithoutResponse(intent);
  return { ...intent, isFailed: true, isUnresolved: true, isAccepted: false, reported, open };
}

/**
 * A run that was killed has not recorded how its latest request ended. A run that ended normally has, and lists the request among the open
 * ones if its outcome is unknown.
 */
function isLatestWithoutResponse({ id, isFailed, open }: Intent): boolean {
  return id === undefined && !(isFailed && open);
}

function latestOf(intent: Intent): CreateRequest {
  return requestOf(intent, intent, intent.at);
}

/** The similar objects that the message of an unresolved create names. */
export function reportedIds<Live>(found: SearchResult<Live>): readonly string[] {
  return found.kind === "several" && !found.isProven ? found.ids : [];
}

function requestOf(
  { nonce, label, sent, hidden }: RecordedFields,
  { before, earlierResults = [] }: Existing,
  at: number,
): CreateRequest {
  return {
    ...{ before, at },
    ...(earlierResults.length > 0 ? { earlierResults } : {}),
    ...(nonce !== undefined ? { nonce } : {}),
    ...(label !== undefined ? { label } : {}),
    ...(sent !== undefined ? { sent } : {}),
    ...(hidden !== undefined ? { hidden } : {}),
  };
}

/** A plugin outlives an engine that is killed. No state would record what it created then. */
export class EngineEndedError extends LifecycleError {
  constructor(kind: string) {
    super(`The engine of this run has ended, so no further request to create the ${kind} was sent.`);
  }
}
