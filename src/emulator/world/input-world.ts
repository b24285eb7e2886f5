import { parsed } from "../parsed";
import { inputError } from "../service-error";
import type { SavedWorld } from "../types.generated";
import { inconsistencies, lastNumbers } from "./consistency";
import { inputWorld } from "./saved-world";

/**
 * Reads a world that was exported or written by hand. Throws a `ServiceError` that names the invalid fields: those of another
 * type, and those that contradict others.
 */
export function worldOf(written: unknown): SavedWorld {
  const data = parsed(inputWorld, written);
  const errors = inconsistencies(data);
  if (errors.length > 0) throw inputError(errors);
  return { ...data, numbers: lastNumbers(data) };
}
