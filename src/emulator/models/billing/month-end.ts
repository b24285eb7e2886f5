import type { Service } from "../../service";
import { monthEndAfter } from "../../world/months";
import { charge } from "../payments/charging";
import { defaultMethod } from "../payments/payment-methods";
import { balanceOf } from "./balance";
import { makeInvoice } from "./invoicing";

/** A month, UTC, has ended: its invoice is made and, as set, charged. What can't be charged stays on the balance. */
export function monthIsOver(service: Service, euuid: string): void {
  if (service.world.account.euuid !== euuid) return;
  makeInvoice(service);
  const method = defaultMethod(service);
  const owed = balanceOf(service);
  if (service.settings.invoicesAre === "charged" && method && owed > 0) {
    charge(service, method, owed, null);
  }
  service.world.timeline.add(monthEndAfter(service.now()), { kind: "monthEnd", euuid });
}
