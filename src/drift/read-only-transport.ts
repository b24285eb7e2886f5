import type { Transport } from "../client";

/** The same transport. It refuses every request but GET before anything is sent. */
export function readOnly(transport: Transport): Transport {
  return (request) => {
    if (request.method !== "GET") throw new Error(`${request.method} ${request.url}`);
    return transport(request);
  };
}
