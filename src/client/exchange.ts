import type { Clock } from "../clock";
import type { Deadline } from "./calls";
import {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport";

/** How long a request may take, in milliseconds. */
export interface Patience {
  /** Until the connection stands: past it, nothing was sent. */
  readonly connectTimeout: number;
  /** From then until the whole answer is there: past it, the request may have been carried out. */
  readonly answerTimeout: number;
}

export interface ExchangeOptions extends Patience {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
}

/** Codes of a TransportFailure that this module makes. */
export const failureCodes = {
  connectTimeout: "CONNECT_TIMEOUT",
  answerTimeout: "ANSWER_TIMEOUT",
  deadline: "DEADLINE",
  aborted: "ABORTED",
} as const;

/** Sends a request once, and cuts it off when time, the caller's deadline or the caller ends it. Rejects with TransportFailure. */
export async function exchange(
  transport: Transport,
  request: Omit<TransportRequest, "signal" | "onConnection">,
  options: ExchangeOptions,
): Promise<TransportResponse> {
  const { clock, signal, deadline, connectTimeout, answerTimeout } = options;
  if (signal?.aborted) throw new TransportFailure({ sent: false, code: failureCodes.aborted });
  const over = new AbortController();
  const cut = new AbortController();
  let connecting: AbortController | undefined;
  try {
    return await new Promise<TransportResponse>((resolve, reject) => {
      const end = (code: string) => {
        reject(new TransportFailure({ sent: connecting ? false : "maybe", code }));
        cut.abort();
      };
      const endAfter = (ms: number, code: string, stop: AbortSignal) =>
        clock.sleep(ms, stop).then(
          () => end(code),
          () => undefined,
        );
      signal?.addEventListener("abort", () => end(failureCodes.aborted), { once: true, signal: over.signal });
      if (deadline) void endAtDeadline(deadline, clock, over.signal, () => end(failureCodes.deadline));
      let answerTimer = new AbortController();
      const awaitAnswer = () => {
        answerTimer = new AbortController();
        const stop = AbortSignal.any([answerTimer.signal, over.signal]);
        void endAfter(answerTimeout, failureCodes.answerTimeout, stop);
      };
      awaitAnswer();
      const carry = async (whole: TransportRequest) => transport(whole);
      carry({
        ...request,
        signal: cut.signal,
        onConnection: (state) => {
          answerTimer.abort();
          connecting?.abort();
          connecting = undefined;
          if (over.signal.aborted) return;
          if (state === "connected") {
            awaitAnswer();
            return;
          }
          connecting = new AbortController();
          const stop = AbortSignal.any([connecting.signal, over.signal]);
          void endAfter(connectTimeout, failureCodes.connectTimeout, stop);
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
    over.abort();
  }
}

/** A deadline may be put off while it is waited for. */
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
