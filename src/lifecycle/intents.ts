import { createHash } from "node:crypto";
import { canonicalAddress } from "../client/address";
import { compareIdentity } from "./identity";
import type { Properties } from "./lifecycle";
import type { ResourceOrigin } from "./origin";

/** A create request, and by what its result is recognized. Holds no secrets. */
export interface CreateRequest {
  /** The label that only this create uses. Absent when the program set the label. */
  readonly nonce?: string;
  readonly label?: string;
  /** What else was sent, by which the result is recognized. */
  readonly sent?: Properties;
  /** The create-only arguments that were sent and that the service does not show. */
  readonly hidden?: Properties;
  /** The ids of existing objects that looked alike before the request. */
  readonly before: readonly string[];
  /** The object of `before` that only a record names. A service that was restarted may give its id to another one. */
  readonly recordedBefore?: CreatedObject;
  /** When the request was about to be sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The record of a create request, written before it is sent, so that a later run finds it even if this process is killed. */
export interface Intent extends CreateRequest {
  readonly origin: ResourceOrigin;
  /** The address of the service. */
  readonly address: string;
  /** The account of the token that sent the request, where the token could read it. */
  readonly account?: string;
  /** The id, once it is known. */
  readonly id?: string;
  /** When the object with this id was created, as the service wrote it. Absent where the service did not show it. */
  readonly created?: string;
  /** The id is that of the single match of a search: it did not come with the answer to the request. */
  readonly isFound?: boolean;
  /** The run that sent the request ended normally, and could not tell what the request made. */
  readonly isFailed?: boolean;
  /** The state records the create as unresolved, so that it has no object that adopting another one would replace. */
  readonly isUnresolved?: boolean;
  /** The service accepted the request, and no search has succeeded since. It is never sent again because of an empty list. */
  readonly isAccepted?: boolean;
  /** Requests without a known result: the service may carry them out late. */
  readonly open?: readonly CreateRequest[];
}

/** A create of an earlier run, for a search for what it made. */
export interface EarlierRequest {
  /** Undefined where this machine has no record of it. */
  readonly intent: Omit<Intent, "origin" | "address"> | undefined;
  /** In milliseconds since 1970: the first and the last moment at which it can have been sent. Not used with an intent. */
  readonly sentBetween: readonly [number, number];
  /** The user named the object, so that its id needs no other proof. */
  readonly isChosen?: boolean;
}

/**
 * Keeps one intent per resource and address, until a diff or a read shows that the state knows the id. An intent belongs to the state
 * that it was written for: a stack of the same name in another backend never sees it.
 */
export interface IntentStore {
  find(origin: ResourceOrigin, address: string): Intent | undefined;
  /** The intents that no run has completed, of all stacks of the backend. */
  unfinished(): readonly Intent[];
  /** When it resolves, the intent is on disk and synced. */
  save(intent: Intent): Promise<void>;
  /** Completes an intent. What it created stays on record for a day, as do its requests without a known result. */
  remove(origin: ResourceOrigin, address: string): Promise<void>;
  /** Notes that the engine is being sent the result of the create. */
  markResultSent(origin: ResourceOrigin, address: string): void;
  /** Completes the intents whose results were sent: the engine ended normally, so it received them. */
  completeWithSentResults(): void;
  /** What the last completed create of this resource made, for a day, and when its request was about to be sent. */
  lastCreated(origin: ResourceOrigin, address: string): (CreatedObject & Pick<Intent, "at">) | undefined;
  /** The requests of this resource without a known result, whether or not the state knows an id by now. */
  openRequests(origin: ResourceOrigin, address: string): readonly CreateRequest[];
  /** Forgets a request whose result was deleted. The others did not make that object, which a list that lags may still show. */
  closeRequest(
    origin: ResourceOrigin,
    address: string,
    request: CreateRequest,
    deletedId: string,
  ): Promise<void>;
  /** Renames the resource of an intent. Where the new name has one of another create, only the open requests move, into that one. */
  move(from: ResourceOrigin, to: ResourceOrigin, address: string): Promise<void>;
  /** What this machine created of the same type within the last day, for other resources of any state. */
  recentCreates(origin: ResourceOrigin, address: string): RecentCreates;
  /** Removes and returns an intent of version 0.1.0, which does not say for which state it is. */
  takeLegacy(origin: ResourceOrigin, address: string): Promise<Intent | undefined>;
}

/** An object that a create made. */
export interface CreatedObject {
  readonly id: string;
  /** As the service wrote it. */
  readonly created?: string;
}

export interface RecentCreates {
  readonly objects: readonly CreatedObject[];
  readonly labels: ReadonlySet<string>;
}

/** In milliseconds: the id of a created object, and a request without a known result, stay on record for this long. */
export const retentionTime = 86_400_000;

/** @param owner The backend of the state. */
export function intentKey(owner: string, origin: ResourceOrigin, address: string): string {
  const { project, stack, type, name, parent = "", organization = "" } = origin;
  return hashOf([owner, organization, address, project, stack, type, name, parent]);
}

/** Whether a create was sent to the service at this address, however the two are spelled. */
export function isSentTo({ address }: Pick<Intent, "address">, service: string): boolean {
  return canonicalAddress(address) === canonicalAddress(service);
}

/** The key that version 0.1.0 used. */
export function legacyKey(origin: ResourceOrigin, address: string): string {
  const { project, stack, type, name, parent = "" } = origin;
  return hashOf([address, project, stack, type, name, parent]);
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Whether a completed intent holds nothing that is worth keeping. */
export function isForgotten({ id, open = [] }: Intent): boolean {
  return id === undefined && open.length === 0;
}

/** What the latest create of an intent made. Undefined where that is not known. */
export function createdBy(intent: Intent | undefined): (CreatedObject & Pick<Intent, "at">) | undefined {
  return intent?.id === undefined ? undefined : { ...createdObject(intent, intent.id), at: intent.at };
}

function createdObject({ created }: Intent, id: string): CreatedObject {
  return { id, ...createdAs(created) };
}

/** The creation time of a record. A service may not show it. */
export function createdAs(created: string | null | undefined): Pick<Intent, "created"> {
  return typeof created === "string" && created !== "" ? { created } : {};
}

/** Whether an object is the one of a record. Without both creation times, the id decides. */
export function isRecorded(
  { id, created }: CreatedObject,
  live: { readonly id: string; readonly created: unknown },
): boolean {
  const now = typeof live.created === "string" ? live.created : undefined;
  return id === live.id && compareIdentity(createdAs(created), { created: now }) !== "other";
}

/** Whether an object existed before the request. */
export function existedBefore(
  { before, recordedBefore }: CreateRequest,
  live: { readonly id: string; readonly created: unknown },
): boolean {
  return before.includes(live.id) && (recordedBefore?.id !== live.id || isRecorded(recordedBefore, live));
}

/** The open requests of an intent. The object that the intent knows is the result of none of them. */
export function openRequestsIn(intent: Intent | undefined): readonly CreateRequest[] {
  const { id, open = [] } = intent ?? {};
  return id === undefined ? open : open.map((request) => ({ ...request, before: [...request.before, id] }));
}

/** Two intents after the open requests of the first one have moved into the second one. */
export function withMovedRequests(from: Intent, to: Intent): readonly [Intent, Intent] {
  const open = [...(to.open ?? []), ...openRequestsIn(from)];
  return [
    { ...from, open: [] },
    { ...to, open },
  ];
}

/** Whether a service may still carry out the request. */
export function isRecent({ at }: CreateRequest, now: number): boolean {
  return now - at < retentionTime;
}

/** The intent without an open request whose result, an object with this id, was deleted. */
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
    labels: new Set(ofType.flatMap(({ label }) => (label === undefined ? [] : [label]))),
  };
}
