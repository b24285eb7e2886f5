/** What went wrong, in words; for commands that do not load what has words of its own. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
