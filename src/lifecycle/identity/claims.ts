import { shortHash } from "../../short-hash";
import { type CreatedObject, isRecorded } from "./created-objects";
import type { ResourceOrigin } from "./origin";

/** What this process knows about the program: the objects that it created, adopted or keeps, and the resources that it declares. */
export interface Claims {
  claim(kind: string, id: string): void;
  /** Whether this process claimed the object, or the state is known to have it. */
  isClaimed(kind: string, id: string): boolean;
  /** Whether the state is known to have had the object when the run started, for another resource. */
  isRecordedForOther(kind: string, id: string, urn: string | undefined): boolean;
  /** Claims an object that existed before and was taken over: a delete in the same process leaves it alone. */
  markAdopted(kind: string, id: string): void;
  isAdopted(kind: string, id: string): boolean;
  /** Forgets an object that no longer exists, because another one may get its id. */
  release(kind: string, id: string): void;
  /** Records that a resource was to take over an existing object, and failed: no state has the object for that resource. */
  markNotTaken(kind: string, id: string): void;
  isNotTaken(kind: string, id: string): boolean;
  /** Records that a later attempt has taken the object over. */
  markTaken(kind: string, id: string): void;
  /** Records that the state lost an entry of an object because the program adopts the object. */
  markLeftState(kind: string, id: string): void;
  hasLeftState(kind: string, id: string): boolean;
  /**
   * Records that a resource of the program keeps an object, so that the delete of another entry of the state does not delete it. A renamed
   * resource has two URNs.
   */
  markKept(kind: string, id: string, urns: readonly string[]): void;
  /** Records that a resource is going to be created or replaced, so it no longer keeps its object. */
  unmarkKept(urn: string): void;
  /** Whether a resource of the program keeps the object, judging by the diffs so far. */
  isKept(kind: string, id: string): boolean;
  /** Whether this resource keeps the object. */
  isKeptBy(kind: string, id: string, urn: string): boolean;
  /** Whether a different resource keeps the object. */
  isKeptByOther(kind: string, id: string, urn: string): boolean;
  /**
   * Records which resource of the program manages an object: the first of the URNs. Returns the conflict if another resource manages it too. A
   * renamed resource has two URNs.
   */
  recordManager(kind: string, id: string, urns: readonly string[]): string | undefined;
  /** Records an object that the state may contain twice, because a create took it over from the record of an earlier one. */
  markTakenOver(kind: string, id: string): void;
  isTakenOver(kind: string, id: string): boolean;
  /** Whether the state is known to have the object for a resource with none of these URNs, too. */
  isInOtherEntry(kind: string, object: CreatedObject, urns: readonly string[]): boolean;
  /**
   * Records that an entry of a resource leaves the state. Returns whether another entry keeps the object: that of another resource, or a
   * second one that a replacement left behind when it failed. The latter keeps nothing if the resource is replaced now.
   */
  dropEntry(kind: string, object: CreatedObject, urn: string): boolean;
  /** Records that a create of the resource began with a search for what the recorded request of an earlier one created. */
  markSearchedFor(urn: string): void;
  isSearchedFor(urn: string): boolean;
  /** Records that the program declares a resource. */
  markDeclared(urn: string): void;
  isDeclared(urn: string): boolean;
  /** Records the name that a resource had in the last run, which this run changes. */
  recordFormerName(urn: string, origin: ResourceOrigin): void;
  /**
   * The name that this run changes. The outputs in the state keep it in later runs, if no update writes them, but another resource may have it
   * then.
   */
  formerNameOf(urn: string): ResourceOrigin | undefined;
}

/** An object in the state, and the short hash of the URN of its resource. */
export interface RecordedOwner {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  /** Whether a replacement has left the entry behind, and leaves the object in the service (`retainOnDelete`). */
  readonly isRetained?: boolean;
  /** When the object was created, if other entries have its id. */
  readonly created?: string;
}

/** @param inState The objects that the state had when the run started, if the process that started the plugin passed them. */
export function createClaims(inState: readonly RecordedOwner[] = []): Claims {
  const managers = new Map<string, string>();
  const owners = new Map(inState.map(({ kind, id, owner }) => [keyOf(kind, id), owner]));
  const claimed = new Set(owners.keys());
  // The plugin never deletes a retained entry, so such an entry would seem to keep the object forever.
  let entries = inState.filter(({ isRetained }) => isRetained !== true);
  const entriesOf = (kind: string, object: CreatedObject) =>
    entries.filter((entry) => entry.kind === kind && isRecorded(entry, { created: undefined, ...object }));
  const adopted = new Set<string>();
  const notTaken = new Set<string>();
  const leftState = new Set<string>();
  const replaced = new Set<string>();
  const takenOver = new Set<string>();
  const searchedFor = new Set<string>();
  const declared = new Set<string>();
  const formerNames = new Map<string, ResourceOrigin>();
  const keptUrns = new Map<string, readonly string[]>();
  return {
    claim: (kind, id) => void claimed.add(keyOf(kind, id)),
    isClaimed: (kind, id) => claimed.has(keyOf(kind, id)),
    isRecordedForOther: (kind, id, urn) => {
      const owner = owners.get(keyOf(kind, id));
      return owner !== undefined && (urn === undefined || owner !== shortHash(urn));
    },
    markAdopted: (kind, id) => {
      claimed.add(keyOf(kind, id));
      adopted.add(keyOf(kind, id));
    },
    isAdopted: (kind, id) => adopted.has(keyOf(kind, id)),
    markNotTaken: (kind, id) => void notTaken.add(keyOf(kind, id)),
    isNotTaken: (kind, id) => notTaken.has(keyOf(kind, id)),
    markTaken: (kind, id) => void notTaken.delete(keyOf(kind, id)),
    markLeftState: (kind, id) => void leftState.add(keyOf(kind, id)),
    hasLeftState: (kind, id) => leftState.has(keyOf(kind, id)),
    markKept: (kind, id, urns) => void keptUrns.set(keyOf(kind, id), urns),
    unmarkKept: (urn) => {
      replaced.add(shortHash(urn));
      for (const [key, urns] of keptUrns) if (urns.includes(urn)) keptUrns.delete(key);
    },
    isKept: (kind, id) => keptUrns.has(keyOf(kind, id)),
    recordManager: (kind, id, urns) => {
      const key = keyOf(kind, id);
      const manager = managers.get(key);
      if (manager === undefined && urns[0] !== undefined) managers.set(key, urns[0]);
      if (manager === undefined || urns.includes(manager)) return undefined;
      return `${kind} ${id} is also managed by ${manager} in this program, and two resources cannot manage the same object. Remove one of the two.`;
    },
    markTakenOver: (kind, id) => void takenOver.add(keyOf(kind, id)),
    isTakenOver: (kind, id) => takenOver.has(keyOf(kind, id)),
    isInOtherEntry: (kind, object, urns) => {
      const own = urns.map((urn) => shortHash(urn));
      const owners = entriesOf(kind, object).map(({ owner }) => owner);
      // The only owner is the resource itself, whatever its URN was when the state recorded it.
      return new Set(owners).size > 1 && owners.some((owner) => !own.includes(owner));
    },
    dropEntry: (kind, object, urn) => {
      const own = shortHash(urn);
      const before = entriesOf(kind, object);
      // The resource may have been renamed in the state since its last update, which recorded the URN.
      const dropped = before.find(({ owner }) => owner === own) ?? before[0];
      entries = entries.filter((entry) => entry !== dropped);
      return entriesOf(kind, object).some(({ owner }) => owner !== own || !replaced.has(own));
    },
    release: (kind, id) => {
      claimed.delete(keyOf(kind, id));
      owners.delete(keyOf(kind, id));
    },
    markSearchedFor: (urn) => void searchedFor.add(urn),
    isSearchedFor: (urn) => searchedFor.has(urn),
    markDeclared: (urn) => void declared.add(urn),
    isDeclared: (urn) => declared.has(urn),
    recordFormerName: (urn, origin) => void formerNames.set(urn, origin),
    formerNameOf: (urn) => formerNames.get(urn),
    isKeptBy: (kind, id, urn) => keptUrns.get(keyOf(kind, id))?.includes(urn) === true,
    isKeptByOther: (kind, id, urn) => keptUrns.get(keyOf(kind, id))?.includes(urn) === false,
  };
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`;
}
