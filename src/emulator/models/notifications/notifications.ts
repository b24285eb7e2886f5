import type { Answer, Operations } from "../../../contract";
import { type Caller, dateTime, type Service } from "../../service";
import { canReadAccount } from "../account/grants";
import { cardsThatExpire, pastDue, promotions } from "./account";
import { noticesFor } from "./announced";
import { maintenances, regionsInOutage } from "./instances";
import type { Notification } from "./notification";

/** What is caused by things that the caller may see (section 2.10). */
export function notificationsFor(service: Service, caller: Caller): Notification[] {
  const ofAccount = canReadAccount(caller) ? [pastDue, cardsThatExpire, promotions] : [];
  return [
    ...ofAccount.flatMap((find) => find(service)),
    ...[regionsInOutage, maintenances, noticesFor].flatMap((find) => find(service, caller)),
  ];
}

export function showNotification(
  service: Service,
  { when, until, ...notification }: Notification,
): Answer<Operations["notifications"]["list"]> {
  return {
    ...notification,
    when: when === null ? null : dateTime(service, when),
    until: until === null ? null : dateTime(service, until),
  };
}
