import { createHash } from "node:crypto";
import type { CallOptions, OAuthClient } from "../client";
import { type Collection, isNotFound, perServices, SharedCollection } from "../lifecycle";

/** An OAuth client with the sha256 of the thumbnail that is served; null when there is none. */
export interface Live extends Omit<OAuthClient, "secret"> {
  readonly thumbnail_hash: string | null;
}

/**
 * Nothing says that a client without `thumbnail_url` has no thumbnail: that is believed of a service that was seen to
 * tell some.
 */
const habitsOf = perServices(() => ({ tellsUrls: false }));

/** All OAuth clients without their thumbnails, read for everybody in the process. */
export const plainClientsOf = perServices((services) => {
  const { oauthClients } = services.client;
  const habits = habitsOf(services);
  const source = {
    kind: "OAuth client",
    idOf: (live: OAuthClient) => live.id,
    view: (clientId: string, options: CallOptions) => oauthClients.view({ clientId }, options),
    async *pages(options: CallOptions) {
      for await (const page of oauthClients.list.pages(options)) {
        habits.tellsUrls ||= page.data.some((found) => found.thumbnail_url !== null);
        yield page;
      }
    },
  };
  return new SharedCollection<OAuthClient>(source, services.clock);
});

/** All OAuth clients; their thumbnails are read beside, one by one: no list tells of their bytes. */
export const clientsOf = perServices((services): Collection<Live> => {
  const plain = plainClientsOf(services);
  const habits = habitsOf(services);
  const complete = async (found: OAuthClient, options: CallOptions = {}): Promise<Live> => {
    habits.tellsUrls ||= found.thumbnail_url !== null;
    const hasNone = habits.tellsUrls && found.thumbnail_url === null;
    return { ...found, thumbnail_hash: hasNone ? null : await servedHash(found.id, options) };
  };
  const bare = (found: OAuthClient): Live => ({ ...found, thumbnail_hash: null });
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
    read: async (id) => {
      const found = await plain.read(id);
      return found && complete(found);
    },
    readRecent: async (id, deadline) => {
      const found = await plain.readRecent(id, deadline);
      return found && bare(found);
    },
    listRecent: async () => new Map([...(await plain.listRecent())].map(([id, found]) => [id, bare(found)])),
    view: async (id, options) => {
      const found = await plain.view(id, options);
      return found && complete(found, options);
    },
    list: async (options) => {
      const { items } = await plain.list(options);
      const all = await Promise.all([...items.values()].map((found) => complete(found)));
      return { items: new Map(all.map((live) => [live.id, live])) };
    },
    wait: async (id, wait) => {
      const found = await plain.wait(id, {
        ...wait,
        until: (seen) => wait.until(seen && bare(seen)),
        describe: (seen) => wait.describe(seen && bare(seen)),
      });
      return found && complete(found);
    },
  };
});

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
