import type { Service } from "../../service";
import { monthEndAfter } from "../../world/months";
import { charge } from "../payments/charging";
import { defaultMethod } from "../payments/payment-methods";
import { balanceOf } from "./balance";
import { createInvoice } from "./invoicing";
import { recordUsage } from "./usage";

/** Starts billing in a loaded world that lacks it: records the usage of existing instances, and plans the end of the month. */
export function beginBilling(service: Service): void {
  const { account, instances, timeline, usages } = service.world;
  if (usages.size === 0) for (const instance of instances.all()) recordUsage(service, instance);
  const { euuid } = account;
  const isPlanned = timeline.plans((due) => due.kind === "monthEnd" && due.euuid === euuid);
  if (!isPlanned) planMonthEnd(service, euuid);
}

/** Creates the invoice of a month (UTC) and adds it to the balance, or charges it if `invoicesAre` is `charged`. */
export function monthEndIsDue(service: Service, euuid: string): void {
  if (service.world.account.euuid !== euuid) return;
  createInvoice(service);
  const method = defaultMethod(service);
  const owed = balanceOf(service);
  if (service.settings.invoicesAre === "charged" && method && owed > 0) {
    charge(service, method, owed, null);
  }
  planMonthEnd(service, euuid);
}

function planMonthEnd(service: Service, euuid: string): void {
  service.world.timeline.add(monthEndAfter(service.now()), { kind: "monthEnd", euuid });
}
