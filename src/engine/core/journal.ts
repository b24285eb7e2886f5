import {
  type PendingOperation,
  type PropertyMap,
  providerUrn,
  type ResourceState,
  referencesOf,
  type Snapshot,
} from "../../state";

/** One entry of the state. Its identity lasts; what it says changes. */
export class Entry {
  constructor(public state: ResourceState) {}
}

/**
 * The state of a run in the making: entries of before that nothing has replaced yet, entries that this run made, and
 * operations under way. `commit` puts it all on disk; those who call while a write is under way share the next one.
 */
export class Journal {
  readonly base: readonly Entry[];
  readonly #fresh: Entry[] = [];
  readonly #done = new Set<Entry>();
  readonly #pending = new Set<PendingOperation>();
  #survivors: readonly PendingOperation[];
  readonly #takenUp: ReadonlySet<PendingOperation>;
  readonly #renamed = new Map<string, string>();
  #hasCarried = false;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(
    before: Snapshot,
    private readonly save: (snapshot: Snapshot) => Promise<void>,
    options: {
      readonly forgetPendingCreates?: boolean;
      readonly isTakenUp?: (resource: ResourceState) => boolean;
    } = {},
  ) {
    this.base = before.resources.map((state) => new Entry(state));
    this.#survivors = options.forgetPendingCreates
      ? []
      : before.pendingOperations.filter((pending) => pending.type === "creating");
    this.#takenUp = new Set(this.#survivors.filter(({ resource }) => options.isTakenUp?.(resource)));
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
    return this.#takenUp.has(operation);
  }

  /** The resource has been created: what an earlier run left of it has been found, or was never there. */
  settleTakenUp(urn: string): void {
    this.#survivors = this.#survivors.filter(
      (pending) => pending.resource.urn !== urn || !this.#takenUp.has(pending),
    );
  }

  /** A new entry stands after every entry it may refer to, because those were added before. */
  add(state: ResourceState): Entry {
    const entry = new Entry(state);
    this.#fresh.push(entry);
    return entry;
  }

  /** Adds an entry word for word, ahead of what it may be replaced by: from now on the order is looked after. */
  carry(state: ResourceState): Entry {
    this.#hasCarried = true;
    return this.add(state);
  }

  /** The entry is gone, or another one has taken its place. */
  drop(entry: Entry): void {
    this.#done.add(entry);
  }

  /** What may be deleted: of before, what nothing has taken the place of, and what was carried over and replaced after. */
  get deletable(): readonly Entry[] {
    return [...this.base, ...this.#fresh.filter(({ state }) => state.delete)].filter(
      (entry) => !this.isDropped(entry),
    );
  }

  isDropped(entry: Entry): boolean {
    return this.#done.has(entry);
  }

  /** Sets the outputs of an entry that this run added; false when there is none. */
  setOutputs(urn: string, outputs: PropertyMap): boolean {
    const entry = this.#fresh.find((fresh) => fresh.state.urn === urn);
    if (entry) entry.state = { ...entry.state, outputs };
    return entry !== undefined;
  }

  /** From now on every reference to the old URN is written with the new one. */
  rename(from: string, to: string): void {
    this.#renamed.set(from, to);
  }

  snapshot(): Snapshot {
    const entries = [...this.#fresh, ...this.base].filter((entry) => !this.#done.has(entry));
    const resources = entries.map((entry) => this.#renameIn(entry.state));
    return {
      resources: this.#hasCarried ? inOrder(resources) : resources,
      pendingOperations: [...this.#survivors, ...this.#pending].map((pending) => ({
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
    this.#writing = this.save(this.snapshot());
    await this.#writing;
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

/** Each after all that it refers to, and otherwise as it stood. */
function inOrder(resources: readonly ResourceState[]): readonly ResourceState[] {
  const bearers = new Map<string, ResourceState[]>();
  for (const state of resources) bearers.set(state.urn, [...(bearers.get(state.urn) ?? []), state]);
  const ordered = new Set<ResourceState>();
  const under = new Set<ResourceState>();
  const place = (state: ResourceState) => {
    if (under.has(state)) return;
    under.add(state);
    for (const urn of referencesOf(state)) bearers.get(urn)?.forEach(place);
    ordered.add(state);
  };
  resources.forEach(place);
  return [...ordered];
}
