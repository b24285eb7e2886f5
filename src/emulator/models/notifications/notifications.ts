import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { canReadAccount } from "../account/grants";
import { expiringCards, pastDueBalance, promotions } from "./account";
import { addedNotifications } from "./added";
import { maintenances, outages } from "./instances";
import type { Notification } from "./notification";

/** The notifications about objects that the caller may view (section 2.10). */
export function notificationsFor(service: Service, caller: Caller): Notification[] {
  const accountSources = canReadAccount(caller) ? [pastDueBalance, expiringCards, promotions] : [];
  return [
    ...accountSources.flatMap((find) => find(service)),
    ...[outages, maintenances, addedNotifications].flatMap((find) => find(service, caller)),
  ];
}

export function showNotification(
  service: Service,
  { when, until, ...notification }: Notification,
): ResponseBody<Operations["notifications"]["list"]> {
  return {
    ...notification,
    when: when === null ? null : formatDateTime(service, when),
    until: until === null ? null : formatDateTime(service, until),
  };
}
