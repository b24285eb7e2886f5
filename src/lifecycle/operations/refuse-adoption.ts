import { LifecycleError } from "../failures";
import type { Properties } from "../lifecycle";
import { holdsUnknown } from "../values/unknown-value";

/** Throws if a resource that already manages an object would adopt another one. */
export function refuseOtherAdoption(kind: string, id: string, { adopt }: Properties): void {
  if (adopt === undefined || adopt === null || holdsUnknown(adopt) || String(adopt) === id) return;
  throw new LifecycleError(
    `adopt: this resource already manages ${kind} ${id} and cannot adopt ${String(adopt)}. Nothing was changed. Declare another resource for it, or remove this one from the state first.`,
  );
}

/**
 * While `adopt` is set, no argument replaces the object, because it existed before the program. Throws if the program changed an argument
 * that would. An unknown value may turn out to be the current one.
 */
export function refuseReplacement(kind: string, news: Properties, replaced: readonly string[]): void {
  const changed = replaced.filter((name) => !holdsUnknown(news[name]));
  if (changed.length === 0) return;
  throw new LifecycleError(
    `${changed.join(", ")}: cannot change while \`adopt\` is set, because a replacement would destroy the adopted ${kind}. Nothing was changed. To replace it anyway, remove \`adopt\` first, in an update of its own.`,
  );
}
