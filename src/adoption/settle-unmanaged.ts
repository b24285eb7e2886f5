import type { Clock } from "../clock";
import type { AccountScan } from "../drift/scan/account-scan";
import { type Motion, settle } from "../drift/scan/settle";
import type { InspectedObject } from "../lifecycle";
import type { ResourceClass } from "../resources/resource-class";

/** Reads the types again whose unmanaged objects change by themselves, as long as a drift report waits for those of stacks. */
export async function settleUnmanaged(
  account: AccountScan,
  types: readonly ResourceClass[],
  isUnmanaged: (type: ResourceClass, object: InspectedObject) => boolean,
  clock: Clock,
  interrupt: AbortSignal | undefined,
): Promise<void> {
  const motionOf = (type: ResourceClass): Motion => {
    const motions = [...(account.reader.objects(type)?.values() ?? [])]
      .filter((object) => isUnmanaged(type, object))
      .map(motionOfObject);
    return (
      motions.find((motion) => motion === "moving") ?? motions.find((one) => one === "transient") ?? "settled"
    );
  };
  await settle(
    types,
    motionOf,
    (type) => account.readAgain({ objects: [], types: [type] }),
    clock,
    interrupt,
  );
}

function motionOfObject(object: InspectedObject): Motion {
  if (object.motion !== undefined) return "moving";
  return object.compare(object.inputs, {}).some(({ mayPass }) => mayPass) ? "transient" : "settled";
}
