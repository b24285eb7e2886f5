import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../contract";
import type { Origin } from "./definition";
import { LifecycleError, messageOf } from "./failures";
import { type Intent, type IntentStore, intentKey } from "./intents";
import { readOrigin } from "./state";

/** Intents as files below a folder, one each, which this user alone can read. */
export function intentFiles(folder: string): IntentStore {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  const answered = new Set<string>();
  return {
    find: (origin, address) => {
      const file = fileOf(intentKey(origin, address));
      return existsSync(file) ? parseIntent(readFileSync(file, "utf8")) : undefined;
    },
    save: async (intent) => {
      const file = fileOf(intentKey(intent.origin, intent.address));
      answered.delete(file);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const temporary = `${file}.${process.pid}`;
        await writeSynced(temporary, JSON.stringify(intent));
        await rename(temporary, file);
        await syncFolder(folder);
      } catch (error) {
        throw new LifecycleError(
          `The note that a create is under way, by which a later run finds what this one made, can't be written into ${folder}: ${messageOf(error)}. Set NODECLOUD_HOME to a folder that can be written.`,
        );
      }
    },
    remove: async (origin, address) => {
      const file = fileOf(intentKey(origin, address));
      answered.delete(file);
      await rm(file, { force: true });
    },
    answered: (origin, address) => void answered.add(fileOf(intentKey(origin, address))),
    settle: () => {
      for (const file of answered) rmSync(file, { force: true });
    },
  };
}

/** What the folder has notes of: creates whose end nobody has seen yet. */
export function notedOrigins(folder: string): readonly Origin[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => parseIntent(readFileSync(join(folder, name), "utf8"))?.origin ?? []);
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is on disk only when its folder is; some systems can't sync a folder, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** An intent that can't be read was cut off while it was written, before the request left: there is none. */
function parseIntent(text: string): Intent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const origin = readOrigin(value.origin);
  if (!origin || !isText(value.address) || typeof value.at !== "number" || !Array.isArray(value.before))
    return undefined;
  return {
    origin,
    address: value.address,
    before: value.before.filter(isText),
    at: value.at,
    ...(isText(value.nonce) ? { nonce: value.nonce } : {}),
    ...(isText(value.label) ? { label: value.label } : {}),
    ...(isRecord(value.sent) ? { sent: value.sent } : {}),
    ...(isText(value.id) ? { id: value.id } : {}),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
