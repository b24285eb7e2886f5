import type {
  Batch,
  BatchClock,
  Call,
  ConsoleTableName,
  Fault,
  Mark,
  Row,
  RowName,
  Snapshot,
  StatusChange,
} from "../../emulator/console/messages";

/** Whether the page receives the event stream. */
export type Connection = "connecting" | "live" | "lost";

/** The data that a view shows. Each topic counts its changes. */
export type Topic = "world" | "calls" | "clock" | "faults" | "settings" | "snapshots" | "timeline";

const maxCalls = 2000;
const maxEvents = 5000;
const maxStatuses = 30_000;
const maxMarks = 500;

/** The page's copy of the emulator's data: the world, and bounded lists of calls and events. */
export class Store {
  connection: Connection = "connecting";
  /** Why there is no connection, or a problem that the emulator reports. */
  problem = "";
  brand = "node";
  /** Everything that existed when the stream started has arrived. */
  isComplete = false;
  clock: BatchClock | undefined;
  faults: readonly Fault[] = [];
  settings: Readonly<Record<string, string | number | boolean>> = {};
  snapshots: readonly Snapshot[] = [];
  readonly #tables = new Map<ConsoleTableName, Map<string, Row>>();
  readonly #calls = new Map<number, Call>();
  readonly #revisions = new Map<Topic, number>();
  #statuses: StatusChange[] = [];
  #marks: Mark[] = [];
  #skippedCalls = 0;
  /** When the clock was received, by the page's own clock. */
  #receivedAt = 0;
  /** When the stream ended, by the page's own clock: the emulator's time is unknown since. */
  #lostAt: number | undefined;

  /** Applies a batch that was received at `at`, according to the page's own clock. */
  apply(batch: Batch, at: number): void {
    this.connection = "live";
    this.clock = batch.clock;
    this.#receivedAt = at;
    this.#lostAt = undefined;
    this.#touch("clock");
    if (batch.brand !== undefined) this.#restart(batch.brand);
    if (batch.replaced) this.#forgetWorld();
    for (const name of batch.removed ?? []) this.#tables.get(name.table)?.delete(nameOf(name));
    for (const row of batch.rows ?? []) this.#put(row);
    if (batch.rows || batch.removed || batch.replaced) this.#touch("world", "timeline");
    if (batch.statuses) this.#statuses = latest([...this.#statuses, ...batch.statuses], maxStatuses);
    if (batch.marks) this.#marks = latest([...this.#marks, ...batch.marks], maxMarks);
    if (batch.statuses || batch.marks) this.#touch("timeline");
    if (batch.forgotten) this.#forgetCalls();
    for (const call of batch.calls ?? []) this.#calls.set(call.number, call);
    dropOldest(this.#calls, maxCalls);
    this.#skippedCalls += batch.skippedCalls ?? 0;
    if (batch.calls || batch.forgotten) this.#touch("calls", "timeline");
    this.#applyStates(batch);
    if (batch.complete) this.isComplete = true;
    this.problem = batch.problem ?? "";
  }

  /** The emulator's time when the page's own clock shows `at`. */
  now(at: number): number {
    if (!this.clock) return 0;
    const { now, speed, frozen } = this.clock;
    return frozen ? now : now + (Math.min(at, this.#lostAt ?? at) - this.#receivedAt) * speed;
  }

  /** The stream has ended, at `at` by the page's own clock. */
  disconnect(problem: string, at: number): void {
    this.connection = "lost";
    this.problem = problem;
    this.#lostAt ??= at;
  }

  /** Counts the changes of a topic, so that a view knows whether it is up to date. */
  revision(topic: Topic): number {
    return this.#revisions.get(topic) ?? 0;
  }

  /** The objects of an account, newest first. */
  rows(table: ConsoleTableName, account: number): readonly Row[] {
    const rows = [...(this.#tables.get(table)?.values() ?? [])];
    return rows.filter((row) => row.account === account).reverse();
  }

  row(name: RowName): Row | undefined {
    return this.#tables.get(name.table)?.get(nameOf(name));
  }

  /** The numbers of the accounts that have any object. */
  accounts(): readonly number[] {
    const numbers = [...this.#tables.values()].flatMap((rows) =>
      [...rows.values()].map(({ account }) => account),
    );
    return [...new Set([1, ...numbers])].sort((one, other) => one - other);
  }

  /** Oldest first. */
  get calls(): readonly Call[] {
    return [...this.#calls.values()];
  }

  call(number: number): Call | undefined {
    return this.#calls.get(number);
  }

  /** How many calls were not shown because there were too many. */
  get skippedCalls(): number {
    return this.#skippedCalls;
  }

  get statuses(): readonly StatusChange[] {
    return this.#statuses;
  }

  get marks(): readonly Mark[] {
    return this.#marks;
  }

  #applyStates({ faults, settings, snapshots }: Batch): void {
    if (faults) this.faults = faults;
    if (settings) this.settings = settings;
    if (snapshots) this.snapshots = snapshots;
    if (faults) this.#touch("faults");
    if (settings) this.#touch("settings");
    if (snapshots) this.#touch("snapshots");
  }

  /** The first batch of a stream: everything is sent again. */
  #restart(brand: string): void {
    this.brand = brand;
    this.#forgetCalls();
    this.#marks = [];
    this.#forgetWorld();
    this.#touch("world", "calls", "timeline");
  }

  #forgetCalls(): void {
    this.#calls.clear();
    this.#skippedCalls = 0;
  }

  #forgetWorld(): void {
    this.#tables.clear();
    this.#statuses = [];
    this.isComplete = false;
  }

  #put(row: Row): void {
    const rows = this.#tables.get(row.table) ?? new Map<string, Row>();
    this.#tables.set(row.table, rows);
    rows.set(nameOf(row), row);
    if (row.table === "events") dropOldest(rows, maxEvents);
  }

  #touch(...topics: readonly Topic[]): void {
    for (const topic of topics) this.#revisions.set(topic, this.revision(topic) + 1);
  }
}

/** The name of an object within its table. */
export function nameOf({ account, key }: Pick<RowName, "account" | "key">): string {
  return `${account} ${key}`;
}

function latest<T>(items: T[], max: number): T[] {
  return items.length > max ? items.slice(-max) : items;
}

function dropOldest<K>(map: Map<K, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}
