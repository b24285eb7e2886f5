import type { Clock } from "../clock";
import type { Deadline } from "./calls";
import {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport";

/** How long a request may take, in milliseconds. */
export interface RequestTimeouts {
  /** Until the connection is established. When it passes, nothing was sent. */
  readonly connectTimeout: number;
  /** From then until the whole response has arrived. When it passes, the request may have been carried out. */
  readonly answerTimeout: number;
}

export interface ExchangeOptions extends RequestTimeouts {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
}

/** The codes of the TransportFailures that `exchange` itself causes. */
export const failureCodes = {
  connectTimeout: "CONNECT_TIMEOUT",
  answerTimeout: "ANSWER_TIMEOUT",
  deadline: "DEADLINE",
  aborted: "ABORTED",
} as const;

/**
 * Sends a request once, and aborts it when a timeout, the caller's deadline or the caller's signal ends it.
 * @throws TransportFailure
 */
export async function exchange(
  transport: Transport,
  request: Omit<TransportRequest, "signal" | "onConnection">,
  options: ExchangeOptions,
): Promise<TransportResponse> {
  const { clock, signal, deadline, connectTimeout, answerTimeout } = options;
  if (signal?.aborted) throw new TransportFailure({ sent: false, code: failureCodes.aborted });
  const finished = new AbortController();
  const cancel = new AbortController();
  let timer = new AbortController();
  let isConnecting = false;
  try {
    return await new Promise<TransportResponse>((resolve, reject) => {
      const end = (code: string) => {
        reject(new TransportFailure({ sent: isConnecting ? false : "maybe", code }));
        cancel.abort();
      };
      const startTimer = (ms: number, code: string) => {
        timer.abort(isOver);
        timer = new AbortController();
        clock.sleep(ms, timer.signal).then(
          () => end(code),
          () => undefined,
        );
      };
      signal?.addEventListener("abort", () => end(failureCodes.aborted), {
        ...{ once: true, signal: finished.signal },
      });
      if (deadline) void endAtDeadline(deadline, clock, finished.signal, () => end(failureCodes.deadline));
      startTimer(answerTimeout, failureCodes.answerTimeout);
      // Async, so that a transport that throws at once rejects.
      const send = async (whole: TransportRequest) => transport(whole);
      send({
        ...request,
        signal: cancel.signal,
        onConnection: (state) => {
          isConnecting = state === "connecting";
          if (finished.signal.aborted) return;
          if (isConnecting) startTimer(connectTimeout, failureCodes.connectTimeout);
          else startTimer(answerTimeout, failureCodes.answerTimeout);
        },
      }).then(resolve, (error: unknown) => {
        reject(
          error instanceof TransportFailure
            ? error
            : new TransportFailure({ sent: "maybe", code: "TRANSPORT_FAILED" }),
        );
      });
    });
  } finally {
    timer.abort(isOver);
    finished.abort(isOver);
  }
}

/** The reason of aborts that only end a wait. Nobody reads it, and without one Node.js would capture a stack for each. */
const isOver = "The exchange is over.";

/** The deadline may be extended while this waits for it. */
async function endAtDeadline(
  deadline: Deadline,
  clock: Clock,
  stop: AbortSignal,
  end: () => void,
): Promise<void> {
  try {
    while (clock.now() < deadline.at) await clock.sleep(deadline.at - clock.now(), stop);
    end();
  } catch {
    // The exchange ended before its deadline.
  }
}
