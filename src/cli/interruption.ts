/** 128 plus the signal's number, as shells report it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** What the first SIGINT or SIGTERM does to a command: it aborts the signal. A second one ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of the command once it has been interrupted. */
  readonly exitCode: number | undefined;
  /** Does what a SIGINT does, for a prompt, which takes Ctrl-C as a key. */
  interrupt(): void;
  /** Stops listening to the process's signals. */
  close(): void;
}

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const end = (code: number) => {
    if (exitCode !== undefined) process.exit(code);
    exitCode = code;
    controller.abort();
  };
  const listeners = Object.entries(exitCodes).map(([name, code]) => {
    const onSignal = () => end(code);
    process.on(name, onSignal);
    return () => process.off(name, onSignal);
  });
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    interrupt: () => end(exitCodes.SIGINT),
    close: () => {
      for (const stop of listeners) stop();
    },
  };
}
