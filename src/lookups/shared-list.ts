import type { Client } from "../client";

/**
 * Reads a list once for all lookups of a client that need it at the same time. Each gets a list that is requested after its call, so the
 * list contains every earlier change.
 */
export function sharedList<T>(
  items: (client: Client) => AsyncIterable<T>,
): (client: Client) => Promise<readonly T[]> {
  const lists = new WeakMap<Client, QueuedList<T>>();
  return (client) => {
    const list = lists.get(client) ?? new QueuedList(() => items(client));
    lists.set(client, list);
    return list.next();
  };
}

class QueuedList<T> {
  readonly #items: () => AsyncIterable<T>;
  #running: Promise<unknown> = Promise.resolve();
  #queued: Promise<readonly T[]> | undefined;

  constructor(items: () => AsyncIterable<T>) {
    this.#items = items;
  }

  /** The list that is requested when the running one has ended. */
  next(): Promise<readonly T[]> {
    this.#queued ??= this.#readAfter(this.#running);
    return this.#queued;
  }

  async #readAfter(before: Promise<unknown>): Promise<readonly T[]> {
    await before.catch(() => undefined);
    this.#queued = undefined;
    const running = gather(this.#items());
    this.#running = running;
    return running;
  }
}

async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const item of items) gathered.push(item);
  return gathered;
}
