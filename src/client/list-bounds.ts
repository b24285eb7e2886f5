import type { Clock } from "../clock";
import type { Deadline, Page } from "./calls";
import { NodecloudError } from "./error";

/** The maximum number of items in a list, unless the client sets another. */
export const defaultMaxListItems = 100_000;
/** How long the calls of one list may take together, in milliseconds, unless the client sets another limit. */
export const defaultListTimeout = 600_000;
/** What an item may have on average, in bytes of JSON; lists of few items may have longer ones. */
const maxItemBytes = 4096;
const minListBytes = 64 * 1024 * 1024;

export interface ListBoundsOptions {
  readonly clock: Clock;
  readonly maxItems: number;
  /** Milliseconds for all calls together; time that the reader takes between pages, or that calls are queued for, is free. */
  readonly timeout: number;
  /** What is read, for errors: `instances.list`, and its method and path. */
  readonly operation: string;
  readonly call: string;
}

/** Keeps the reading of a list from going on for ever and from filling the memory, whatever the service answers. */
export class ListBounds {
  readonly #limits: ListBoundsOptions;
  readonly #ids = new Set<unknown>();
  #items = 0;
  #bytes = 0;
  #timeLeft: number;
  #lastText = "";

  constructor(limits: ListBoundsOptions) {
    this.#limits = limits;
    this.#timeLeft = limits.timeout;
  }

  /** Runs a call of the list with the earlier one of the caller's deadline and the list's own. */
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
   * The items of a page that no page before it had. Items without an id can't be told apart: of those a page is new as a whole, or
   * not at all.
   * @throws NodecloudError `incomplete` where the list has become too long.
   */
  addPage<T>(page: Page<T>, bytes: number): readonly T[] {
    this.#bytes += bytes;
    const text = page.data.some((item) => idOf(item) === undefined) ? JSON.stringify(page.data) : "";
    const isRepeated = text !== "" && text === this.#lastText;
    this.#lastText = text;
    const found = page.data.filter((item) => {
      const id = idOf(item);
      if (id === undefined) return !isRepeated;
      if (this.#ids.has(id)) return false;
      this.#ids.add(id);
      return true;
    });
    this.#items += found.length;
    const { maxItems } = this.#limits;
    if (this.#items > maxItems)
      throw this.incomplete(`the list has more than ${maxItems} items`, raiseTheLimit);
    if (this.#bytes > Math.max(maxItems * maxItemBytes, minListBytes))
      throw this.incomplete(`its items are too long: ${this.#bytes} bytes so far`, raiseTheLimit);
    return found;
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
  return typeof item === "object" && item !== null && "id" in item ? (item.id ?? undefined) : undefined;
}
