import type { Clock } from "../clock";
import { isRecord } from "../unknown";
import type { Deadline, Page } from "./calls";
import { NodecloudError } from "./error";

/** The default maximum number of items in a list. */
export const defaultMaxListItems = 100_000;
/** The default time that all calls for one list may take together, in milliseconds. */
export const defaultListTimeout = 600_000;
/** The maximum average size of an item, in bytes of JSON. */
const maxItemBytes = 4096;
/** A list of fewer bytes than this is never too large, whatever its number of items. */
const minListBytes = 64 * 1024 * 1024;

export interface ListBoundsOptions {
  readonly clock: Clock;
  readonly maxItems: number;
  /** Milliseconds for all calls together, without the time between calls and without waits for the rate limit. */
  readonly timeout: number;
  /** The names in error messages: `instances.list`, and its method and path. */
  readonly operation: string;
  readonly call: string;
}

/** Stops reading a list that is endless or too large for the memory, whatever the service returns. */
export class ListBounds {
  readonly #limits: ListBoundsOptions;
  readonly #ids = new Set<unknown>();
  #items = 0;
  #bytes = 0;
  #timeLeft: number;
  #previousText = "";

  constructor(limits: ListBoundsOptions) {
    this.#limits = limits;
    this.#timeLeft = limits.timeout;
  }

  /** Runs one call for the list, with the caller's deadline or the list's own, whichever is earlier. */
  async withDeadline<T>(caller: Deadline | undefined, work: (deadline: Deadline) => Promise<T>): Promise<T> {
    const { clock } = this.#limits;
    let end = clock.now() + this.#timeLeft;
    const deadline: Deadline = {
      get at() {
        return Math.min(end, caller?.at ?? end);
      },
      extend: (ms) => {
        end += ms;
        caller?.extend(ms);
      },
    };
    try {
      return await work(deadline);
    } finally {
      this.#timeLeft = end - clock.now();
    }
  }

  /**
   * Counts a page and returns its items that were on no earlier page. Items without an id are all new, unless the previous page was
   * identical.
   * @throws NodecloudError `incomplete` if the list is too large.
   */
  addPage<T>(page: Page<T>, bytes: number): readonly T[] {
    this.#bytes += bytes;
    const text = page.data.some((item) => idOf(item) === undefined) ? JSON.stringify(page.data) : "";
    const isRepeated = text !== "" && text === this.#previousText;
    this.#previousText = text;
    const newItems = page.data.filter((item) => {
      const id = idOf(item);
      if (id === undefined) return !isRepeated;
      if (this.#ids.has(id)) return false;
      this.#ids.add(id);
      return true;
    });
    this.#items += newItems.length;
    const { maxItems } = this.#limits;
    if (this.#items > maxItems)
      throw this.incomplete(
        `the list has more than ${maxItems} ${maxItems === 1 ? "item" : "items"}`,
        raiseTheLimit,
      );
    if (this.#bytes > Math.max(maxItems * maxItemBytes, minListBytes))
      throw this.incomplete(`it is too large: ${this.#bytes} bytes so far`, raiseTheLimit);
    return newItems;
  }

  incomplete(why: string, advice: string): NodecloudError {
    const { operation, call } = this.#limits;
    const read = `Reading stopped after ${this.#items} item${this.#items === 1 ? "" : "s"}`;
    return new NodecloudError({
      code: "incomplete",
      message: `${operation} (${call}): ${why}. ${read}; nothing was changed. ${advice}`,
      operation,
      call,
    });
  }
}

const raiseTheLimit =
  "Raise the limit with `maxListItems` or the environment variable NODECLOUD_MAX_LIST_ITEMS if the list is meant to be that long.";

function idOf(item: unknown): unknown {
  return isRecord(item) ? (item.id ?? undefined) : undefined;
}
