import { LifecycleError } from "./failures";
import type { Properties } from "./lifecycle";
import { holdsUnknown } from "./unknown-value";

/** Throws if the inputs of a resource that manages an object adopt another one. */
export function refuseOtherAdoption(kind: string, id: string, { adopt }: Properties): void {
  if (adopt === undefined || adopt === null || holdsUnknown(adopt) || String(adopt) === id) return;
  throw new LifecycleError(
    `adopt: this resource already manages ${kind} ${id} and cannot adopt ${String(adopt)}. Nothing was changed. Declare another resource for it, or remove this one from the state first.`,
  );
}

/**
 * Of the arguments that would replace an object, none does while `adopt` is set, because the object existed before the program.
 * Throws if the program changed one of them. A value that is not known yet may turn out to be the present one.
 */
export function refuseReplacement(kind: string, news: Properties, replaced: readonly string[]): void {
  const changed = replaced.filter((name) => !holdsUnknown(news[name]));
  if (changed.length === 0) return;
  throw new LifecycleError(
    `${changed.join(", ")}: cannot change while \`adopt\` is set, because a replacement would destroy the adopted ${kind}. Nothing was changed. To replace it anyway, remove \`adopt\` first, in an update of its own.`,
  );
}
