import { fetchTransport } from "../../../src/client";
import type { Clock } from "../../../src/clock";
import { Detection } from "../../../src/drift/detection";
import type { ScanOptions } from "../../../src/drift/drift-options";
import type { RecordedStack, StackUpdate } from "../../../src/drift/recorded-stack";
import { openScan } from "../../../src/drift/scan/drift-scan";
import type { WatchEvent } from "../../../src/drift/types.generated";
import { follow } from "../../../src/drift/watch/follow";
import { wellKnownTokens } from "../../../src/emulator";
import type { TestStack } from "../../../src/testing";
import { recordedStackOf } from "../scan/recorded";

const second = 1000;

/** A test stack that is watched, and the events so far. */
export class WatchedStack {
  readonly stack: TestStack;
  readonly events: WatchEvent[] = [];
  /** What `findUpdate` returns for the state as it was last read. */
  update: StackUpdate | undefined;
  /** Further stacks, from the next full scan on. */
  others: readonly RecordedStack[] = [];
  /** Why the stacks cannot be read. */
  openError: Error | undefined;
  /** The token in the stack's configuration. */
  token: string = wellKnownTokens.full;
  /** By how many milliseconds the system's clock was set back. */
  setBack = 0;
  readonly #interruption = new AbortController();
  readonly #done: Promise<void>;

  constructor(stack: TestStack, options: ScanOptions = {}, interval = 30 * second) {
    this.stack = stack;
    const clock: Clock = {
      now: () => stack.clock.now() - this.setBack,
      sleep: (ms, signal) => stack.clock.sleep(ms, signal),
      random: () => stack.clock.random(),
      token: (length) => stack.clock.token(length),
    };
    const interrupt = this.#interruption.signal;
    const scanOptions = {
      clock,
      transport: fetchTransport((request) => stack.emulator.fetch(request)),
      env: { NODECLOUD_HOME: "/nonexistent" },
      interrupt,
      ...options,
    };
    const open = async () => {
      if (this.openError) throw this.openError;
      if (this.update?.state === "ended") this.update = undefined;
      const settings = { baseUrl: stack.address, token: this.token, brand: "node" };
      const recorded = recordedStackOf(stack, { settings, findUpdate: async () => this.update });
      return new Detection(await openScan([recorded, ...this.others], scanOptions), [], scanOptions);
    };
    const setup = { interval, fullScanInterval: 3600 * second, clock, open };
    this.#done = this.#collect(follow(setup, clock, interrupt));
  }

  /** Ends the first scan, which waits until lists no longer show instances as they were during their creation. */
  async start(): Promise<this> {
    await this.stack.clock.advance(10 * second);
    this.forget();
    return this;
  }

  /** Forgets the events and requests so far. */
  forget(): void {
    this.events.length = 0;
    this.stack.emulator.control.forgetRequests();
  }

  async wait(seconds: number): Promise<void> {
    await this.stack.clock.advance(seconds * second);
  }

  async stop(): Promise<void> {
    this.#interruption.abort(new Error("stopped"));
    await this.#done;
  }

  async #collect(events: AsyncIterable<WatchEvent>): Promise<void> {
    for await (const event of events) this.events.push(event);
  }

  /** The events in a compact form: `found changed Instance label`. */
  get rows(): readonly string[] {
    return this.events.map(rowOf);
  }
}

function rowOf(event: WatchEvent): string {
  switch (event.event) {
    case "scanned":
      return `scanned ${event.reason}`;
    case "found":
    case "changed":
    case "resolved": {
      const { kind, type, field } = event.finding;
      return [event.event, kind, type, ...(field === null ? [] : [field])].join(" ");
    }
    case "problem":
    case "problemEnded":
      return `${event.event} ${event.problem.subject}`;
    case "notice":
      return "notice";
  }
}
