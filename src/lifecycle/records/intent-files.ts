import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../clock";
import { createPrivateFolder, writeAtomically, writeAtomicallySync, writeProbe } from "../../files";
import { messageOf } from "../../unknown";
import { LifecycleError } from "../failures";
import type { ResourceOrigin } from "../identity/origin";
import { withArticle } from "../with-article";
import { adopterIn, retentionOf, withoutAdoption } from "./adopters";
import { filesIn, unfinishedIntents } from "./intent-folder";
import { readIntentFile, unreadableReason } from "./intent-json";
import {
  completed,
  createdBy,
  type Intent,
  type IntentStore,
  intentKey,
  isSentTo,
  legacyKey,
  openRequestsIn,
  recentCreatesIn,
  requestTimeIn,
  resultsIn,
  withConfirmedReport,
  withMovedRequests,
  withoutRequest,
} from "./intents";
import { completeSentResults, type SentResult } from "./sent-results";

/**
 * Stores each intent in a file of its own, in a folder that only this user can read. Several processes may use the folder at the same time. No two
 * of them write the same file, because the engine locks the stack.
 * @param owner The backend of the state.
 * @param engine The address of the engine of this run.
 */
export function intentFiles(
  folder: string,
  owner: string,
  clock: Pick<Clock, "now">,
  engine?: string,
): IntentStore {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  // The address of another backend may contain credentials.
  const place = /^(file|folder):/.test(owner) ? { backend: owner } : {};
  const ownFile = (origin: ResourceOrigin, address: string) => fileOf(intentKey(owner, origin, address));
  const serialize = (intent: Intent, isDone: boolean) =>
    JSON.stringify({
      ...{ ...intent, ...place },
      ...(engine === undefined ? {} : { engine }),
      ...(isDone ? { done: true } : {}),
    });
  const change = (write: () => void) => {
    try {
      write();
    } catch (error) {
      throw new LifecycleError(
        `Could not update the record of a create in ${folder}: ${messageOf(error)}. Make sure that the folder can be written, and run the command again.`,
      );
    }
  };
  const store = (file: string, intent: Intent, isDone: boolean) =>
    change(() => writeAtomicallySync(file, serialize(intent, isDone)));
  /** The results that were sent, by the files of their creates. */
  const sent = new Map<string, SentResult>();
  let isPruned = false;
  /** The record keeps the created object, so a create of another stack does not take it. */
  const complete = (file: string, created?: string) => {
    sent.delete(file);
    const stored = readIntentFile(file);
    const kept = stored && completed(stored.intent, created);
    if (kept === undefined) change(() => rmSync(file, { force: true }));
    else if (stored?.isDone !== true) store(file, kept, true);
  };
  const confirm = (file: string) => {
    const stored = readIntentFile(file);
    if (stored?.intent.reported) store(file, withConfirmedReport(stored.intent), stored.isDone);
  };
  const prune = () => {
    if (isPruned) return;
    isPruned = true;
    for (const file of filesIn(folder)) {
      const stored = readIntentFile(file);
      if (stored?.isDone && clock.now() - stored.intent.at > retentionOf(stored.intent))
        rmSync(file, { force: true });
    }
  };
  // The files by the ids that they record. No other process writes records of this stack in the meantime.
  let filesById: Map<string, Set<string>> | undefined;
  const noteIds = (file: string, intent: Intent | undefined) => {
    for (const { id } of resultsIn(intent)) filesById?.set(id, new Set(filesById.get(id)).add(file));
  };
  const filesOf = (id: string) => {
    if (filesById === undefined) {
      filesById = new Map();
      for (const file of filesIn(folder)) noteIds(file, readIntentFile(file)?.intent);
    }
    return [...(filesById.get(id) ?? [])];
  };
  return {
    find: (origin, address) => {
      const stored = readIntentFile(ownFile(origin, address));
      return stored?.isDone ? undefined : stored?.intent;
    },
    unfinished: () => unfinishedIntents(folder, owner),
    checkReadable: (kind, origin, address) => {
      const file = ownFile(origin, address);
      const reason = unreadableReason(file);
      if (reason === undefined) return;
      throw new LifecycleError(
        `The record of an earlier create of this ${kind} cannot be read: ${file} (${reason}). It may name ${withArticle(kind)} that exists, so nothing was changed. Make the file readable, or delete it if no run was interrupted or you have found that no such ${kind} exists.`,
      );
    },
    checkWritable: async () => {
      try {
        createPrivateFolder(folder);
        await writeProbe(folder);
      } catch (error) {
        throw new LifecycleError(
          `The record of a create could not be written to ${folder}: ${messageOf(error)}. Nothing was changed. Set NODECLOUD_HOME to a writable folder.`,
        );
      }
    },
    save: async (intent) => {
      const file = ownFile(intent.origin, intent.address);
      sent.delete(file);
      noteIds(file, intent);
      try {
        createPrivateFolder(folder);
        prune();
        await writeAtomically(file, serialize(intent, false));
      } catch (error) {
        throw new LifecycleError(
          `Could not write the record of the create to ${folder}: ${messageOf(error)}. A later run needs it to find the object. Set NODECLOUD_HOME to a writable folder.`,
        );
      }
    },
    remove: async (origin, address, created) => complete(ownFile(origin, address), created),
    markResultSent: (origin, address, result) => void sent.set(ownFile(origin, address), result),
    completeWithSentResults: (isSaved) =>
      completeSentResults(sent, { find: (file) => readIntentFile(file)?.intent, confirm, complete }, isSaved),
    confirmUnresolved: (origin, address) => confirm(ownFile(origin, address)),
    lastCreated: (origin, address) => createdBy(readIntentFile(ownFile(origin, address))?.intent),
    resultsOf: (origin, address) => resultsIn(readIntentFile(ownFile(origin, address))?.intent),
    requestTimeOf: (type, id, address) =>
      requestTimeIn(
        filesOf(id).flatMap((file) => readIntentFile(file)?.intent ?? []),
        type,
        id,
        address,
      ),
    openRequests: (origin, address) => openRequestsIn(readIntentFile(ownFile(origin, address))?.intent),
    closeRequest: async (origin, address, request, deletedId) => {
      const file = ownFile(origin, address);
      const stored = readIntentFile(file);
      if (!stored) return;
      const { intent, isDone } = stored;
      store(file, withoutRequest(intent, request, deletedId), isDone);
      if (isDone) complete(file);
    },
    move: async (from, to, address) => {
      const [old, next] = [ownFile(from, address), ownFile(to, address)];
      const stored = readIntentFile(old);
      if (!stored) return;
      const { intent, isDone } = stored;
      const other = readIntentFile(next);
      noteIds(next, intent);
      if (other === undefined) {
        store(next, { ...intent, origin: to }, isDone);
        await rm(old, { force: true });
        return;
      }
      const [left, merged] = withMovedRequests(intent, other.intent);
      store(next, merged, other.isDone);
      store(old, left, isDone);
      if (isDone) complete(old);
    },
    recentCreates: (origin, address) => {
      const own = ownFile(origin, address);
      const others = filesIn(folder).filter((file) => file !== own);
      return recentCreatesIn(
        others.flatMap((file) => readIntentFile(file)?.intent ?? []),
        origin,
        address,
      );
    },
    adopterOf: (origin, object, address) => {
      const intents = filesOf(object.id).flatMap((file) => {
        const intent = readIntentFile(file)?.intent;
        const isOwn = intent && file === ownFile(intent.origin, intent.address) && isSentTo(intent, address);
        return isOwn ? [intent] : [];
      });
      return adopterIn(intents, origin, object);
    },
    endAdoption: async (origin, id, address) => {
      const file = ownFile(origin, address);
      const stored = readIntentFile(file);
      if (!stored?.intent.isAdoption) return;
      const { intent, isDone } = stored;
      store(file, withoutAdoption(intent, id), isDone);
    },
    takeLegacy: async (origin, address) => {
      const file = fileOf(legacyKey(origin, address));
      const stored = readIntentFile(file);
      await rm(file, { force: true });
      return stored?.intent;
    },
  };
}
