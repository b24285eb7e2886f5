const unitSeconds = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 } as const;

/** Parses a duration in Go's format (`1h30m`, `90s`) to seconds. Any other string is 0. */
export function parseSeconds(text: string): number {
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|µs|ns|m|s)/g)) {
    const factor = Object.entries(unitSeconds).find(([name]) => name === unit)?.[1] ?? 0;
    total += Number(amount) * factor;
  }
  return total;
}
