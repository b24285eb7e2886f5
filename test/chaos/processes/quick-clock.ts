import { type Clock, realClock } from "../../../src/clock";

/** How many seconds pass in a real one. */
const speed = 30;
/** In milliseconds: it begins this long ago, so that no file seems to be old. */
const head = 86_400_000;

/** The time of a history: that of its service, its plugins and its engines. */
export class QuickClock implements Clock {
  readonly #startedAt = realClock.now();
  #time = this.#startedAt - head;

  now(): number {
    return this.#time + (realClock.now() - this.#startedAt) * speed;
  }

  random(): number {
    return realClock.random();
  }

  token(length: number): string {
    return realClock.token(length);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return realClock.sleep(ms / speed, signal);
  }

  /** Only between runs: a running process would not notice. */
  advance(ms: number): void {
    this.#time += ms;
  }

  /** The variable by which a process takes the same time. */
  get environment() {
    return { CHAOS_TIME: JSON.stringify({ startedAt: this.#startedAt, time: this.#time, speed }) };
  }
}
