/** The exit code of `nodecloud drift` for each verdict. */
export const exitCodes = { inSync: 0, drift: 2, incomplete: 3 } as const;
