import { refusalOf, refusedFor } from "../refusal";
import { inconsistencies, lastNumbers } from "./consistency";
import { type SavedWorld, writtenWorld } from "./saved-world";

/**
 * Reads a world that was exported or written by hand. Throws a `Refusal` that names the fields at fault: those of another
 * type, and those that contradict others.
 */
export function worldOf(written: unknown): SavedWorld {
  const { success, data, error } = writtenWorld.safeParse(written);
  if (!success) throw refusalOf(error);
  const faults = inconsistencies(data);
  if (faults.length > 0) throw refusedFor(faults);
  return { ...data, numbers: lastNumbers(data) };
}
