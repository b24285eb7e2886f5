import type { Clock } from "../clock";
import type { RetryBudget } from "./backoff";
import type { ClientHooks } from "./calls";
import type { RequestTimeouts } from "./exchange";
import type { Limiter } from "./limiter";
import type { Transport } from "./transport/transport";

/** The context that all calls of one client share. */
export interface ClientContext extends RequestTimeouts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly budget: RetryBudget;
  readonly hooks: ClientHooks;
  readonly interrupt: AbortSignal | undefined;
  /** Numbers the calls in the order in which they were made. */
  readonly nextTicket: () => number;
}

/** Calls a hook. An error that it throws, or that its promise rejects with, does not affect the call. */
export function callHook<R>(hook: ((report: R) => unknown) | undefined, report: R): void {
  try {
    const result = hook?.(report);
    if (result !== undefined) Promise.resolve(result).catch(() => undefined);
  } catch {
    // A hook is responsible for its own errors.
  }
}
