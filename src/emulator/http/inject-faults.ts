import { applyEffect } from "../faults/effects";
import type { Runtime } from "../runtime";
import type { FaultRule } from "../types.generated";
import { internalErrorResponse } from "./malformed-request";

/** A call in two parts, so that it can be carried out after its connection was closed. */
export interface PreparedCall {
  /** Reads the request. Reading it again has no effect. */
  read(): Promise<unknown>;
  /** Carries the call out. */
  run(): Promise<Response>;
}

/**
 * Carries a call out with its faults: waits for each latency, and replaces the response with the first effect on it. The request's signal,
 * which is slow to create, is only used by faults.
 */
export async function injectFaults(
  runtime: Runtime,
  faults: readonly FaultRule[],
  call: PreparedCall,
  request: Pick<Request, "signal">,
): Promise<Response> {
  let response: Promise<Response> | undefined;
  const once = () => {
    response ??= call.run();
    return response;
  };
  for (const when of ["before", "later", "after"] as const) {
    if (when === "after" && faults.some((one) => one.when === "after")) await once();
    for (const { effect, delay } of faults.filter((one) => one.when === when)) {
      if (delay !== undefined) await runLater(runtime, call, delay);
      if ("latency" in effect) await runtime.callerClock.sleep(effect.latency, request.signal);
      const replacement = await applyEffect(effect, once, request.signal);
      if (replacement) return replacement;
    }
  }
  return once();
}

/**
 * Carries out the call after `delay` milliseconds, whatever its caller received. A reset or the end of the emulator cancels it. While too
 * many calls wait, it is carried out immediately, because each keeps its body.
 */
async function runLater(runtime: Runtime, call: PreparedCall, delay: number): Promise<void> {
  await call.read();
  const { faults, callerClock } = runtime;
  const { signal } = faults;
  if (!faults.mayWait()) return void (await call.run());
  void callerClock
    .sleep(delay, signal)
    .then(() => call.run())
    .catch((error: unknown) => {
      if (!signal.aborted) internalErrorResponse(error);
    })
    .finally(() => faults.endWait());
}
