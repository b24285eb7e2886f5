import { allOperations } from "../../contract";
import { receiveOperation } from "../faults/operation-names";
import type { LoggedRequest } from "../http/request-log";
import type { Runtime } from "../runtime";
import { ServiceError } from "../service-error";
import type { SavedWorld } from "../types.generated";
import { worldOf } from "../world/input-world";
import { redactedResponse } from "./call-details";
import type { Call, CallDetails } from "./messages";

/** A call of the request log, as the stream sends it. Undefined if it is no longer in the log. */
export function callOf(runtime: Runtime, number: number): Call | undefined {
  const entry = runtime.requestLog.get(number);
  if (!entry) return undefined;
  const { body: _body, ...call } = entry;
  return { ...call, milliseconds: runtime.callDetails.get(number)?.milliseconds ?? null };
}

/** @throws ServiceError when the call is not in the request log. */
export function callDetailsOf(runtime: Runtime, number: number): CallDetails {
  const entry = entryOf(runtime, number);
  const kept = runtime.callDetails.get(number);
  return {
    call: {
      ...entry,
      body: bodyOnWire(runtime, entry),
      milliseconds: kept?.milliseconds ?? null,
    },
    agent: kept?.agent ?? null,
    ...(kept?.filter !== undefined && { filter: kept.filter }),
    ...(kept?.hasUnknownToken && { hasUnknownToken: true as const }),
    ...(hasBinaryBody(entry) && { hasBinaryBody: true as const }),
    rules: kept?.rules ?? [],
    ...redactedResponse(kept?.response, runtime),
  };
}

/**
 * The world before a call. Only the latest few thousand changes are known.
 * @throws ServiceError when the call is not in the request log, or too many changes were made since.
 */
export function worldBefore(runtime: Runtime, number: number): SavedWorld {
  entryOf(runtime, number);
  const kept = runtime.callDetails.get(number);
  const present = runtime.act(() => runtime.world.export(runtime.now()));
  const world = kept && runtime.observations.undo.worldAt(kept.position, present, kept.time);
  if (!world) {
    const reason = `The world before call ${number} is no longer known: too much has changed since, or the world was replaced.`;
    throw new ServiceError("notFound", [{ reason }]);
  }
  return worldOf(world);
}

function entryOf(runtime: Runtime, number: number): LoggedRequest {
  const entry = runtime.requestLog.get(number);
  if (entry) return entry;
  throw new ServiceError("notFound", [{ reason: `The request log has no call ${number}.` }]);
}

function hasBinaryBody({ operation }: LoggedRequest): boolean {
  const named = allOperations.find(({ name }) => name === operation);
  return operation === receiveOperation || named?.operation.sendsBytes === true;
}

/** The log has the contract's names. */
function bodyOnWire({ brand }: Runtime, { operation, body }: LoggedRequest): unknown {
  const named = allOperations.find(({ name }) => name === operation);
  return named ? brand.toWire(named.operation.body, body) : body;
}
