import { type CallOptions, type Image, NodecloudError, type NodecloudErrorCode } from "../client";
import { scheduleIn } from "../client/backup-schedule";
import { cachedPerServices, isNotFound } from "../lifecycle";

/** How long a check waits for a list, in milliseconds. */
const listTimeout = 5000;

/** The failures of a list with which an `up` fails too. */
const fatalCodes: readonly NodecloudErrorCode[] = [
  "configuration",
  "connection",
  "timeout",
  "unavailable",
  "deadline",
];

/**
 * Regions can be listed without a token, and whoever creates instances or schedules can list instances. The list of images has a scope of
 * its own, which a token that creates instances may lack.
 */
const fatalCodesWithToken: readonly NodecloudErrorCode[] = [...fatalCodes, "unauthorized"];

/**
 * The regions, images and instances that the service lists, read once for all resources of a run. A preview uses them to refuse
 * values that the service would reject. Undefined if the service does not respond in time: then nothing is refused, and a warning says so.
 */
export const catalogOf = cachedPerServices(({ client, clock, log }) => {
  let isReported = false;
  const report = (failure: NodecloudError) => {
    if (isReported) return;
    isReported = true;
    log.warn(
      `The arguments were not compared with the lists of the service: ${failure.summary}. Run \`nodecloud doctor\` before \`up\`.`,
    );
  };
  const readOnce = <T>(
    read: (options: CallOptions) => Promise<T>,
    codes: readonly NodecloudErrorCode[] = fatalCodes,
  ) =>
    once(async () => {
      const at = clock.now() + listTimeout;
      try {
        return await read({ deadline: { at, extend: () => undefined } });
      } catch (failure) {
        if (!(failure instanceof NodecloudError)) return undefined;
        if (codes.includes(failure.code)) report(failure);
        // The token may lack only the scope of this list. The list of instances shows whether the service rejects the token itself.
        else if (failure.code === "unauthorized") await instances();
        return undefined;
      }
    });
  const instances = readOnce((options) => gather(client.instances.list.all(options)), fatalCodesWithToken);
  const views = new Map<string, () => Promise<Image | "missing" | undefined>>();
  return {
    /** All regions. */
    regions: readOnce((options) => gather(client.regions.list.all(options)), fatalCodesWithToken),
    /** All images that the token can list. */
    images: readOnce((options) => gather(client.images.list.all(options))),
    /** Views an image that is not in the list, or not available there: the list may be older. */
    viewImage: (imageId: string) => {
      const view =
        views.get(imageId) ?? readOnce((options) => unlessMissing(client.images.view({ imageId }, options)));
      views.set(imageId, view);
      return view();
    },
    /** All instances of the account. */
    instances,
    /** The days and windows of all instances of the account. */
    schedules: async () => (await instances())?.map(scheduleIn),
  };
});

async function unlessMissing<T>(view: Promise<T>): Promise<T | "missing"> {
  try {
    return await view;
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
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
