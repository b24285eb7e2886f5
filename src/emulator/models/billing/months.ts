import type { Service } from "../../service";
import { monthEndAfter } from "../../world/months";
import { charge } from "../payments/charging";
import { defaultMethod } from "../payments/payment-methods";
import { balanceOf } from "./balance";
import { createInvoice } from "./invoicing";
import { recordUsage } from "./usage";

/** Starts billing in a loaded world that lacks it: records the usage of existing instances, and plans the end of the month. */
export function beginBilling(service: Service): void {
  const dueEntries = service.world.timeline.planned();
  const planned = new Set(dueEntries.flatMap((due) => (due.kind === "monthEnd" ? [due.euuid] : [])));
  for (const owner of service.everyAccount()) {
    const { account, instances, usages } = owner.world;
    if (usages.size === 0) for (const instance of instances.all()) recordUsage(owner, instance);
    if (planned.has(account.euuid)) continue;
    planned.add(account.euuid);
    planMonthEnd(owner, account.euuid);
  }
}

/** Creates the invoice of a month (UTC) and adds it to the balance, or charges it if `invoicesAre` is `charged`. */
export function closeMonth(service: Service, euuid: string): void {
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
