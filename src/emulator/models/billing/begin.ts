import type { Service } from "../../service";
import { monthEndAfter } from "../../world/months";
import { noteUsage } from "./usage";

/** Lets an account that somebody wrote by hand be billed like any other: what exists costs from now on, and months end. */
export function beginBilling(service: Service): void {
  const { account, instances, timeline, usages } = service.world;
  if (usages.size === 0) for (const instance of instances.all()) noteUsage(service, instance);
  const { euuid } = account;
  const isPlanned = timeline.plans((due) => due.kind === "monthEnd" && due.euuid === euuid);
  if (!isPlanned) timeline.add(monthEndAfter(service.now()), { kind: "monthEnd", euuid });
}
