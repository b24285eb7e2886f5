import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isMissingFile } from "../../files";
import { messageOf } from "../../unknown";
import { isSameOrigin, type ResourceOrigin } from "../identity/origin";
import { readIntentFile, unreadableReason } from "./intent-json";
import { type Intent, intentKey, mayRecord } from "./intents";

/** The intents of one backend that no run has completed. */
export function unfinishedIntents(folder: string, owner: string): readonly Intent[] {
  return filesIn(folder).flatMap((file) => {
    const stored = readIntentFile(file);
    if (stored === undefined || stored.isDone) return [];
    const { intent } = stored;
    return file === join(folder, `${intentKey(owner, intent.origin, intent.address)}.json`) ? [intent] : [];
  });
}

/** The intents of backends in other folders that no run has completed. Older versions did not record the folder. */
export function unfinishedElsewhere(
  folder: string,
  owner: string,
): readonly { readonly origin: ResourceOrigin; readonly backend: string; readonly file: string }[] {
  return filesIn(folder).flatMap((file) => {
    const stored = readIntentFile(file);
    if (stored?.backend === undefined || stored.isDone || stored.backend === owner) return [];
    return [{ origin: stored.intent.origin, backend: stored.backend, file }];
  });
}

/** Whether the folder holds an intent that no run has completed, for the create of this resource, in this state, with this label. */
export function hasUnfinishedIntent(
  folder: string,
  owner: string,
  origin: ResourceOrigin,
  label: unknown,
): boolean {
  return unfinishedIntents(folder, owner).some(
    (intent) => isSameOrigin(intent.origin, origin) && mayRecord(intent, label),
  );
}

export interface UnreadableRecord {
  readonly path: string;
  readonly reason: string;
}

/** The intents that cannot be read, and why. Each may be that of any resource. A folder that cannot be read may hold any number. */
export function unreadableIntents(folder: string): readonly UnreadableRecord[] {
  let files: readonly string[];
  try {
    files = listFiles(folder);
  } catch (error) {
    return isMissingFile(error) ? [] : [{ path: folder, reason: messageOf(error) }];
  }
  return files.flatMap((path) => {
    const reason = unreadableReason(path);
    return reason === undefined ? [] : [{ path, reason }];
  });
}

/** None if the folder cannot be read: the first create creates it. */
export function filesIn(folder: string): readonly string[] {
  try {
    return listFiles(folder);
  } catch {
    return [];
  }
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}
