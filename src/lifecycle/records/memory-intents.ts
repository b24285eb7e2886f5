import { adopterIn, withoutAdoption } from "./adopters";
import {
  completed,
  createdBy,
  type Intent,
  type IntentStore,
  intentKey,
  isSentTo,
  openRequestsIn,
  recentCreatesIn,
  requestTimeIn,
  resultsIn,
  withConfirmedReport,
  withMovedRequests,
  withoutRequest,
} from "./intents";
import { completeSentResults, type SentResult } from "./sent-results";

/** The data that several in-memory stores share, as several processes share a folder. */
export type IntentMemory = Map<string, StoredIntent>;

interface StoredIntent {
  readonly intent: Intent;
  readonly isDone: boolean;
}

/** Intents in memory, for tests. */
export function memoryIntents(owner = "", memory: IntentMemory = new Map()): IntentStore {
  const sent = new Map<string, SentResult>();
  const complete = (key: string, created?: string) => {
    const own = memory.get(key);
    const intent = own && completed(own.intent, created);
    if (intent === undefined) memory.delete(key);
    else memory.set(key, { intent, isDone: true });
  };
  const confirm = (key: string) => {
    const own = memory.get(key);
    if (own) memory.set(key, { ...own, intent: withConfirmedReport(own.intent) });
  };
  return {
    find: (origin, address) => {
      const own = memory.get(intentKey(owner, origin, address));
      return own?.isDone ? undefined : own?.intent;
    },
    unfinished: () =>
      [...memory].flatMap(([key, { intent, isDone }]) =>
        !isDone && key === intentKey(owner, intent.origin, intent.address) ? [intent] : [],
      ),
    checkReadable: () => undefined,
    checkWritable: async () => undefined,
    save: async (intent) => {
      const key = intentKey(owner, intent.origin, intent.address);
      sent.delete(key);
      memory.set(key, { intent, isDone: false });
    },
    remove: async (origin, address, created) => complete(intentKey(owner, origin, address), created),
    markResultSent: (origin, address, result) => void sent.set(intentKey(owner, origin, address), result),
    completeWithSentResults: (isSaved) =>
      completeSentResults(sent, { find: (key) => memory.get(key)?.intent, confirm, complete }, isSaved),
    confirmUnresolved: (origin, address) => confirm(intentKey(owner, origin, address)),
    lastCreated: (origin, address) => createdBy(memory.get(intentKey(owner, origin, address))?.intent),
    resultsOf: (origin, address) => resultsIn(memory.get(intentKey(owner, origin, address))?.intent),
    requestTimeOf: (type, id, address) =>
      requestTimeIn(
        [...memory.values()].map(({ intent }) => intent),
        type,
        id,
        address,
      ),
    openRequests: (origin, address) => openRequestsIn(memory.get(intentKey(owner, origin, address))?.intent),
    closeRequest: async (origin, address, request, deletedId) => {
      const key = intentKey(owner, origin, address);
      const own = memory.get(key);
      if (own) memory.set(key, { ...own, intent: withoutRequest(own.intent, request, deletedId) });
    },
    move: async (from, to, address) => {
      const [old, next] = [intentKey(owner, from, address), intentKey(owner, to, address)];
      const own = memory.get(old);
      if (!own) return;
      const other = memory.get(next);
      if (other === undefined) {
        memory.delete(old);
        memory.set(next, { ...own, intent: { ...own.intent, origin: to } });
        return;
      }
      const [left, merged] = withMovedRequests(own.intent, other.intent);
      memory.set(next, { ...other, intent: merged });
      memory.set(old, { ...own, intent: left });
      if (own.isDone) complete(old);
    },
    recentCreates: (origin, address) => {
      const own = intentKey(owner, origin, address);
      const others = [...memory].flatMap(([key, { intent }]) => (key === own ? [] : [intent]));
      return recentCreatesIn(others, origin, address);
    },
    adopterOf: (origin, object, address) => {
      const own = [...memory].filter(
        ([key, { intent }]) => key === intentKey(owner, intent.origin, intent.address),
      );
      const intents = own.map(([, { intent }]) => intent).filter((intent) => isSentTo(intent, address));
      return adopterIn(intents, origin, object);
    },
    endAdoption: async (origin, id, address) => {
      const key = intentKey(owner, origin, address);
      const own = memory.get(key);
      if (own) memory.set(key, { ...own, intent: withoutAdoption(own.intent, id) });
    },
    takeLegacy: async () => undefined,
  };
}
