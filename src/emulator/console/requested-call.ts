import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import { redactedAnswer } from "./call-details";
import type { Call, CallDetails } from "./messages";

/** A call of the request log, as the stream has it. Undefined: it is no longer in the log. */
export function callOf(runtime: Runtime, number: number): Call | undefined {
  const entry = runtime.requestLog.get(number);
  if (!entry) return undefined;
  const { body: _body, ...call } = entry;
  return { ...call, milliseconds: runtime.callDetails.get(number)?.milliseconds ?? null };
}

/** @throws ServiceError when the call is not in the request log. */
export function callDetailsOf(runtime: Runtime, number: number): CallDetails {
  const entry = runtime.requestLog.get(number);
  if (!entry) {
    throw new ServiceError("notFound", [{ reason: `The request log has no call ${number}.` }]);
  }
  const kept = runtime.callDetails.get(number);
  return {
    call: { ...entry, milliseconds: kept?.milliseconds ?? null },
    agent: kept?.agent ?? null,
    rules: kept?.rules ?? [],
    ...redactedAnswer(kept?.answer, runtime.brand),
  };
}
