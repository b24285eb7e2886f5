/** The first Ctrl-C aborts `cancel`, to finish the steps in progress; the second aborts `stop`, to stop immediately. */
export interface Interrupts {
  readonly cancel: AbortSignal;
  readonly stop: AbortSignal;
  /** Stops listening to the process's signals. */
  close(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into the signals of a run. `report` receives messages for the user. Only the first SIGHUP counts: when
 * a terminal is closed, both the shell and the system send one.
 */
export function listenForInterrupts(report: (message: string) => void): Interrupts {
  const cancel = new AbortController();
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    if (!cancel.signal.aborted) {
      const again = signal === "SIGINT" ? "Press Ctrl-C again" : "Send SIGTERM again";
      report(`Stopping after the steps in progress. ${again} to stop immediately.`);
      cancel.abort();
    } else if (!stop.signal.aborted && signal !== "SIGHUP") {
      report("Stopping immediately. The steps in progress remain in the state as pending operations.");
      stop.abort();
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    cancel: cancel.signal,
    stop: stop.signal,
    close: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
