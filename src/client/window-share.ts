/** The minimum share of the remaining window that a process may use, however little it used before. */
const minShare = 0.25;

/** How much the share grows with each window without rejections: if no other process is seen in it, and if one is. */
const growth = { alone: 0.25, shared: 0.05 } as const;

/** While more calls than this are left, several processes cannot exceed the limit unnoticed, because they have fewer calls in flight. */
const scarceBelow = 64;

/**
 * How much of an operation's limit this process may use while other processes with the same token use it too. Other processes are detected
 * by calls that are missing from the remaining count and that this process did not send.
 */
export class WindowShare {
  #share = 1;
  /** Calls of this process that count in the window. */
  #own = 0;
  /** How many calls other processes have made, at least. */
  #others = 0;
  /** The calls of other processes that were made before this process saw the window. */
  #before: number | undefined;
  #hasRejected = false;

  /** Whether others used the limit in this window or the last one. */
  get isShared(): boolean {
    return this.#share < 1;
  }

  /** How many calls this process may have in flight while the window allows `left` more than it has counted. */
  maxInFlight(limit: number | undefined, left: number, inFlight: number): number {
    const part = Math.floor(left * this.#share);
    if (!this.isShared || limit === undefined || left > scarceBelow) return part;
    // The last response does not reflect the calls that others have in flight, so the share of the whole limit is also a bound.
    return Math.min(part, Math.max(Math.floor(limit * this.#share), 1) - this.#own + inFlight);
  }

  /** Counts a call that is sent. */
  begin(): void {
    this.#own++;
  }

  /** A call of this window was rejected, so it does not count in it. */
  reject(): void {
    this.#own--;
    this.#hasRejected = true;
  }

  /** Learns from a response to a call of this window. */
  learn(limit: number, left: number): void {
    this.#others = Math.max(this.#others, limit - this.#own - left);
    this.#before ??= this.#others;
    if (!this.isShared) this.#share = this.#measured;
  }

  /**
   * Begins a new window, in which the calls in flight may count. Only a window that rejected a call shows all calls of the others:
   * otherwise their last ones came after the last response.
   */
  renew(inFlight: number): void {
    const grown = this.#share + (this.#othersSinceSeen === 0 ? growth.alone : growth.shared);
    this.#share = this.#hasRejected ? Math.min(this.#share, this.#measured) : Math.min(grown, 1);
    this.#own = inFlight;
    this.#others = 0;
    this.#hasRejected = false;
    if (this.#before !== undefined) this.#before = 0;
  }

  /** The calls of others since this process first saw the window. */
  get #othersSinceSeen(): number {
    return this.#others - (this.#before ?? this.#others);
  }

  get #measured(): number {
    const own = Math.max(this.#own, 1);
    return Math.max(own / (own + this.#othersSinceSeen), minShare);
  }
}
