import { LifecycleError } from "./failures";
import type { Properties } from "./lifecycle";
import { holdsUnknown } from "./unknown-value";

/** Throws if the inputs of a resource that manages an object adopt another one. */
export function refuseOtherAdoption(kind: string, id: string, { adopt }: Properties): void {
  if (adopt === undefined || adopt === null || holdsUnknown(adopt) || String(adopt) === id) return;
  throw new LifecycleError(
    `adopt: this resource already manages ${kind} ${id} and can't adopt ${String(adopt)}. Nothing was changed. Declare another resource for it, or remove this one from the state first.`,
  );
}
