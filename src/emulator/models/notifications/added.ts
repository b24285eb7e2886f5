import type { Caller, Service } from "../../service";
import type { NotificationRecord } from "../../world/billing-records";
import type { EventEntity } from "../../world/records";
import { canReadAccount } from "../account/grants";
import { accountEntity, instanceEntity } from "../events/entities";
import { canView } from "../instances/access";
import type { Notification } from "./notification";

/** Notifications added by external changes, until they end or their instance no longer exists. */
export function addedNotifications(service: Service, caller: Caller): Notification[] {
  return service.world.notifications.all().flatMap((record) => {
    const entity = hasEnded(service, record) ? undefined : entityFor(service, caller, record);
    if (!entity) return [];
    const { label, message, body, severity, type, when, until } = record;
    return [{ label, message, body, severity, type, entity, when, until }];
  });
}

function hasEnded(service: Service, { until }: NotificationRecord): boolean {
  return until !== null && service.now() >= until;
}

/** The object that the notification is about, if the caller may view it. */
function entityFor(
  service: Service,
  caller: Caller,
  { instance_id: id }: NotificationRecord,
): EventEntity | undefined {
  if (id === null) return canReadAccount(caller) ? accountEntity(service) : undefined;
  const instance = canView(caller, id) ? service.world.instances.get(id) : undefined;
  return instance && instanceEntity(service.brand, instance);
}
