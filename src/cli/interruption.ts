/** 128 plus the signal's number, as shells report it. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * The first SIGINT, SIGTERM or SIGHUP aborts the command's signal, which ends prompts. A second SIGINT or SIGTERM
 * terminates the process. A second SIGHUP does not: when a terminal is closed, both the shell and the system send one.
 */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code of the command once it has been interrupted. */
  readonly exitCode: number | undefined;
  /** Has the effect of a first SIGINT. For prompts, which receive Ctrl-C as a key. */
  interrupt(): void;
  /** Stops listening to the process's signals. */
  close(): void;
}

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const begin = (code: number) => {
    exitCode ??= code;
    controller.abort();
  };
  const listeners = Object.entries(exitCodes).map(([name, code]) => {
    const onSignal = () => {
      if (exitCode !== undefined && name !== "SIGHUP") process.exit(code);
      begin(code);
    };
    process.on(name, onSignal);
    return () => process.off(name, onSignal);
  });
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    interrupt: () => begin(exitCodes.SIGINT),
    close: () => {
      for (const stop of listeners) stop();
    },
  };
}
