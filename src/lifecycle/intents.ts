import { createHash } from "node:crypto";
import type { Origin, Properties } from "./definition";

/** What is about to be created, noted before the request leaves, so that a killed process leaves a trace. */
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

/** Keeps one intent per origin and address, until a diff or a read shows that the state knows the id. Holds no secrets. */
export interface IntentStore {
  find(origin: Origin, address: string): Intent | undefined;
  /** On disk, and synced, when it resolves. */
  save(intent: Intent): Promise<void>;
  remove(origin: Origin, address: string): Promise<void>;
  /** The engine is being told what the create came to. */
  answered(origin: Origin, address: string): void;
  /** The engine ends in good order, so it has received every answer: the intents that were answered go, at once. */
  settle(): void;
}

export function intentKey(origin: Origin, address: string): string {
  const { project, stack, type, name, parent = "" } = origin;
  return createHash("sha256")
    .update(JSON.stringify([address, project, stack, type, name, parent]))
    .digest("hex")
    .slice(0, 32);
}

/** Intents that live as long as the process: for tests, and where no folder can be written. */
export function memoryIntents(): IntentStore {
  const kept = new Map<string, Intent>();
  const told = new Set<string>();
  return {
    find: (origin, address) => kept.get(intentKey(origin, address)),
    save: async (intent) => void kept.set(intentKey(intent.origin, intent.address), intent),
    remove: async (origin, address) => void kept.delete(intentKey(origin, address)),
    answered: (origin, address) => void told.add(intentKey(origin, address)),
    settle: () => {
      for (const key of told) kept.delete(key);
    },
  };
}
