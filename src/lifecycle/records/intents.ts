import { createHash } from "node:crypto";
import { canonicalAddress } from "../../client/address";
import {
  type CreatedObject,
  createdAs,
  type EarlierResult,
  type Existing,
  type RecentCreates,
} from "../identity/created-objects";
import type { ResourceOrigin } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { IsSaved, SentResult } from "./sent-results";

/** A create request, and the values by which its result is recognized. Contains no secrets. */
export interface CreateRequest extends Existing {
  /** The label that only this create uses. Absent if the program set the label. */
  readonly nonce?: string;
  readonly label?: string;
  /** The other sent values by which the result is recognized. */
  readonly sent?: Properties;
  /** The create-only arguments that were sent and that the service does not return. */
  readonly hidden?: Properties;
  /** The time just before the request was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The record of a create request, written before it is sent, so that a later run finds it even if this process is killed. */
export interface Intent extends CreateRequest {
  readonly origin: ResourceOrigin;
  /** The address of the service. */
  readonly address: string;
  /** The address of the engine in whose run the record was last written. */
  readonly engine?: string;
  /** The account of the token that sent the request, if the token could read it. */
  readonly account?: string;
  /** The id, once it is known. */
  readonly id?: string;
  /** When the object with this id was created, as the service returned it. Absent if the service did not return it. */
  readonly created?: string;
  /** The id is that of the single match of a search: it was not in the response to the request. */
  readonly isFound?: boolean;
  /** A later create has taken over the object with this id, which the state may already have contained. */
  readonly isTakenOver?: boolean;
  /** The run that sent the request ended normally, and could not determine what the request created. */
  readonly isFailed?: boolean;
  /** The state records the create as unresolved, so adopting an object replaces nothing. */
  readonly isUnresolved?: boolean;
  /** Similar objects that a message has named. A search excludes them once the state is known to record the create as unresolved. */
  readonly reported?: readonly string[];
  /** The service accepted the request, and no search has succeeded since. It is never sent again because of an empty list. */
  readonly isAccepted?: boolean;
  /** The resource manages an object that existed before: it adopted the object, or its create creates no object of its own. */
  readonly isAdoption?: boolean;
  /** Requests without a known result: the service may carry them out late. */
  readonly open?: readonly CreateRequest[];
}

/** A create of an earlier run, for the search for its object. */
export interface EarlierRequest {
  /** Undefined if this machine has no record of it. */
  readonly intent: Omit<Intent, "origin" | "address"> | undefined;
  /** The earliest and the latest time at which the request may have been sent, in milliseconds since 1970. Not used with an intent. */
  readonly sentBetween: readonly [number, number];
  /** The user specified the object, so its id needs no other proof. */
  readonly isChosen?: boolean;
}

/**
 * Keeps one intent per resource and address, until a diff or a read shows that the state contains the id. An intent belongs to the state
 * that it was written for: a stack of the same name in another backend never uses it.
 */
export interface IntentStore {
  find(origin: ResourceOrigin, address: string): Intent | undefined;
  /** The intents that no run has completed, of all stacks of the backend. */
  unfinished(): readonly Intent[];
  /** Throws if there is an intent of the resource that cannot be read. It may name an object that exists. */
  checkReadable(kind: string, origin: ResourceOrigin, address: string): void;
  /** Throws if no intent can be saved. */
  checkWritable(): Promise<void>;
  /** When it resolves, the intent is on disk and synced. */
  save(intent: Intent): Promise<void>;
  /**
   * Completes an intent. The record keeps the results of the resource's creates and the requests without a known result for a day.
   * @param created When the object was created, if a read has shown it: the response to the create may not contain it.
   */
  remove(origin: ResourceOrigin, address: string, created?: string): Promise<void>;
  /** Records that the result of the create is being sent to the engine. */
  markResultSent(origin: ResourceOrigin, address: string, result: SentResult): void;
  /**
   * The engine ended normally, so it received the results that were sent: completes their intents, or confirms them as unresolved.
   * @param isSaved Whether the state has a result. An intent without it stays as it is, so that the next run finds the object.
   */
  completeWithSentResults(isSaved?: IsSaved): void;
  /** Records that the state has the create as unresolved, so the user can decide about the objects that were reported. */
  confirmUnresolved(origin: ResourceOrigin, address: string): void;
  /** The result of the last create of this resource. Undefined if it is unknown. */
  lastCreated(origin: ResourceOrigin, address: string): EarlierResult | undefined;
  /** The results of the creates of this resource, the last one included. */
  resultsOf(origin: ResourceOrigin, address: string): readonly EarlierResult[];
  /** When the request that created an object was sent, in milliseconds since 1970, no matter which resource has its record by now. */
  requestTimeOf(type: string, id: string, address: string): number | undefined;
  /** The requests of this resource without a known result, whether or not the state contains an id by now. */
  openRequests(origin: ResourceOrigin, address: string): readonly CreateRequest[];
  /** Removes a request whose result was deleted. The others did not create that object, which a lagging list may still contain. */
  closeRequest(
    origin: ResourceOrigin,
    address: string,
    request: CreateRequest,
    deletedId: string,
  ): Promise<void>;
  /**
   * Renames the resource of an intent. If the new name already has an intent of another create, only the open requests move into that one.
   */
  move(from: ResourceOrigin, to: ResourceOrigin, address: string): Promise<void>;
  /** The objects of the same type that this machine created within the last day for other resources of any state. */
  recentCreates(origin: ResourceOrigin, address: string): RecentCreates;
  /** The other resource of the same stack that has adopted an object of this one. */
  adopterOf(origin: ResourceOrigin, object: CreatedObject, address: string): ResourceOrigin | undefined;
  /** Records that a resource no longer manages the object that it adopted. */
  endAdoption(origin: ResourceOrigin, id: string, address: string): Promise<void>;
  /** Removes and returns an intent of version 0.1.0, which does not say for which state it was written. */
  takeLegacy(origin: ResourceOrigin, address: string): Promise<Intent | undefined>;
}

/** In milliseconds: the record keeps the id of a created object and requests without a known result for this long. */
export const retentionTime = 86_400_000;

/** @param owner The backend of the state. */
export function intentKey(owner: string, origin: ResourceOrigin, address: string): string {
  const { project, stack, type, name, parent = "", organization = "" } = origin;
  return hashOf([owner, organization, address, project, stack, type, name, parent]);
}

/** Whether a create was sent to the service at this address, even if the two are spelled differently. */
export function isSentTo({ address }: Pick<Intent, "address">, service: string): boolean {
  return canonicalAddress(address) === canonicalAddress(service);
}

/**
 * Whether an intent may be the record of this create of its resource: one of its requests has the create's label. An earlier create of the
 * same resource may have left its record, if another machine resolved it.
 * @param label The input `label` of the create. Without one, every intent of the resource qualifies.
 */
export function mayRecord({ open = [], ...latest }: Intent, label: unknown): boolean {
  if (typeof label !== "string") return true;
  return [latest, ...open].some((request) => request.label === undefined || request.label === label);
}

/** The key that version 0.1.0 used. */
export function legacyKey(origin: ResourceOrigin, address: string): string {
  const { project, stack, type, name, parent = "" } = origin;
  return hashOf([address, project, stack, type, name, parent]);
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/**
 * The part of a completed intent that is worth keeping. Undefined if there is none.
 * @param created When the object was created, if the response to the create did not contain it.
 */
export function completed(intent: Intent, created?: string): Intent | undefined {
  const { origin, address, at, id, open = [], earlierResults = [] } = intent;
  if (id !== undefined) return { ...createdAs(created), ...intent };
  if (open.length > 0) return intent;
  // The last create created nothing, so that no other create needs to know what it sent.
  return earlierResults.length === 0 ? undefined : { origin, address, at, before: [], earlierResults };
}

/** An unresolved create whose reported objects a search excludes from now on. */
export function withConfirmedReport({ reported = [], ...intent }: Intent): Intent {
  return { ...intent, before: [...intent.before, ...reported] };
}

/** The object that the latest create of an intent created. Undefined if that is unknown. */
export function createdBy(intent: Intent | undefined): EarlierResult | undefined {
  return intent?.id === undefined ? undefined : { ...createdObject(intent, intent.id), at: intent.at };
}

export function resultsIn(intent: Intent | undefined): readonly EarlierResult[] {
  const last = createdBy(intent);
  return [...(intent?.earlierResults ?? []), ...(last ? [last] : [])];
}

/** The time of the latest request that created an object of this type and id at this address. */
export function requestTimeIn(
  intents: readonly Intent[],
  type: string,
  id: string,
  address: string,
): number | undefined {
  const results = intents
    .filter((intent) => intent.origin.type === type && isSentTo(intent, address))
    .flatMap(resultsIn)
    .filter((result) => result.id === id);
  return results.length === 0 ? undefined : Math.max(...results.map(({ at }) => at));
}

function createdObject({ created }: Intent, id: string): CreatedObject {
  return { id, ...createdAs(created) };
}

/** The open requests of an intent. None of them created the object that the intent names. */
export function openRequestsIn(intent: Intent | undefined): readonly CreateRequest[] {
  const { id, open = [] } = intent ?? {};
  return id === undefined ? open : open.map((request) => ({ ...request, before: [...request.before, id] }));
}

/** Two intents after the open requests of the first one have moved into the second one. */
export function withMovedRequests(from: Intent, to: Intent): readonly [Intent, Intent] {
  const open = [...(to.open ?? []), ...openRequestsIn(from)];
  const { isAdoption: _, ...rest } = from;
  return [
    { ...rest, open: [] },
    { ...to, open },
  ];
}

/** Whether a service may still carry out the request. */
export function isRecent({ at }: Pick<CreateRequest, "at">, now: number): boolean {
  return now - at < retentionTime;
}

/** The intent without the open request whose result was deleted: an object with this id. */
export function withoutRequest(
  { open = [], ...intent }: Intent,
  { at, nonce }: CreateRequest,
  deletedId: string,
): Intent {
  const left = open.filter((request) => request.at !== at || request.nonce !== nonce);
  return { ...intent, open: left.map((request) => ({ ...request, before: [...request.before, deletedId] })) };
}

/** The ids and labels of the intents of one type and address. */
export function recentCreatesIn(
  intents: readonly Intent[],
  { type }: ResourceOrigin,
  address: string,
): RecentCreates {
  const ofType = intents.filter((other) => other.origin.type === type && other.address === address);
  return {
    objects: ofType.flatMap((intent) => (intent.id === undefined ? [] : [createdObject(intent, intent.id)])),
    replaced: ofType.flatMap(({ earlierResults = [] }) => earlierResults),
    labels: new Set(ofType.flatMap(({ label }) => (label === undefined ? [] : [label]))),
  };
}
