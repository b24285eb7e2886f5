import type { Caller, Service } from "../../service";
import type { NoticeRecord } from "../../world/billing-records";
import type { EventEntity } from "../../world/records";
import { canReadAccount } from "../account/grants";
import { instanceEntity } from "../events/entities";
import { canView } from "../instances/access";
import { accountEntity } from "./account";
import type { Notification } from "./notification";

/** What an outside hand has announced, until its time is over or its instance is gone. */
export function noticesFor(service: Service, caller: Caller): Notification[] {
  return service.world.notices.all().flatMap((notice) => {
    const entity = isOver(service, notice) ? undefined : entityFor(service, caller, notice);
    if (!entity) return [];
    const { label, message, body, severity, type, when, until } = notice;
    return [{ label, message, body, severity, type, entity, when, until }];
  });
}

function isOver(service: Service, { until }: NoticeRecord): boolean {
  return until !== null && service.now() >= until;
}

function entityFor(
  service: Service,
  caller: Caller,
  { instance_id: id }: NoticeRecord,
): EventEntity | undefined {
  if (id === null) return canReadAccount(caller) ? accountEntity(service) : undefined;
  const instance = canView(caller, id) ? service.world.instances.get(id) : undefined;
  return instance && instanceEntity(service.brand, instance);
}
