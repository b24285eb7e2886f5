import { createHash } from "node:crypto";
import { type CallOptions, NodecloudError, type OAuthClient } from "../client";
import {
  type Collection,
  cachedPerServices,
  isRejection,
  type ObjectKind,
  type ReadServices,
  SharedCollection,
} from "../lifecycle";
import type { OAuthClientInputs } from "./oauth-client.inputs";

/** An OAuth client with the sha256 of the thumbnail that the service serves: null if there is none, undefined if it is unknown. */
export interface Live extends Omit<OAuthClient, "secret"> {
  readonly thumbnail_hash?: string | null | undefined;
}

/**
 * The interface does not say that a client without `thumbnail_url` has no thumbnail. That is assumed once the service has returned a
 * thumbnail URL for any client.
 */
const urlSupportOf = cachedPerServices((_: ReadServices) => ({ returnsUrls: false }));

/** All OAuth clients without the hashes of their thumbnails, read once for all resources of the process. */
export const plainClientsOf = cachedPerServices((services: ReadServices) => {
  const { oauthClients: api } = services.client;
  const urlSupport = urlSupportOf(services);
  const source = {
    kind: "OAuth client",
    idOf: (live: OAuthClient) => live.id,
    describe: () => "still listed",
    view: (clientId: string, options: CallOptions) => api.view({ clientId }, options),
    async *pages(options: CallOptions) {
      for await (const page of api.list.pages(options)) {
        urlSupport.returnsUrls ||= page.data.some(hasUrl);
        yield page;
      }
    },
  };
  return new SharedCollection<OAuthClient>(source, services.clock);
});

/**
 * All OAuth clients. No list contains the bytes of a thumbnail, so each takes its own request: it is sent for clients with these inputs,
 * and if the service returns a thumbnail URL.
 */
export function clientsOf(services: ReadServices, inputs?: Partial<OAuthClientInputs>): Collection<Live> {
  return inputs?.thumbnail === undefined
    ? clientsWithShownThumbnails(services)
    : clientsWithThumbnails(services);
}

const clientsWithThumbnails = cachedPerServices((services: ReadServices) =>
  clientsWith(services, () => true),
);
const clientsWithShownThumbnails = cachedPerServices((services: ReadServices) =>
  clientsWith(services, hasUrl),
);

/** @param needsThumbnail Whether the thumbnail of a client that may have one is read. */
function clientsWith(
  services: ReadServices,
  needsThumbnail: (client: OAuthClient) => boolean,
): Collection<Live> {
  const plain = plainClientsOf(services);
  const urlSupport = urlSupportOf(services);
  const withHash = async (client: OAuthClient, options: CallOptions = {}): Promise<Live> => {
    urlSupport.returnsUrls ||= hasUrl(client);
    if (urlSupport.returnsUrls && !hasUrl(client)) return { ...client, thumbnail_hash: null };
    if (!needsThumbnail(client)) return client;
    return { ...client, thumbnail_hash: await servedHash(services, client.id, options) };
  };
  return {
    markChanged: (id) => plain.markChanged(id),
    markCreated: (id) => plain.markCreated(id),
    markDeleted: (id, isAccepted) => plain.markDeleted(id, isAccepted),
    read: async (id, isExpected) => {
      const client = await plain.read(id, isExpected);
      return client && withHash(client);
    },
    readRecent: (id, deadline) => plain.readRecent(id, deadline),
    readAgain: (id, since, deadline) => plain.readAgain(id, since, deadline),
    viewAgain: async (id, since, deadline) => {
      const client = await plain.viewAgain(id, since, deadline);
      return client && withHash(client, { deadline });
    },
    listRecent: (deadline) => plain.listRecent(deadline),
    listAll: () => plain.listAll(),
    view: async (id, options) => {
      const client = await plain.view(id, options);
      return client && withHash(client, options);
    },
    list: (options) => plain.list(options),
    sleep: (id, ms) => plain.sleep(id, ms),
    wait: async (id, wait) => {
      const client = await plain.wait(id, wait);
      return client && withHash(client);
    },
  };
}

function hasUrl({ thumbnail_url }: OAuthClient): boolean {
  return typeof thumbnail_url === "string";
}

/**
 * The hash of the thumbnail. Null if there is none: the service returns 404, not necessarily with a JSON error body. Undefined if it cannot
 * be read: a service may redirect to its thumbnails, or respond in another way if there is none (section 4.6 does not say).
 */
async function servedHash(
  { client }: ReadServices,
  clientId: string,
  options: CallOptions,
): Promise<string | null | undefined> {
  try {
    const { data } = await client.oauthClients.viewThumbnail({ clientId }, options);
    return sha256(data);
  } catch (error) {
    const code = error instanceof NodecloudError ? error.code : undefined;
    if (code === "not_found") return null;
    if (isRejection(error) || code === "unreadable") return undefined;
    throw error;
  }
}

/** OAuth clients, read with the fields that one with these inputs needs. */
export function oauthClientsWith(inputs: Partial<OAuthClientInputs>): ObjectKind<Live> {
  return { ...oauthClients, collection: (services) => clientsOf(services, inputs) };
}

export const oauthClients: ObjectKind<Live> = {
  kind: "OAuth client",
  collection: clientsOf,
};

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
