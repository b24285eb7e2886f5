/** Whether a value of unknown origin is an object with named members, and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The message of anything thrown. An error from another realm (a test's, a vm's) is not `instanceof Error` here. */
export function messageOf(error: unknown): string {
  return isRecord(error) && typeof error.message === "string" ? error.message : String(error);
}

/** Converts anything thrown to an error: itself, or a new one with its message. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

/** The `code` of an error of the operating system, such as `ENOENT`. Undefined if the value has none. */
export function errorCodeOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error.code === "string" ? error.code : undefined;
}
