import { type Clock, callAfter } from "../clock";
import { isRecord } from "../unknown";
import type { Deadline } from "./calls";
import { SteadyTime } from "./steady-time";
import {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport";

/** How long a request may take, in milliseconds. */
export interface RequestTimeouts {
  /** Until the connection is established. If it is exceeded, nothing was sent. */
  readonly connectTimeout: number;
  /**
   * From then until the whole response has arrived. If it is exceeded, the request may have been carried out. A function is called again
   * after the time that it returned.
   */
  readonly responseTimeout: number | (() => number);
}

export interface ExchangeOptions extends RequestTimeouts {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
}

/** The codes of the TransportFailures that `exchange` itself causes. */
export const failureCodes = {
  connectTimeout: "CONNECT_TIMEOUT",
  responseTimeout: "RESPONSE_TIMEOUT",
  deadline: "DEADLINE",
  aborted: "ABORTED",
  responseTooLong: "RESPONSE_TOO_LONG",
} as const;

/**
 * Sends a request once. Aborts it at a timeout, at the caller's deadline or by the caller's signal.
 * @throws TransportFailure
 */
export async function exchange(
  transport: Transport,
  request: Omit<TransportRequest, "signal" | "onConnection">,
  options: ExchangeOptions,
): Promise<TransportResponse> {
  const { clock, signal, deadline, connectTimeout, responseTimeout } = options;
  if (signal?.aborted) throw new TransportFailure({ sent: false, code: failureCodes.aborted });
  if (deadline && clock.now() >= deadline.at)
    throw new TransportFailure({ sent: false, code: failureCodes.deadline });
  const cancel = new AbortController();
  let stopTimer = () => {};
  let onAbort = () => {};
  let isConnecting = false;
  let isFirstState = true;
  let isFinished = false;
  try {
    return await new Promise<TransportResponse>((resolve, reject) => {
      const end = (code: string) => {
        reject(new TransportFailure({ sent: isConnecting ? false : "maybe", code }));
        cancel.abort();
      };
      const startTimer = (timeout: Timeout) => {
        stopTimer();
        stopTimer = startTimeout(timeout, deadline, clock, end);
      };
      onAbort = () => end(failureCodes.aborted);
      signal?.addEventListener("abort", onAbort);
      startTimer({ ms: responseTimeout, code: failureCodes.responseTimeout });
      // Async, so that a transport that throws synchronously rejects.
      const send = async (whole: TransportRequest) => transport(whole);
      send({
        ...request,
        signal: cancel.signal,
        onConnection: (state) => {
          isConnecting = state === "connecting";
          // A reused connection is available immediately, and the timer for the response has just started.
          const isReused = isFirstState && !isConnecting;
          isFirstState = false;
          if (isFinished || isReused) return;
          if (isConnecting) startTimer({ ms: connectTimeout, code: failureCodes.connectTimeout });
          else startTimer({ ms: responseTimeout, code: failureCodes.responseTimeout });
        },
      }).then(
        (response) => (isTransportResponse(response) ? resolve(response) : reject(transportFailed())),
        (error: unknown) => reject(error instanceof TransportFailure ? error : transportFailed()),
      );
    });
  } finally {
    isFinished = true;
    stopTimer();
    signal?.removeEventListener("abort", onAbort);
  }
}

/** A transport of a program in JavaScript may return anything. */
function isTransportResponse(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.status === "number" &&
    isRecord(value.headers) &&
    (typeof value.body === "string" || ArrayBuffer.isView(value.body))
  );
}

function transportFailed(): TransportFailure {
  return new TransportFailure({ sent: "maybe", code: "TRANSPORT_FAILED" });
}

/** A timeout in milliseconds, and the code of the failure if it is exceeded. */
interface Timeout {
  readonly ms: number | (() => number);
  readonly code: string;
}

/**
 * Ends the exchange at the timeout or the deadline, whichever is first. The deadline may be extended in the meantime. A clock that is set
 * back does not prolong the timeout. Returns a function that stops the timer.
 */
function startTimeout(
  { ms, code }: Timeout,
  deadline: Deadline | undefined,
  clock: Clock,
  end: (code: string) => void,
): () => void {
  const time = new SteadyTime(clock);
  const startedAt = time.now();
  const endAt = () => startedAt + (typeof ms === "number" ? ms : ms());
  const timeLeft = (now: number) =>
    Math.min(endAt() - now, (deadline?.at ?? Number.POSITIVE_INFINITY) - clock.now());
  let stop = () => {};
  const check = () => {
    const now = time.now();
    const left = timeLeft(now);
    const onTimer = () => {
      time.reach(now + left);
      check();
    };
    if (left > 0) stop = callAfter(clock, left, onTimer);
    else end(deadline && deadline.at <= clock.now() ? failureCodes.deadline : code);
  };
  check();
  return () => stop();
}
