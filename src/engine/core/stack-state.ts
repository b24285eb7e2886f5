import {
  findViolation,
  type PendingOperation,
  type PropertyMap,
  providerTypePrefix,
  type ResourceState,
  removeDanglingReferences,
  type Snapshot,
  StateError,
  sortByReferences,
  withoutReferencesTo,
} from "../../state";
import { renamedUrns, withRenamedReferences, withRenamedUrns } from "./renamed-urns";

/** One entry of the state. Its identity stays the same while its content changes. */
export class Entry {
  constructor(public state: ResourceState) {}
}

/**
 * The stack's state while a run changes it: the entries from before the run that are still valid, the entries that
 * the run added, and the operations in progress. `commit` writes all of it to disk.
 */
export class StackState {
  /** The entries from before the run, in the order of the state. */
  readonly base: readonly Entry[];
  readonly #write: (snapshot: Snapshot) => Promise<void>;
  readonly #positions: Map<Entry, number>;
  readonly #leftOver: ReadonlySet<Entry>;
  readonly #added: Entry[] = [];
  readonly #removed = new Set<Entry>();
  readonly #pending = new Set<PendingOperation>();
  /** Creates that an earlier run left pending. */
  #pendingCreates: readonly PendingOperation[];
  readonly #createsWithIntent: ReadonlySet<PendingOperation>;
  readonly #createsThatLeftNothing: ReadonlySet<PendingOperation>;
  readonly #hasIntent: (resource: ResourceState) => boolean;
  readonly #isUnknownCreate: (pending: ResourceState, next: ResourceState) => boolean;
  readonly #renamed = new Map<string, string>();
  #hasCarriedOver = false;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;
  #saved: Snapshot;

  constructor(
    before: Snapshot,
    write: (snapshot: Snapshot) => Promise<void>,
    options: {
      readonly clearPendingCreates?: boolean;
      readonly hasIntent?: (resource: ResourceState) => boolean;
      readonly isUnknownCreate?: (pending: ResourceState, next: ResourceState) => boolean;
      readonly leftNothing?: (pending: ResourceState) => boolean;
    } = {},
  ) {
    this.#write = write;
    this.#saved = before;
    this.base = before.resources.map((state) => new Entry(state));
    this.#leftOver = new Set(
      this.base.filter(({ state }) => state.delete && !state.external && !state.pendingReplacement),
    );
    this.#positions = new Map(this.base.map((entry, at) => [entry, at]));
    const { hasIntent = () => false, leftNothing = () => false } = options;
    const creates = options.clearPendingCreates
      ? []
      : before.pendingOperations.filter((pending) => pending.type === "creating");
    this.#hasIntent = hasIntent;
    this.#createsWithIntent = new Set(creates.filter(({ resource }) => hasIntent(resource)));
    this.#createsThatLeftNothing = new Set(
      creates.filter((pending) => !this.#createsWithIntent.has(pending) && leftNothing(pending.resource)),
    );
    this.#pendingCreates = creates.filter((pending) => !this.#createsThatLeftNothing.has(pending));
    this.#isUnknownCreate = options.isUnknownCreate ?? (() => false);
  }

  begin(operation: PendingOperation): PendingOperation {
    this.#pending.add(operation);
    return operation;
  }

  end(operation: PendingOperation): void {
    this.#pending.delete(operation);
  }

  /** Whether the provider has an intent for this create of an earlier run. */
  hasIntent(operation: PendingOperation): boolean {
    return this.#createsWithIntent.has(operation);
  }

  /** Whether this create of an earlier run left no object that the state does not have. It is no longer pending. */
  leftNothing(operation: PendingOperation): boolean {
    return this.#createsThatLeftNothing.has(operation);
  }

  /** Whether an earlier run may have created this, and this machine has no record of the object. */
  mayExistAlready(next: ResourceState): boolean {
    return this.#pendingCreates.some(
      (pending) =>
        pending.resource.urn === next.urn &&
        !this.hasIntent(pending) &&
        this.#isUnknownCreate(pending.resource, next),
    );
  }

  /**
   * A create of the resource has ended. A pending create of an earlier run with an intent is resolved if this one succeeded, or if it failed
   * after the provider had resolved the intent.
   */
  resolvePendingCreate(urn: string, { hasFailed = false } = {}): void {
    const isResolved = (pending: PendingOperation) =>
      pending.resource.urn === urn &&
      this.#createsWithIntent.has(pending) &&
      !(hasFailed && this.#hasIntent(pending.resource));
    this.#pendingCreates = this.#pendingCreates.filter((pending) => !isResolved(pending));
  }

  /** Adds an entry after all others. Entries that it refers to have been added before. */
  add(state: ResourceState): Entry {
    const entry = new Entry(state);
    this.#added.push(entry);
    return entry;
  }

  /** Adds an unchanged copy of an old entry. From now on snapshots are sorted by dependencies. */
  carryOver(old: Entry): Entry {
    this.#hasCarriedOver = true;
    this.remove(old);
    const copy = this.add(old.state);
    this.#positions.set(copy, this.positionOf(old));
    return copy;
  }

  /** Whether an earlier run replaced it and could not delete it. */
  isLeftOver(entry: Entry): boolean {
    return this.#leftOver.has(entry);
  }

  /** The position in the state from before the run, where each entry comes after those that it refers to. */
  positionOf(old: Entry): number {
    return this.#positions.get(old) ?? this.base.length;
  }

  /** Removes an entry whose resource no longer exists, or that another entry has replaced. */
  remove(entry: Entry): void {
    this.#removed.add(entry);
  }

  /** Removes the references of an entry to a URN that the state no longer has. */
  forget(urn: string, entry: Entry): void {
    if (this.#entries().some(({ state }) => state.urn === urn)) return;
    entry.state = withoutReferencesTo(entry.state, urn);
  }

  isRemoved(entry: Entry): boolean {
    return this.#removed.has(entry);
  }

  /** The old entries that no new one has replaced, and copies of old entries that were replaced afterwards. */
  get deletable(): readonly Entry[] {
    return [...this.base, ...this.#added.filter(({ state }) => state.delete)].filter(
      (entry) => !this.isRemoved(entry),
    );
  }

  /** The current entry of a URN. An entry that was replaced and waits for its deletion is not current. */
  currentEntry(urn: string): Entry | undefined {
    return [...this.#added, ...this.base].find(
      (entry) => entry.state.urn === urn && !entry.state.delete && !this.isRemoved(entry),
    );
  }

  /** The current entry of a provider under the URN that it had before or has now. */
  providerEntry(urn: string): Entry | undefined {
    return this.currentEntry(urn) ?? this.currentEntry(this.#renamed.get(urn) ?? urn);
  }

  /** The states that this run has added and not removed. */
  get added(): readonly ResourceState[] {
    return this.#added.filter((entry) => !this.#removed.has(entry)).map(({ state }) => state);
  }

  /** The state of a URN that this run has added. */
  addedState(urn: string): ResourceState | undefined {
    return this.#added.findLast((entry) => entry.state.urn === urn && !this.#removed.has(entry))?.state;
  }

  /** Sets the outputs of an entry that this run added. Returns false if there is none. */
  setOutputs(urn: string, outputs: PropertyMap): boolean {
    const entry = this.#added.find((added) => added.state.urn === urn);
    if (entry) entry.state = { ...entry.state, outputs };
    return entry !== undefined;
  }

  /** Writes the new URN in place of the old one, as soon as the state has an entry with the new one. */
  renameUrn(from: string, to: string): void {
    this.#renamed.set(from, to);
  }

  /** The URNs that the state would have in place of others if it were written now. */
  renamedUrns(entries = this.#entries()): ReadonlyMap<string, string> {
    const states = entries.map(({ state }) => state);
    return renamedUrns(states, this.#renamed);
  }

  snapshot(): Snapshot {
    const entries = this.#entries();
    const written = this.renamedUrns(entries);
    const resources = entries.map(({ state }) => withRenamedUrns(state, written));
    // The provider records an object that an earlier run created under the URN at that time.
    const earlier = this.#pendingCreates.map(({ type, resource }) => ({
      type,
      resource: withRenamedReferences(resource, written),
    }));
    const own = [...this.#pending].map(({ type, resource }) => ({
      type,
      resource: withRenamedUrns(resource, written),
    }));
    return {
      resources: this.#hasCarriedOver ? sortByReferences(resources) : resources,
      pendingOperations: [...earlier, ...own],
    };
  }

  #entries(): readonly Entry[] {
    return [...this.#added, ...this.base].filter((entry) => !this.#removed.has(entry));
  }

  /** Resolves when everything up to this call is on disk. Calls during a write share the next one. */
  commit(): Promise<void> {
    this.#queued ??= this.#writeNext();
    return this.#queued;
  }

  async #writeNext(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#queued = undefined;
    this.#writing = this.#writeValid(this.snapshot());
    await this.#writing;
  }

  /**
   * Never writes a state that neither engine could read. A violation is a bug in this engine. If omitting the offending reference is
   * enough, the state is written without it, so that no created object is lost. The run fails.
   */
  async #writeValid(snapshot: Snapshot): Promise<void> {
    const broken = findViolation(snapshot.resources);
    if (broken === undefined) return this.#save(snapshot);
    const resources = removeDanglingReferences(sortByReferences(snapshot.resources));
    const isRepaired = findViolation(resources) === undefined;
    if (isRepaired) await this.#save({ ...snapshot, resources });
    throw new StateError(
      "checkpoint",
      `The embedded engine produced a state that is not valid: ${broken}. ${isRepaired ? "It was saved without that reference" : "It was not saved, and the stack's file is unchanged"}. This is a bug; please report it.`,
    );
  }

  async #save(snapshot: Snapshot): Promise<void> {
    await this.#write(snapshot);
    this.#saved = snapshot;
  }

  /** Objects that this run created but that are not in the state on disk, because a write failed. */
  get unrecorded(): readonly ResourceState[] {
    const key = ({ urn, id }: ResourceState) => `${urn}::${id}`;
    const saved = new Set(this.#saved.resources.map(key));
    const isObject = ({ custom, external, id, type }: ResourceState) =>
      custom && !external && id !== "" && !type.startsWith(providerTypePrefix);
    const created = this.#added.filter((entry) => !this.#removed.has(entry) && !this.#positions.has(entry));
    return created.map(({ state }) => state).filter((state) => isObject(state) && !saved.has(key(state)));
  }
}
