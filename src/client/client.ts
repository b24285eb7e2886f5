import type { Clock } from "../clock";
import { createBinder } from "./binder";
import type { ClientHooks } from "./calls";
import { bindOperations, type Client } from "./operations.generated";
import type { Transport } from "./transport/transport";

export interface ClientOptions {
  /** The service's address with the version segment: `https://HOST/v4`. */
  readonly baseUrl: string;
  /** A personal access token or an OAuth token. Without one, only what needs none can be called. */
  readonly token?: string | undefined;
  /** The word that the operator writes where the interface writes `node`. Default: `node`. */
  readonly brand?: string | undefined;
  /** The address of the beta operations. Default: `baseUrl` with `v4beta` for `v4`. */
  readonly betaUrl?: string | undefined;
  /** Time and chance. Default: the real ones. */
  readonly clock?: Clock | undefined;
  /** What carries requests. Default: `axiosTransport()`. */
  readonly transport?: Transport | undefined;
  /**
   * Ends the calls that wait for a limit or for another try, with the code `aborted`, and lets none begin. What is under way goes on.
   */
  readonly interrupt?: AbortSignal | undefined;
  /** Told of every sending and every wait. */
  readonly hooks?: ClientHooks | undefined;
  /** Milliseconds until a connection must stand. Default: 10,000. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds until an answer must be there. Default: 60,000. */
  readonly answerTimeout?: number | undefined;
  /** Default: `pulumi-nodecloud/VERSION`. */
  readonly userAgent?: string | undefined;
  /** Items per page that whole lists ask for, until the service refuses it. Default: 500. */
  readonly pageSize?: number | undefined;
  /** The most items that a whole list may have: a longer one rejects with the code `incomplete`. Default: 100,000. */
  readonly maxListItems?: number | undefined;
  /** Milliseconds that the calls of a whole list may take together. Default: 600,000. */
  readonly listTimeout?: number | undefined;
}

/**
 * A client of the service. It makes no call by itself, and shares one connection pool and one pace among its calls.
 * @throws NodecloudError `configuration` for an address, a token or a brand that can't be used.
 */
export function createClient(options: ClientOptions): Client {
  return bindOperations(createBinder(options));
}
