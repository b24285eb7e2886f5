/** The text of an error; for the commands that do not load `src/state`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
