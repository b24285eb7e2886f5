import type { CallOptions } from "./calls";
import type { ClientContext } from "./context";
import type { Attempt } from "./error";
import { exchange } from "./exchange";
import { bodyFailure, type Failure, reportedFailure, responseFailure } from "./failure";
import type { Permit } from "./limiter";
import type { PreparedCall } from "./request";
import { TransportFailure, type TransportResponse } from "./transport/transport";
import { transportFailure } from "./transport-failure";

/** Reads the result from a body; undefined if the body does not contain it. */
export type ReadBody<T> = (response: Pick<TransportResponse, "headers" | "body">) => T | undefined;

/** The result of sending a request once. */
export type AttemptResult<T> = { readonly attempt: Attempt } & (
  | { readonly value: T }
  | { readonly failure: Failure }
);

/** Sends a request once, with the given permit, and releases the permit. */
export async function sendOnce<T>(
  prepared: PreparedCall,
  options: CallOptions,
  context: ClientContext,
  permit: Permit,
  read: ReadBody<T>,
): Promise<AttemptResult<T>> {
  const { clock, transport, connectTimeout, responseTimeout } = context;
  const { signal, deadline } = options;
  const { method, url, headers, body } = prepared;
  const at = clock.now();
  let response: TransportResponse | undefined;
  try {
    response = await exchange(
      transport,
      {
        ...{ method, url, headers, freshConnection: needsFreshConnection(prepared, options) },
        ...(body === undefined ? {} : { body }),
      },
      { clock, signal, deadline, connectTimeout, responseTimeout },
    );
  } catch (error) {
    const cause = error instanceof TransportFailure ? error : unexpectedFailure;
    const attempt = { at, ms: clock.now() - at, failure: cause.code };
    return { attempt, failure: transportFailure(cause, prepared) };
  } finally {
    permit.release(response);
  }
  const attempt = { at, ms: clock.now() - at, status: response.status };
  if (response.status < 200 || response.status >= 300) {
    const failure = responseFailure(response, prepared, clock.now());
    return { attempt: { ...attempt, failure: failure.code }, failure };
  }
  const value = read(response);
  const reported = reportedFailure(response, prepared, value !== undefined);
  if (value !== undefined && reported === undefined) return { attempt, value };
  const failure = reported ?? bodyFailure(response, prepared);
  return { attempt: { ...attempt, failure: failure.code }, failure };
}

function needsFreshConnection({ named, method }: PreparedCall, { freshConnection }: CallOptions): boolean {
  return freshConnection ?? (method === "POST" && named.operation.resend !== "always");
}

const unexpectedFailure = new TransportFailure({ sent: "maybe", code: "FAILED" });
