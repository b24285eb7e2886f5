import type { Caller, Service } from "../../service";
import { forbidden, missingError, withoutGrantError } from "../../service-error";
import type { InstanceRecord } from "../../world/instance-records";
import { type Access, grantOn } from "../account/grants";
import { requireIdle, requireIdleForChange } from "./busy";

/** The instances that the caller may view. For a restricted user, those with a grant. */
export function instancesFor(service: Service, caller: Caller): readonly InstanceRecord[] {
  const instances = service.world.instances.all();
  return caller.user.restricted ? instances.filter(({ id }) => canView(caller, id)) : instances;
}

/** @throws ServiceError when there is no such instance, or the caller's grant does not allow the access. */
export function instanceFor(service: Service, caller: Caller, id: number, access: Access): InstanceRecord {
  const instance = service.world.instances.get(id);
  if (!instance) throw missingError(service.settings, caller.user.restricted);
  if (!caller.user.restricted) return instance;
  const granted = grantOn(caller.user.instances, id);
  if (granted === undefined) throw withoutGrantError(service.settings);
  if (access === "read_write" && granted !== "read_write") throw forbidden();
  return instance;
}

/** Like `instanceFor`, for an action that a busy instance rejects. */
export function idleInstanceFor(service: Service, caller: Caller, id: number): InstanceRecord {
  const instance = instanceFor(service, caller, id, "read_write");
  requireIdle(service, instance);
  return instance;
}

/** Like `instanceFor`, for a change that a busy instance accepts by default. */
export function changeableInstanceFor(service: Service, caller: Caller, id: number): InstanceRecord {
  const instance = instanceFor(service, caller, id, "read_write");
  requireIdleForChange(service, instance);
  return instance;
}

export function canView(caller: Caller, instanceId: number): boolean {
  return !caller.user.restricted || grantOn(caller.user.instances, instanceId) !== undefined;
}
