import type { Service } from "../../service";
import { monthEndAfter } from "../../world/months";
import type { DueTransition } from "../../world/timeline-entry";
import { charge } from "../payments/charging";
import { defaultMethod } from "../payments/payment-methods";
import { balanceOf } from "./balance";
import { createInvoice } from "./invoicing";
import { recordUsage } from "./usage";

type MonthEnd = Extract<DueTransition, { readonly kind: "monthEnd" }>;

/** Starts billing in a loaded world that lacks it: records the usage of existing instances, and plans the end of the month. */
export function beginBilling(service: Service): void {
  const planned = new Set(plannedMonthEnds(service).map(({ account, euuid }) => account ?? euuid));
  for (const owner of service.everyAccount()) {
    const { account, accountNumber, instances, usages } = owner.world;
    if (usages.size === 0) for (const instance of instances.all()) recordUsage(owner, instance);
    if (!planned.has(accountNumber) && !planned.has(account.euuid)) planMonthEnd(owner);
  }
}

/** Creates the invoice of a month (UTC) and adds it to the balance, or charges it if `invoicesAre` is `charged`. */
export function closeMonth(service: Service, { account }: MonthEnd): void {
  if (account === undefined && isReplaced(service)) return;
  createInvoice(service);
  const method = defaultMethod(service);
  const owed = balanceOf(service);
  if (service.settings.invoicesAre === "charged" && method && owed > 0) {
    charge(service, method, owed, null);
  }
  planMonthEnd(service);
}

/** Whether an entry of an earlier version, which names no number, was replaced by one that does. */
function isReplaced(service: Service): boolean {
  const { accountNumber } = service.world;
  return plannedMonthEnds(service).some((end) => end.account === accountNumber);
}

function planMonthEnd(service: Service): void {
  const { account, accountNumber, timeline } = service.world;
  timeline.add(monthEndAfter(service.now()), {
    kind: "monthEnd",
    euuid: account.euuid,
    account: accountNumber,
  });
}

function plannedMonthEnds(service: Service): MonthEnd[] {
  return service.world.timeline.planned().filter((due) => due.kind === "monthEnd");
}
