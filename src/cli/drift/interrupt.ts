const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Ends a command that changes nothing: the first SIGINT or SIGTERM aborts the signal, the second ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of the command once it was interrupted. */
  readonly exitCode: number | undefined;
  close(): void;
}

export function interruptedBy(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const listeners = Object.entries(exitCodes).map(([name, code]) => {
    const onSignal = () => {
      if (exitCode !== undefined) process.exit(code);
      exitCode = code;
      controller.abort(new Error("The scan was interrupted."));
    };
    process.on(name, onSignal);
    return () => process.off(name, onSignal);
  });
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    close: () => {
      for (const stop of listeners) stop();
    },
  };
}
