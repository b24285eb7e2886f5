import {
  brokenRule,
  type PendingOperation,
  type PropertyMap,
  providerTypePrefix,
  providerUrn,
  type ResourceState,
  type Snapshot,
  StateError,
  sortByReferences,
  withoutDanglingReferences,
} from "../../state";

/** One entry of the state. Its identity lasts; what it says changes. */
export class Entry {
  constructor(public state: ResourceState) {}
}

/**
 * The state of a run in the making: entries of before that nothing has replaced yet, entries that this run made, and
 * operations under way. `commit` puts it all on disk; those who call while a write is under way share the next one.
 */
export class StackState {
  readonly base: readonly Entry[];
  readonly #writeSnapshot: (snapshot: Snapshot) => Promise<void>;
  readonly #positions: Map<Entry, number>;
  readonly #leftOver: ReadonlySet<Entry>;
  readonly #added: Entry[] = [];
  readonly #removed = new Set<Entry>();
  readonly #pending = new Set<PendingOperation>();
  #pendingCreates: readonly PendingOperation[];
  readonly #createsWithIntent: ReadonlySet<PendingOperation>;
  readonly #renamed = new Map<string, string>();
  #hasCarriedOver = false;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;
  #saved: Snapshot;

  constructor(
    before: Snapshot,
    write: (snapshot: Snapshot) => Promise<void>,
    options: {
      readonly forgetPendingCreates?: boolean;
      readonly hasIntent?: (resource: ResourceState) => boolean;
    } = {},
  ) {
    this.#writeSnapshot = write;
    this.#saved = before;
    this.base = before.resources.map((state) => new Entry(state));
    this.#leftOver = new Set(
      this.base.filter(({ state }) => state.delete && !state.external && !state.pendingReplacement),
    );
    this.#positions = new Map(this.base.map((entry, at) => [entry, at]));
    this.#pendingCreates = options.forgetPendingCreates
      ? []
      : before.pendingOperations.filter((pending) => pending.type === "creating");
    this.#createsWithIntent = new Set(
      this.#pendingCreates.filter(({ resource }) => options.hasIntent?.(resource)),
    );
  }

  begin(operation: PendingOperation): PendingOperation {
    this.#pending.add(operation);
    return operation;
  }

  end(operation: PendingOperation): void {
    this.#pending.delete(operation);
  }

  /** Whether it is a create of an earlier run that the provider looks for before it creates. */
  isTakenUp(operation: PendingOperation): boolean {
    return this.#createsWithIntent.has(operation);
  }

  /** The resource has been created: what an earlier run left of it has been found, or was never there. */
  settlePendingCreate(urn: string): void {
    this.#pendingCreates = this.#pendingCreates.filter(
      (pending) => pending.resource.urn !== urn || !this.#createsWithIntent.has(pending),
    );
  }

  /** A new entry stands after every entry it may refer to, because those were added before. */
  add(state: ResourceState): Entry {
    const entry = new Entry(state);
    this.#added.push(entry);
    return entry;
  }

  /** Adds an old entry word for word, ahead of what may replace it: from now on snapshots are sorted by dependencies. */
  carryOver(old: Entry): Entry {
    this.#hasCarriedOver = true;
    this.remove(old);
    const carried = this.add(old.state);
    this.#positions.set(carried, this.positionOf(old));
    return carried;
  }

  /** Whether an earlier run had replaced it and could not delete it. */
  isLeftOver(entry: Entry): boolean {
    return this.#leftOver.has(entry);
  }

  /** Where an old entry stood in the state of before, where every entry stands after those it refers to. */
  positionOf(old: Entry): number {
    return this.#positions.get(old) ?? this.base.length;
  }

  /** The entry is gone, or another one has taken its place. */
  remove(entry: Entry): void {
    this.#removed.add(entry);
  }

  /** What may be deleted: of before, what nothing has taken the place of, and what was carried over and replaced after. */
  get deletable(): readonly Entry[] {
    return [...this.base, ...this.#added.filter(({ state }) => state.delete)].filter(
      (entry) => !this.isRemoved(entry),
    );
  }

  /** The entry that now stands for a URN; what was replaced and waits for its deletion does not. */
  currentEntry(urn: string): Entry | undefined {
    return [...this.#added, ...this.base].find(
      (entry) => entry.state.urn === urn && !entry.state.delete && !this.isRemoved(entry),
    );
  }

  isRemoved(entry: Entry): boolean {
    return this.#removed.has(entry);
  }

  /** What this run has added so far and has not dropped since. */
  get added(): readonly ResourceState[] {
    return this.#added.filter((entry) => !this.#removed.has(entry)).map(({ state }) => state);
  }

  /** The state of a URN as this run has made it. */
  addedState(urn: string): ResourceState | undefined {
    return this.#added.findLast((entry) => entry.state.urn === urn && !this.#removed.has(entry))?.state;
  }

  /** Sets the outputs of an entry that this run added; false when there is none. */
  setOutputs(urn: string, outputs: PropertyMap): boolean {
    const entry = this.#added.find((fresh) => fresh.state.urn === urn);
    if (entry) entry.state = { ...entry.state, outputs };
    return entry !== undefined;
  }

  /** From now on every reference to the old URN is written with the new one. */
  renameUrn(from: string, to: string): void {
    this.#renamed.set(from, to);
  }

  snapshot(): Snapshot {
    const entries = [...this.#added, ...this.base].filter((entry) => !this.#removed.has(entry));
    const resources = entries.map((entry) => this.#renameIn(entry.state));
    return {
      resources: this.#hasCarriedOver ? sortByReferences(resources) : resources,
      pendingOperations: [...this.#pendingCreates, ...this.#pending].map((pending) => ({
        type: pending.type,
        resource: this.#renameIn(pending.resource),
      })),
    };
  }

  /** Resolves when a write that holds all that was true at this call is on disk. */
  commit(): Promise<void> {
    this.#queued ??= this.#writeNext();
    return this.#queued;
  }

  async #writeNext(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#queued = undefined;
    this.#writing = this.#write(this.snapshot());
    await this.#writing;
  }

  /**
   * No state is written that neither engine could read again. One that breaks a rule is a defect of this engine: what
   * can be mended is written without the references that break it, so that nothing created is lost, and the run fails.
   */
  async #write(snapshot: Snapshot): Promise<void> {
    const broken = brokenRule(snapshot.resources);
    if (broken === undefined) return this.#save(snapshot);
    const resources = withoutDanglingReferences(sortByReferences(snapshot.resources));
    const isMended = brokenRule(resources) === undefined;
    if (isMended) await this.#save({ ...snapshot, resources });
    throw new StateError(
      "checkpoint",
      `The state that this run leads to is not valid: ${broken}. This is a defect of the embedded engine; please report it. ${isMended ? "The state was saved without that reference" : "It was not saved: the stack's file is as it was before"}.`,
    );
  }

  async #save(snapshot: Snapshot): Promise<void> {
    await this.#writeSnapshot(snapshot);
    this.#saved = snapshot;
  }

  /** What this run made that the state on disk does not name: there is some only after a write that failed. */
  get unrecorded(): readonly ResourceState[] {
    const key = ({ urn, id }: ResourceState) => `${urn}::${id}`;
    const saved = new Set(this.#saved.resources.map(key));
    const isReal = ({ custom, external, id, type }: ResourceState) =>
      custom && !external && id !== "" && !type.startsWith(providerTypePrefix);
    return this.added.filter((state) => isReal(state) && !saved.has(key(state)));
  }

  #renameIn(state: ResourceState): ResourceState {
    if (this.#renamed.size === 0) return state;
    const rename = (urn: string) => this.#renamed.get(urn) ?? urn;
    const provider = providerUrn(state.provider);
    return {
      ...state,
      parent: rename(state.parent),
      dependencies: state.dependencies.map(rename),
      propertyDependencies: Object.fromEntries(
        Object.entries(state.propertyDependencies).map(([name, urns]) => [name, urns.map(rename)]),
      ),
      deletedWith: rename(state.deletedWith),
      provider: `${rename(provider)}${state.provider.slice(provider.length)}`,
    };
  }
}
