import { isRecord } from "../unknown";
import type { CallOptions } from "./calls";
import type { FieldError } from "./error";
import { inputError } from "./message";
import type { PreparedCall } from "./request";
import { isSignal } from "./signal";

/**
 * Programs in JavaScript may pass anything.
 * @throws NodecloudError `input` for a signal or a deadline of another type; nothing is sent.
 */
export function checkCallOptions({ named, call }: PreparedCall, { signal, deadline }: CallOptions): void {
  const fieldErrors: FieldError[] = [];
  if (signal !== undefined && !isSignal(signal))
    fieldErrors.push({ field: "signal", reason: "must be an AbortSignal" });
  if (deadline !== undefined && !isDeadline(deadline)) {
    const reason =
      "must be an object with the number `at`, in milliseconds since 1970, and the function `extend`";
    fieldErrors.push({ field: "deadline", reason });
  }
  if (fieldErrors.length > 0) throw inputError(named.name, call, fieldErrors);
}

function isDeadline(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.at === "number" &&
    !Number.isNaN(value.at) &&
    typeof value.extend === "function"
  );
}
