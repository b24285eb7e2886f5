import type { Clock } from "../clock";
import type { ClientHooks } from "./calls";
import type { Transport } from "./transport/transport";

export interface ClientOptions {
  /** The service's address, with the version: `https://HOST/v4`. */
  readonly baseUrl: string;
  /** A personal access token or an OAuth token. Default: none, for operations that need no token. */
  readonly token?: string | undefined;
  /** The word that the operator writes where the interface writes `node`. Default: `node`. */
  readonly brand?: string | undefined;
  /** The address of the beta operations. Default: `baseUrl` with `v4beta` for `v4`. */
  readonly betaUrl?: string | undefined;
  /** The source of time and randomness. Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Sends the requests. Default: `axiosTransport()`. */
  readonly transport?: Transport | undefined;
  /** Once it is aborted, waiting calls reject with the code `aborted` and no new call is sent. Requests in flight continue. */
  readonly interrupt?: AbortSignal | undefined;
  /** Called with every attempt and every wait. */
  readonly hooks?: ClientHooks | undefined;
  /** The time to establish a connection, in milliseconds. Default: 10,000. */
  readonly connectTimeout?: number | undefined;
  /** The time to receive the whole response once connected, in milliseconds. Default: 60,000. */
  readonly responseTimeout?: number | undefined;
  /** The `User-Agent` header. Default: `pulumi-nodecloud/VERSION`. */
  readonly userAgent?: string | undefined;
  /** The page size that `all` and `pages` ask for, until the service rejects it for the same list. Default: 500. */
  readonly pageSize?: number | undefined;
  /** The maximum number of items in a list. A longer one rejects with the code `incomplete`. Default: 100,000. */
  readonly maxListItems?: number | undefined;
  /**
   * The time that all calls for one list may take together, in milliseconds. A list that takes longer rejects with the code `deadline`.
   * Default: 600,000.
   */
  readonly listTimeout?: number | undefined;
}
