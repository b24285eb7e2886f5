/** What Ctrl-C asks for: the first to finish what is under way, the second to stop at once. */
export interface Interrupts {
  readonly cancel: AbortSignal;
  readonly stop: AbortSignal;
  /** Stops listening to the process's signals. */
  close(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Turns SIGINT, SIGTERM and SIGHUP into the two signals a run takes. `say` tells the user what happens now. */
export function listenForInterrupts(say: (message: string) => void): Interrupts {
  const cancel = new AbortController();
  const stop = new AbortController();
  const onSignal = () => {
    if (!cancel.signal.aborted) {
      say("Stopping: what is under way is finished and recorded. Press Ctrl-C again to stop at once.");
      cancel.abort();
    } else if (!stop.signal.aborted) {
      say("Stopping at once: what was under way stays in the state as pending.");
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
