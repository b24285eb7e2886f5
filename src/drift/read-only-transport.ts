import { type Transport, TransportFailure } from "../client";

/** Wraps a transport so that it refuses every request other than GET before anything is sent. */
export function readOnly(transport: Transport): Transport {
  return async (request) => {
    const { method } = request;
    if (method === "GET") return transport(request);
    const refusal = `drift detection only reads, and may not send ${method}`;
    throw new TransportFailure({ sent: false, code: "READ_ONLY", refusal });
  };
}
