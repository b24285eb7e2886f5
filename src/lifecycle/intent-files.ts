import { readdirSync, readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock";
import { createPrivateFolder, writeAtomically, writeAtomicallySync } from "../files";
import { isRecord, messageOf } from "../unknown";
import type { ResourceOrigin } from "./definition";
import { LifecycleError } from "./failures";
import {
  type CreateRequest,
  type Intent,
  type IntentStore,
  intentKey,
  isForgotten,
  openRequests,
  othersAmong,
  rememberedFor,
  unownedKey,
  without,
} from "./intents";
import { readOrigin } from "./state";

/**
 * Intents as files below a folder, one each, which this user alone can read. Several processes may use the folder at once;
 * no two of them write the same file, because the engine locks a stack.
 */
export function intentFiles(folder: string, owner: string, clock: Pick<Clock, "now">): IntentStore {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  const ownFile = (origin: ResourceOrigin, address: string) => fileOf(intentKey(owner, origin, address));
  const answered = new Set<string>();
  let isPruned = false;
  /** What was made is remembered as made: a create of another stack must not take it for its own. */
  const end = (file: string) => {
    answered.delete(file);
    const recorded = readIntent(file);
    if (recorded === undefined || isForgotten(recorded.intent)) rmSync(file, { force: true });
    else if (!recorded.isDone) writeAtomicallySync(file, JSON.stringify({ ...recorded.intent, done: true }));
  };
  const prune = () => {
    if (isPruned) return;
    isPruned = true;
    for (const file of filesIn(folder)) {
      const recorded = readIntent(file);
      if (recorded?.isDone && clock.now() - recorded.intent.at > rememberedFor) rmSync(file, { force: true });
    }
  };
  return {
    find: (origin, address) => {
      const recorded = readIntent(ownFile(origin, address));
      return recorded?.isDone ? undefined : recorded?.intent;
    },
    save: async (intent) => {
      const file = ownFile(intent.origin, intent.address);
      answered.delete(file);
      try {
        createPrivateFolder(folder);
        prune();
        await writeAtomically(file, JSON.stringify(intent));
      } catch (error) {
        throw new LifecycleError(
          `The record of a create in progress, by which a later run finds what this one made, can't be written into ${folder}: ${messageOf(error)}. Set NODECLOUD_HOME to a folder that can be written.`,
        );
      }
    },
    remove: async (origin, address) => end(ownFile(origin, address)),
    markAnswered: (origin, address) => void answered.add(ownFile(origin, address)),
    completeAnswered: () => {
      for (const file of [...answered]) if (!readIntent(file)?.intent.isFailed) end(file);
    },
    openRequests: (origin, address) => openRequests(readIntent(ownFile(origin, address))?.intent),
    closeRequests: async (origin, address, requests) => {
      const file = ownFile(origin, address);
      const recorded = readIntent(file);
      if (!recorded) return;
      writeAtomicallySync(
        file,
        JSON.stringify({ ...without(recorded.intent, requests), done: recorded.isDone }),
      );
      if (recorded.isDone) end(file);
    },
    recentCreates: (origin, address) => {
      const own = ownFile(origin, address);
      const others = filesIn(folder).filter((file) => file !== own);
      return othersAmong(
        others.flatMap((file) => readIntent(file)?.intent ?? []),
        origin,
        address,
      );
    },
    takeLegacy: async (origin, address) => {
      const file = fileOf(unownedKey(origin, address));
      const recorded = readIntent(file);
      await rm(file, { force: true });
      return recorded?.intent;
    },
  };
}

/** Whether the folder records a create of this resource of this state whose end nobody has seen yet. */
export function hasUnfinishedIntent(folder: string, owner: string, origin: ResourceOrigin): boolean {
  return filesIn(folder).some((file) => {
    const recorded = readIntent(file);
    if (recorded === undefined || recorded.isDone) return false;
    return file === join(folder, `${intentKey(owner, origin, recorded.intent.address)}.json`);
  });
}

function filesIn(folder: string): readonly string[] {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // There is no folder before the first create.
  }
  return names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}

interface Recorded {
  readonly intent: Intent;
  readonly isDone: boolean;
}

/** An intent that can't be read was cut off while it was written, before the request left: there is none. */
function readIntent(file: string): Recorded | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const origin = readOrigin(value.origin);
  const request = readRequest(value);
  if (!origin || !request || !isText(value.address)) return undefined;
  const open = Array.isArray(value.open) ? value.open.flatMap((one) => readRequest(one) ?? []) : [];
  const intent = {
    ...{ origin, address: value.address },
    ...request,
    ...(isText(value.id) ? { id: value.id } : {}),
    ...(value.isFailed === true ? { isFailed: true } : {}),
    ...(value.isAccepted === true ? { isAccepted: true } : {}),
    ...(open.length > 0 ? { open } : {}),
  };
  return { intent, isDone: value.done === true };
}

function readRequest(value: unknown): CreateRequest | undefined {
  if (!isRecord(value) || typeof value.at !== "number" || !Array.isArray(value.before)) return undefined;
  return {
    before: value.before.filter(isText),
    at: value.at,
    ...(isText(value.nonce) ? { nonce: value.nonce } : {}),
    ...(isText(value.label) ? { label: value.label } : {}),
    ...(isRecord(value.sent) ? { sent: value.sent } : {}),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
