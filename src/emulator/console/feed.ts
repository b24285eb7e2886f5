import type { ClockView } from "../emulator-clock";
import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import type { Key } from "../world/table-definition";
import type { Batch, Call, Row, RowName } from "./messages";
import type { Observer } from "./observations";
import { callOf } from "./requested-call";

const maxRows = 500;
const maxStatuses = 5000;
const maxMarks = 500;
const maxCalls = 500;
/** If more calls than this are waiting for a slow reader, the oldest ones are not sent. */
const maxPendingCalls = 2000;
/** Larger than the maximum number of objects of one kind in a world. */
const maxPendingKeys = 150_000;
/** In milliseconds: a larger unexpected clock difference means that someone changed the clock. */
const clockTolerance = 50;

/**
 * The changes that have not been sent to one open console yet. Objects are remembered by their keys and read when a batch is made, so
 * that a slow reader gets fewer batches, and never needs more memory.
 */
export class Feed implements Observer {
  readonly #runtime: Runtime;
  readonly #origin: string;
  readonly #stop: () => void;
  readonly #pendingRows = new Map<string, Set<Key>>();
  readonly #pendingCalls = new Set<number>();
  #skippedCalls = 0;
  #statusesRead = 0;
  #marksRead = 0;
  #isReplaced = false;
  #isForgotten = false;
  #isFirst = true;
  #isComplete = false;
  #hasRest = false;
  #sentFaults = "";
  #sentSettings: object | undefined;
  #sentSnapshots: number | undefined;
  #sentClock:
    | { readonly now: number; readonly at: number; readonly speed: number; readonly frozen: boolean }
    | undefined;
  #problem: string | undefined;

  /** `origin` is the address of the emulator for URLs in objects. */
  constructor(runtime: Runtime, origin: string) {
    this.#runtime = runtime;
    this.#origin = origin;
    this.#stop = runtime.observations.observe(this);
    this.#addAllRows();
    for (const { number } of runtime.requestLog.all().slice(-maxPendingCalls)) this.#pendingCalls.add(number);
  }

  close(): void {
    this.#stop();
  }

  /** Whether the latest batch was full. */
  get hasRest(): boolean {
    return this.#hasRest;
  }

  changed(table: string, key: Key): void {
    const keys = this.#pendingRows.get(table);
    if (!keys) return void this.#pendingRows.set(table, new Set([key]));
    keys.add(key);
    // Removed objects are pending too. A reader that never reads is sent everything from scratch instead of all of them.
    if (keys.size > maxPendingKeys) this.replaced();
  }

  replaced(): void {
    this.#isReplaced = true;
    this.#isComplete = false;
    this.#statusesRead = 0;
    this.#pendingRows.clear();
    this.#addAllRows();
  }

  called(number: number): void {
    this.#pendingCalls.add(number);
    if (this.#pendingCalls.size <= maxPendingCalls) return;
    for (const oldest of this.#pendingCalls) {
      this.#pendingCalls.delete(oldest);
      this.#skippedCalls += 1;
      return;
    }
  }

  forgotten(): void {
    this.#pendingCalls.clear();
    this.#isForgotten = true;
  }

  /** Carries out the transitions that are due. They are carried out only on demand, and an open console has to show them. */
  makeTransitions(): void {
    const { clock, world } = this.#runtime;
    const next = world.timeline.next();
    if (next === undefined || next > clock.now()) return;
    try {
      this.#runtime.act(() => undefined);
      this.#problem = undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#problem = error.message;
    }
  }

  /** The batch with the reason why the stream ends. */
  last(problem: string): Batch {
    return { clock: this.#clockOf(this.#runtime.clock.view()), problem };
  }

  /** Everything that has changed, up to a bound. Undefined if nothing has changed and the time need not be sent. */
  next(isTimeNeeded: boolean): Batch | undefined {
    const changes = this.#changes();
    const clock = this.#runtime.clock.view();
    if (Object.keys(changes).length === 0 && !isTimeNeeded && !this.#isClockChanged()) return undefined;
    this.#sentClock = {
      now: clock.now,
      at: this.#runtime.callerClock.now(),
      speed: clock.speed,
      frozen: clock.frozen,
    };
    return { clock: this.#clockOf(clock), ...changes };
  }

  #clockOf({ now, speed, frozen }: ClockView): Batch["clock"] {
    return { now, speed, frozen, next: this.#runtime.world.timeline.next() ?? null };
  }

  #changes(): Omit<Batch, "clock"> {
    const { runtime, isFirst, isReplaced, isForgotten } = this.#takeFlags();
    const { rows, removed } = this.#takeRows();
    const { observations } = runtime;
    const statuses = observations.statuses.after(this.#statusesRead, maxStatuses);
    this.#statusesRead = statuses.end;
    const marks = observations.marks.after(this.#marksRead, maxMarks);
    this.#marksRead = marks.end;
    const skipped = this.#skippedCalls;
    this.#skippedCalls = 0;
    const calls = this.#takeCalls();
    this.#hasRest = this.#pendingRows.size > 0 || this.#pendingCalls.size > 0;
    const isComplete = !this.#isComplete && this.#pendingRows.size === 0;
    if (isComplete) this.#isComplete = true;
    return {
      ...(isFirst && { brand: runtime.brand.word }),
      ...(isReplaced && { replaced: true }),
      ...(isForgotten && { forgotten: true }),
      ...(rows.length > 0 && { rows }),
      ...(removed.length > 0 && { removed }),
      ...(statuses.items.length > 0 && { statuses: statuses.items }),
      ...(marks.items.length > 0 && { marks: marks.items }),
      ...(calls.length > 0 && { calls }),
      ...(skipped > 0 && { skippedCalls: skipped }),
      ...this.#changedStates(),
      ...(isComplete && { complete: true }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  #takeFlags() {
    const flags = {
      runtime: this.#runtime,
      isFirst: this.#isFirst,
      isReplaced: this.#isReplaced,
      isForgotten: this.#isForgotten,
    };
    this.#isFirst = false;
    this.#isReplaced = false;
    this.#isForgotten = false;
    return flags;
  }

  /** The parts that are small enough to be sent whole whenever they change. */
  #changedStates(): Pick<Batch, "faults" | "settings" | "snapshots"> {
    const { faults, settings, snapshots } = this.#runtime;
    const list = faults.list();
    const text = JSON.stringify(list);
    const areFaultsChanged = text !== this.#sentFaults;
    const areSettingsChanged = settings !== this.#sentSettings;
    const areSnapshotsChanged = snapshots.revision !== this.#sentSnapshots;
    this.#sentFaults = text;
    this.#sentSettings = settings;
    this.#sentSnapshots = snapshots.revision;
    return {
      ...(areFaultsChanged && { faults: list }),
      ...(areSettingsChanged && { settings }),
      ...(areSnapshotsChanged && { snapshots: snapshots.list() }),
    };
  }

  #isClockChanged(): boolean {
    const { clock, callerClock } = this.#runtime;
    const before = this.#sentClock;
    if (!before) return true;
    const { now, speed, frozen } = clock.view();
    if (speed !== before.speed || frozen !== before.frozen) return true;
    const elapsed = frozen ? 0 : (callerClock.now() - before.at) * speed;
    return Math.abs(now - before.now - elapsed) > clockTolerance * speed;
  }

  #takeRows(): { readonly rows: readonly Row[]; readonly removed: readonly RowName[] } {
    const services = this.#runtime.everyAccount();
    const rows: Row[] = [];
    const removed: RowName[] = [];
    for (const [changeTableName, keys] of this.#pendingRows) {
      const observed = this.#runtime.observations.tables.get(changeTableName);
      for (const key of keys) {
        if (rows.length >= maxRows) return { rows, removed };
        keys.delete(key);
        if (!observed) continue;
        const creation = this.#runtime.observations.creationOf(changeTableName, key);
        for (const service of services) {
          const account = service.world.accountNumber;
          if (observed.account !== undefined && observed.account !== account) continue;
          const name = { table: observed.table.name, account, key };
          const shown = observed.table.show(service, key, this.#origin);
          if (shown) rows.push({ ...name, ...shown, ...(creation && { creation }) });
          else removed.push(name);
        }
      }
      this.#pendingRows.delete(changeTableName);
    }
    return { rows, removed };
  }

  #takeCalls(): readonly Call[] {
    const calls: Call[] = [];
    for (const number of this.#pendingCalls) {
      if (calls.length >= maxCalls) break;
      this.#pendingCalls.delete(number);
      const call = callOf(this.#runtime, number);
      if (call) calls.push(call);
    }
    return calls;
  }

  #addAllRows(): void {
    const accounts = this.#runtime.world.accounts;
    for (const [changeTableName, { table, account }] of this.#runtime.observations.tables) {
      const world = accounts[(account ?? 1) - 1];
      if (world) this.#pendingRows.set(changeTableName, new Set(table.keys(world)));
    }
  }
}
