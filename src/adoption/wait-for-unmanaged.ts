import type { Clock } from "../clock";
import type { AccountScan } from "../drift/scan/account-scan";
import { type Stability, waitUntilStable } from "../drift/scan/wait-until-stable";
import type { InspectedObject } from "../lifecycle";
import type { ResourceClass } from "../resources/resource-class";

/**
 * Lists the types again that have unmanaged objects in transition, and waits for them as long as a drift report waits for the objects of
 * stacks.
 */
export async function waitForUnmanaged(
  account: AccountScan,
  types: readonly ResourceClass[],
  isUnmanaged: (type: ResourceClass, object: InspectedObject) => boolean,
  clock: Clock,
  interrupt: AbortSignal | undefined,
): Promise<void> {
  const stabilityOf = (type: ResourceClass): Stability => {
    const stabilities = [...(account.reader.objects(type)?.values() ?? [])]
      .filter((object) => isUnmanaged(type, object))
      .map(stabilityOfObject);
    return (
      stabilities.find((stability) => stability === "changing") ??
      stabilities.find((one) => one === "transient") ??
      "stable"
    );
  };
  await waitUntilStable(
    types,
    stabilityOf,
    (type) => account.readAgain({ objects: [], types: [type] }),
    clock,
    interrupt,
  );
}

function stabilityOfObject(object: InspectedObject): Stability {
  if (object.transition !== undefined) return "changing";
  return object.compare(object.inputs, {}).some(({ mayBeTransient }) => mayBeTransient)
    ? "transient"
    : "stable";
}
