import { createHash } from "node:crypto";
import type { Origin, Properties } from "./definition";

/** A create that is in progress, recorded before the request leaves, so that a killed process leaves a trace. */
export interface Intent {
  readonly origin: Origin;
  /** The address of the service. */
  readonly address: string;
  /** The label that only this create uses; undefined when the user wrote it. */
  readonly nonce?: string;
  readonly label?: string;
  /** What else was asked for, by which it is known again. */
  readonly sent?: Properties;
  /** Ids of the same kind that looked alike before. */
  readonly before: readonly string[];
  /** When the request was about to leave, in milliseconds since 1970. */
  readonly at: number;
  /** The id, once it is known. */
  readonly id?: string;
}

/**
 * Keeps one intent per origin and address, until a diff or a read shows that the state knows the id. Holds no secrets.
 * An intent belongs to the state that it was written for: a stack of the same name in another backend never sees it.
 */
export interface IntentStore {
  find(origin: Origin, address: string): Intent | undefined;
  /** On disk, and synced, when it resolves. */
  save(intent: Intent): Promise<void>;
  remove(origin: Origin, address: string): Promise<void>;
  /** The engine is being told what the create came to. */
  answered(origin: Origin, address: string): void;
  /** The engine ends in good order, so it has received every answer: the intents that were answered go, at once. */
  settle(): void;
  /**
   * The ids that creates of this type made on this machine within the last day, for whatever resource of whatever state,
   * but for this one's own.
   */
  idsOfOthers(origin: Origin, address: string): ReadonlySet<string>;
  /** Takes away what version 0.1.0 recorded, which does not say for which state. */
  takeUnowned(origin: Origin, address: string): Promise<Intent | undefined>;
}

/** For how many milliseconds the id of what was created is remembered, so that no other stack takes it for its own. */
export const rememberedFor = 86_400_000;

/** `owner` is the backend of the state. */
export function intentKey(owner: string, origin: Origin, address: string): string {
  const { project, stack, type, name, parent = "", organization = "" } = origin;
  return hashOf([owner, organization, address, project, stack, type, name, parent]);
}

/** As version 0.1.0 named its files. */
export function unownedKey(origin: Origin, address: string): string {
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
    if (own?.intent.id === undefined) kept.delete(key);
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
    answered: (origin, address) => void told.add(intentKey(owner, origin, address)),
    settle: () => {
      for (const key of told) end(key);
    },
    idsOfOthers: (origin, address) => {
      const own = intentKey(owner, origin, address);
      const others = [...kept].flatMap(([key, { intent }]) => (key === own ? [] : [intent]));
      return idsAmong(others, origin, address);
    },
    takeUnowned: async () => undefined,
  };
}

export function idsAmong(intents: readonly Intent[], { type }: Origin, address: string): ReadonlySet<string> {
  return new Set(
    intents.flatMap(({ origin, id, ...other }) =>
      id !== undefined && origin.type === type && other.address === address ? [id] : [],
    ),
  );
}
