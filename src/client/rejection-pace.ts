/**
 * The pace of an operation whose service rejects calls with 429 and does not describe its windows. After a rejection, one call at a time is
 * sent. Each accepted call doubles that number, until as many calls were sent as the service accepted before the rejection. The next call is
 * sent alone.
 */
export class RejectionPace {
  /** How many calls the service accepted before it last rejected one; infinite until it has both accepted and rejected one. */
  #expected = Number.POSITIVE_INFINITY;
  /** The calls since that rejection. */
  #begun = 0;
  #accepted = 0;
  #width = Number.POSITIVE_INFINITY;
  /** The number of the last call that was sent before that rejection. */
  #lastBefore = 0;
  #rejections = 0;

  /** How many calls may be in flight. */
  get maxInFlight(): number {
    return this.#begun < this.#expected ? this.#width : 1;
  }

  /** How often the service has rejected calls since it last accepted one. Calls that were in flight together count once. */
  get rejections(): number {
    return this.#rejections;
  }

  begin(): void {
    this.#begun++;
  }

  accept(call: number): void {
    this.#rejections = 0;
    if (call <= this.#lastBefore) {
      this.#expected++;
      return;
    }
    this.#accepted++;
    if (this.#accepted <= this.#expected) {
      this.#width *= 2;
      return;
    }
    this.#expected *= 2;
    this.#width = 2;
  }

  /** @param latest The number of the call that was sent last. */
  reject(call: number, latest: number): void {
    if (call <= this.#lastBefore) return;
    this.#rejections++;
    if (this.#accepted > 0) this.#expected = this.#accepted;
    this.#begun = 0;
    this.#accepted = 0;
    this.#width = 1;
    this.#lastBefore = latest;
  }
}
