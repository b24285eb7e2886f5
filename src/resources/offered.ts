import type { CallOptions } from "../client";
import { isNotFound, perServices } from "../lifecycle";
import { scheduleIn } from "./instance-body";

/** A check waits for an answer so long, and then goes without one. */
const patience = 5000;

/**
 * What the service offers, read once for all resources of a run, so that a preview refuses what a create would be refused for.
 * Undefined where the service gives no answer: no check blocks on one.
 */
export const offeredBy = perServices(({ client, clock }) => {
  const ask = <T>(question: (options: CallOptions) => Promise<T>) =>
    once(async () => {
      const at = clock.now() + patience;
      try {
        return await question({ deadline: { at, extend: () => undefined } });
      } catch {
        return undefined;
      }
    });
  const views = new Map<string, () => Promise<"seen" | "missing" | undefined>>();
  return {
    /** All regions. */
    regions: ask((options) => gather(client.regions.list.all(options))),
    /** All images that the token may see. */
    images: ask((options) => gather(client.images.list.all(options))),
    /** Whether there is an image that the list does not hold: it may have been made since. */
    unlistedImage: (imageId: string) => {
      const view = views.get(imageId) ?? ask((options) => isThere(client.images.view({ imageId }, options)));
      views.set(imageId, view);
      return view();
    },
    /** The days and windows that the backup services of this account have. */
    schedules: ask(async (options) => (await gather(client.instances.list.all(options))).map(scheduleIn)),
  };
});

async function isThere(view: Promise<unknown>): Promise<"seen" | "missing"> {
  try {
    await view;
    return "seen";
  } catch (error) {
    if (isNotFound(error)) return "missing";
    throw error;
  }
}

async function gather<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const gathered: T[] = [];
  for await (const item of items) gathered.push(item);
  return gathered;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= work();
    return answer;
  };
}
