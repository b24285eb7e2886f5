import { createHash } from "node:crypto";
import type { CallOptions, OAuthClient } from "../client";
import {
  type Collection,
  isNotFound,
  type ObjectKind,
  perServices,
  type ReadServices,
  SharedCollection,
} from "../lifecycle";

/** An OAuth client with the sha256 of the thumbnail that the service serves; null when there is none. */
export interface Live extends Omit<OAuthClient, "secret"> {
  readonly thumbnail_hash: string | null;
}

/**
 * The interface does not say that a client without `thumbnail_url` has no thumbnail. That is assumed once the service has returned
 * the URL of any client.
 */
const urlSupportOf = perServices((_: ReadServices) => ({ returnsUrls: false }));

/** All OAuth clients without the hashes of their thumbnails, read once for all resources of the process. */
export const plainClientsOf = perServices((services: ReadServices) => {
  const { oauthClients: api } = services.client;
  const urlSupport = urlSupportOf(services);
  const source = {
    kind: "OAuth client",
    idOf: (live: OAuthClient) => live.id,
    view: (clientId: string, options: CallOptions) => api.view({ clientId }, options),
    async *pages(options: CallOptions) {
      for await (const page of api.list.pages(options)) {
        urlSupport.returnsUrls ||= page.data.some((client) => client.thumbnail_url !== null);
        yield page;
      }
    },
  };
  return new SharedCollection<OAuthClient>(source, services.clock);
});

/** All OAuth clients. No list shows the bytes of a thumbnail, so each thumbnail is read by a request of its own. */
export const clientsOf = perServices((services: ReadServices): Collection<Live> => {
  const plain = plainClientsOf(services);
  const urlSupport = urlSupportOf(services);
  const withHash = async (client: OAuthClient, options: CallOptions = {}): Promise<Live> => {
    urlSupport.returnsUrls ||= client.thumbnail_url !== null;
    const hasNone = urlSupport.returnsUrls && client.thumbnail_url === null;
    return { ...client, thumbnail_hash: hasNone ? null : await servedHash(client.id, options) };
  };
  const withoutHash = (client: OAuthClient): Live => ({ ...client, thumbnail_hash: null });
  const servedHash = async (clientId: string, options: CallOptions): Promise<string | null> => {
    try {
      const { data } = await services.client.oauthClients.viewThumbnail({ clientId }, options);
      return sha256(data);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  };
  return {
    markChanged: (id) => plain.markChanged(id),
    markCreated: (id) => plain.markCreated(id),
    markDeleted: (id) => plain.markDeleted(id),
    read: async (id, isExpected) => {
      const client = await plain.read(id, isExpected && ((seen) => isExpected(withoutHash(seen))));
      return client && withHash(client);
    },
    readRecent: async (id, deadline) => {
      const client = await plain.readRecent(id, deadline);
      return client && withoutHash(client);
    },
    readAgain: async (id, since, deadline) => {
      const client = await plain.readAgain(id, since, deadline);
      return client && withoutHash(client);
    },
    viewAgain: async (id, since, deadline) => {
      const client = await plain.viewAgain(id, since, deadline);
      return client && withHash(client, { deadline });
    },
    listRecent: async () =>
      new Map([...(await plain.listRecent())].map(([id, client]) => [id, withoutHash(client)])),
    listAll: async () => {
      const { items, results } = await plain.listAll();
      return { items: new Map([...items].map(([id, client]) => [id, withoutHash(client)])), results };
    },
    view: async (id, options) => {
      const client = await plain.view(id, options);
      return client && withHash(client, options);
    },
    list: async (options) => {
      const { items, unreadable } = await plain.list(options);
      const all = await Promise.all([...items.values()].map((client) => withHash(client)));
      return { items: new Map(all.map((live) => [live.id, live])), unreadable };
    },
    sleep: (id, ms) => plain.sleep(id, ms),
    wait: async (id, wait) => {
      const client = await plain.wait(id, {
        ...wait,
        until: (seen) => wait.until(seen && withoutHash(seen)),
        describe: (seen) => wait.describe(seen && withoutHash(seen)),
      });
      return client && withHash(client);
    },
  };
});

export const oauthClients: ObjectKind<Live> = {
  kind: "OAuth client",
  collection: clientsOf,
  describe: () => "still listed",
};

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
