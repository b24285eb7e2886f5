/** The page's own time and timers. No other file of the page uses the browser's. */
export const pageClock = {
  /** Milliseconds since the page was opened. Changes to the system's time do not affect it. */
  now: (): number => performance.now(),
  sleep: (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  /** Returns a function that cancels the work. */
  after: (ms: number, work: () => void): (() => void) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every: (ms: number, work: () => void): void => void setInterval(work, ms),
  nextFrame: (work: () => void): void => void requestAnimationFrame(work),
};
