import { createHash } from "node:crypto";
import type { CallOptions, OAuthClient } from "../client";
import { Collection, isNotFound, perServices, type Reader } from "../lifecycle";

/** An OAuth client with the sha256 of the thumbnail that is served; null when there is none. */
export interface Live extends Omit<OAuthClient, "secret"> {
  readonly thumbnail_hash: string | null;
}

/** All OAuth clients without their thumbnails, read for everybody in the process. */
export const plainClientsOf = perServices(
  ({ client, clock }) =>
    new Collection<OAuthClient>(
      {
        noun: "OAuth client",
        idOf: (live) => live.id,
        view: (clientId, options) => client.oauthClients.view({ clientId }, options),
        pages: (options) => client.oauthClients.list.pages(options),
      },
      clock,
    ),
);

/** All OAuth clients; the thumbnails of those that have one are read beside, one by one: no list tells of their bytes. */
export const clientsOf = perServices((services): Reader<Live> => {
  const plain = plainClientsOf(services);
  const complete = async (found: OAuthClient, options: CallOptions = {}): Promise<Live> => {
    const hash = found.thumbnail_url ? await servedHash(found.id, options) : null;
    return { ...found, thumbnail_hash: hash };
  };
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
    wrote: (id) => plain.wrote(id),
    read: async (id) => {
      const found = await plain.read(id);
      return found && complete(found);
    },
    view: async (id, options) => {
      const found = await plain.view(id, options);
      return found && complete(found, options);
    },
    list: async () => {
      const { items } = await plain.list();
      const all = await Promise.all([...items.values()].map((found) => complete(found)));
      return { items: new Map(all.map((live) => [live.id, live])) };
    },
    wait: async (id, wait) => {
      const bare = (found: OAuthClient | undefined) => found && { ...found, thumbnail_hash: null };
      const found = await plain.wait(id, {
        ...wait,
        until: (seen) => wait.until(bare(seen)),
        describe: (seen) => wait.describe(bare(seen)),
      });
      return found && complete(found);
    },
  };
});

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
