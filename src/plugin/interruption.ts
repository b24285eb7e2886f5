import { setMaxListeners } from "node:events";
import { type Transport, TransportFailure } from "../client";
import type { Clock } from "../clock";
import { LifecycleError } from "../lifecycle";

/** The user interrupted the run. Waits end, and existing objects stay in the state. */
export class Interrupted extends LifecycleError {
  constructor() {
    super("The run was interrupted.");
  }
}

const cancelCall = "/pulumirpc.ResourceProvider/Cancel";

/**
 * A signal that aborts when the engine sends its plugins the `Cancel` call. The SDK's plugin handles that call and does not pass it on, so
 * it is detected at the HTTP/2 server of this process.
 */
export function cancelSignal(): AbortSignal {
  const interrupt = interruptController();
  for (const server of http2Servers()) {
    server.on("stream", (_: unknown, headers: Readonly<Record<string, unknown>>) => {
      if (headers[":path"] === cancelCall) interrupt.abort(new Interrupted());
    });
  }
  return interrupt.signal;
}

/** A controller for any number of listeners: Node.js warns about more than ten by default. */
export function interruptController(): AbortController {
  const interrupt = new AbortController();
  setMaxListeners(0, interrupt.signal);
  return interrupt;
}

interface StreamServer {
  on(event: "stream", listener: (stream: unknown, headers: Readonly<Record<string, unknown>>) => void): void;
}

/** Empty if Node.js does not expose its open handles. Waits then last until their deadlines. */
function http2Servers(): readonly StreamServer[] {
  const list: unknown = Reflect.get(process, "_getActiveHandles");
  const handles: unknown = typeof list === "function" ? list.call(process) : [];
  return Array.isArray(handles) ? handles.filter(isStreamServer) : [];
}

function isStreamServer(handle: unknown): handle is StreamServer {
  return typeof handle === "object" && handle !== null && handle.constructor.name === "Http2Server";
}

/** Wraps a clock. Once the signal is aborted, no sleep continues or begins. */
export function interruptible(clock: Clock, interrupt: AbortSignal): Clock {
  return {
    now: () => clock.now(),
    random: () => clock.random(),
    token: (length) => clock.token(length),
    sleep: (ms, signal) =>
      clock.sleep(ms, signal === undefined ? interrupt : AbortSignal.any([interrupt, signal])),
  };
}

/** In milliseconds: how long the response to a request that may change something is awaited after an interrupt. */
const responseWait = 3000;

/**
 * Wraps a transport. Once the signal is aborted, reads end immediately, no change is sent, and the responses to changes in flight are awaited
 * for `responseWait`.
 */
export function abortOnInterrupt(transport: Transport, clock: Clock, interrupt: AbortSignal): Transport {
  return async (request) => {
    if (interrupt.aborted) throw new TransportFailure({ sent: false, code: "INTERRUPTED" });
    const cancel = new AbortController();
    const onAbort = () => cancel.abort(request.signal.reason);
    let onInterrupt = () => {};
    const interrupted = new Promise<never>((_, reject) => {
      const end = () => {
        reject(new TransportFailure({ sent: "maybe", code: "INTERRUPTED" }));
        cancel.abort();
      };
      onInterrupt = () => {
        if (request.method === "GET") end();
        else void clock.sleep(responseWait, cancel.signal).then(end, () => undefined);
      };
    });
    if (request.signal.aborted) onAbort();
    request.signal.addEventListener("abort", onAbort, { once: true });
    interrupt.addEventListener("abort", onInterrupt, { once: true });
    try {
      return await Promise.race([transport({ ...request, signal: cancel.signal }), interrupted]);
    } finally {
      request.signal.removeEventListener("abort", onAbort);
      interrupt.removeEventListener("abort", onInterrupt);
      if (interrupt.aborted) cancel.abort();
    }
  };
}
