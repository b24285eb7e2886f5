import { bindOperations } from "./bind-operations.generated";
import { createBinder } from "./binder";
import { checkClientOptions } from "./check-client-options";
import type { ClientOptions } from "./client-options";
import type { Client } from "./operations.generated";

/**
 * Creates a client of the service. Its calls share one connection pool and one rate limiter. Creating it makes no call.
 * @throws NodecloudError `configuration` for an address, a token, a brand or another option that is not valid.
 */
export function createClient(options: ClientOptions): Client {
  checkClientOptions(options);
  return bindOperations(createBinder(options));
}
