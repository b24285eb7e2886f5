import { createHash } from "node:crypto";
import type { Properties, ResourceOrigin } from "./definition";

/** A request to create something, and what its result is known by. Holds no secrets. */
export interface CreateRequest {
  /** The label that only this create uses; undefined when the user wrote it. */
  readonly nonce?: string;
  readonly label?: string;
  /** What else was asked for, by which it is known again. */
  readonly sent?: Properties;
  /** Ids of the same kind that looked alike before. */
  readonly before: readonly string[];
  /** When the request was about to leave, in milliseconds since 1970. */
  readonly at: number;
}

/** A create that is in progress, recorded before the request leaves, so that a killed process leaves a trace. */
export interface Intent extends CreateRequest {
  readonly origin: ResourceOrigin;
  /** The address of the service. */
  readonly address: string;
  /** The id, once it is known. */
  readonly id?: string;
  /** The run that wrote it ended normally, and could not tell what became of the create. */
  readonly isFailed?: boolean;
  /** The service accepted it, and nothing could be looked up since: it is never sent again on an empty list. */
  readonly isAccepted?: boolean;
  /** Requests whose results are still open: the service may carry them out late. */
  readonly open?: readonly CreateRequest[];
}

/**
 * Keeps one intent per origin and address, until a diff or a read shows that the state knows the id. Holds no secrets.
 * An intent belongs to the state that it was written for: a stack of the same name in another backend never sees it.
 */
export interface IntentStore {
  find(origin: ResourceOrigin, address: string): Intent | undefined;
  /** On disk, and synced, when it resolves. */
  save(intent: Intent): Promise<void>;
  remove(origin: ResourceOrigin, address: string): Promise<void>;
  /** The engine is being told what the create came to. */
  markAnswered(origin: ResourceOrigin, address: string): void;
  /** The engine ends normally, so it has received every answer: intents whose results were answered are done. */
  completeAnswered(): void;
  /** The requests of this resource whose results are open, whether or not the state knows its id by now. */
  openRequests(origin: ResourceOrigin, address: string): readonly CreateRequest[];
  /** Their results are known, or no longer matter. */
  closeRequests(origin: ResourceOrigin, address: string, requests: readonly CreateRequest[]): Promise<void>;
  /** What creates of this type made on this machine within the last day, for other resources of whatever state. */
  recentCreates(origin: ResourceOrigin, address: string): RecentCreates;
  /** Takes away what version 0.1.0 recorded, which does not say for which state. */
  takeLegacy(origin: ResourceOrigin, address: string): Promise<Intent | undefined>;
}

export interface RecentCreates {
  readonly ids: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

/** For how many milliseconds the id of what was created is remembered, so that no other stack takes it for its own, and a request whose result is open. */
export const rememberedFor = 86_400_000;

/** `owner` is the backend of the state. */
export function intentKey(owner: string, origin: ResourceOrigin, address: string): string {
  const { project, stack, type, name, parent = "", organization = "" } = origin;
  return hashOf([owner, organization, address, project, stack, type, name, parent]);
}

/** As version 0.1.0 named its files. */
export function unownedKey(origin: ResourceOrigin, address: string): string {
  const { project, stack, type, name, parent = "" } = origin;
  return hashOf([address, project, stack, type, name, parent]);
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** What several stores in memory share, as several processes share a folder. */
export type IntentMemory = Map<string, Kept>;

interface Kept {
  readonly intent: Intent;
  readonly isDone: boolean;
}

/** Intents that live as long as the process, for tests. */
export function memoryIntents(owner = "", kept: IntentMemory = new Map()): IntentStore {
  const told = new Set<string>();
  const end = (key: string) => {
    const own = kept.get(key);
    if (own === undefined || isForgotten(own.intent)) kept.delete(key);
    else kept.set(key, { ...own, isDone: true });
  };
  return {
    find: (origin, address) => {
      const own = kept.get(intentKey(owner, origin, address));
      return own?.isDone ? undefined : own?.intent;
    },
    save: async (intent) => {
      const key = intentKey(owner, intent.origin, intent.address);
      told.delete(key);
      kept.set(key, { intent, isDone: false });
    },
    remove: async (origin, address) => end(intentKey(owner, origin, address)),
    markAnswered: (origin, address) => void told.add(intentKey(owner, origin, address)),
    completeAnswered: () => {
      for (const key of told) if (!kept.get(key)?.intent.isFailed) end(key);
    },
    openRequests: (origin, address) => openRequests(kept.get(intentKey(owner, origin, address))?.intent),
    closeRequests: async (origin, address, requests) => {
      const key = intentKey(owner, origin, address);
      const own = kept.get(key);
      if (own) kept.set(key, { ...own, intent: without(own.intent, requests) });
    },
    recentCreates: (origin, address) => {
      const own = intentKey(owner, origin, address);
      const others = [...kept].flatMap(([key, { intent }]) => (key === own ? [] : [intent]));
      return othersAmong(others, origin, address);
    },
    takeLegacy: async () => undefined,
  };
}

/** Whether a create that is done leaves nothing that anybody asks for. */
export function isForgotten({ id, open = [] }: Intent): boolean {
  return id === undefined && open.length === 0;
}

/** What the same record says was created is in the state, or was: it is the result of none of them. */
export function openRequests(intent: Intent | undefined): readonly CreateRequest[] {
  const { id, open = [] } = intent ?? {};
  return id === undefined ? open : open.map((request) => ({ ...request, before: [...request.before, id] }));
}

/** Past this, no service carries a request out any more. */
export function isRecent({ at }: CreateRequest, now: number): boolean {
  return now - at < rememberedFor;
}

export function without({ open = [], ...intent }: Intent, requests: readonly CreateRequest[]): Intent {
  const isClosed = ({ at, nonce }: CreateRequest) =>
    requests.some((request) => request.at === at && request.nonce === nonce);
  return { ...intent, open: open.filter((request) => !isClosed(request)) };
}

export function othersAmong(
  intents: readonly Intent[],
  { type }: ResourceOrigin,
  address: string,
): RecentCreates {
  const others = intents.filter((other) => other.origin.type === type && other.address === address);
  return {
    ids: new Set(others.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    labels: new Set(others.flatMap(({ label }) => (label === undefined ? [] : [label]))),
  };
}
