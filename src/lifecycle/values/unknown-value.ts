/** In a preview, the engine's protocol has this string in place of an unknown value (the SDK's `runtime.unknownValue`). */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value, or anything in it, is unknown. */
export function holdsUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsUnknown);
}
