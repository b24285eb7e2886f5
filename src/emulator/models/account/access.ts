import { forbidden, nodeBusy, notFound, ungranted } from "../../refusal";
import type { Caller, Service } from "../../service";
import type { InstanceRecord } from "../../world/records";

export type Access = "read_only" | "read_write";

/** The instances that the caller may see: for a restricted user, those granted. */
export function instancesFor(service: Service, caller: Caller): readonly InstanceRecord[] {
  if (!caller.user.restricted) return service.world.instances.all();
  return service.world.instances.all().filter((instance) => maySee(caller, instance.id));
}

/** What a restricted user may do with a thing: only what a grant of its own id says. */
export function grantOn(grants: Readonly<Record<string, Access>>, id: string | number): Access | undefined {
  return Object.hasOwn(grants, id) ? grants[id] : undefined;
}

/** @throws Refusal when there is none, or the caller's grants don't reach. */
export function instanceFor(service: Service, caller: Caller, id: number, access: Access): InstanceRecord {
  const instance = service.world.instances.get(id);
  if (!instance) throw notFound();
  if (!caller.user.restricted) return instance;
  const granted = grantOn(caller.user.instances, id);
  if (granted === undefined) throw ungranted(service.settings);
  if (access === "read_write" && granted !== "read_write") throw forbidden();
  return instance;
}

/** An instance for an action on it, which has to wait for the one that runs. */
export function idleInstanceFor(service: Service, caller: Caller, id: number): InstanceRecord {
  const instance = instanceFor(service, caller, id, "read_write");
  refuseBusy(service, instance);
  return instance;
}

/** @throws Refusal while another action runs on the instance, or a snapshot of it is being taken. */
export function refuseBusy(service: Service, instance: InstanceRecord): void {
  if (service.settings.busyRefusals && isBusy(service, instance)) throw nodeBusy();
}

/** As `instanceFor`, for an action that a busy instance refuses only as set. */
export function changeableInstanceFor(service: Service, caller: Caller, id: number): InstanceRecord {
  const instance = instanceFor(service, caller, id, "read_write");
  if (service.settings.busyActions === "all") refuseBusy(service, instance);
  return instance;
}

export function isBusy(service: Service, instance: InstanceRecord): boolean {
  const snapshots = service.world.backups
    .of(instance.id)
    .some((backup) => backup.type === "snapshot" && backup.finished === null);
  const isResting = instance.job === null && instance.status !== "stopped" && !snapshots;
  return !isResting || service.now() < instance.busy_until;
}

/** @throws Refusal for a restricted user without the grant to add instances. */
export function requireAddGrant(service: Service, caller: Caller): void {
  const grant = service.brand.grant("add_nodes");
  if (caller.user.restricted && !caller.user.grants.includes(grant)) throw forbidden();
}

/** @throws Refusal for a restricted user whose grant on the account, its payment methods and OAuth clients doesn't reach. */
export function requireAccountGrant({ user }: Caller, needed: Access): void {
  if (!user.restricted || user.account === "read_write") return;
  if (user.account === null || needed === "read_write") throw forbidden();
}

/** Whether what concerns the account as a whole may be seen. */
export function mayReadAccount({ user }: Caller): boolean {
  return !user.restricted || user.account !== null;
}

/** Tags are added and changed by unrestricted users only; the same tags again are no change. */
export function requireTagRight(caller: Caller, before: readonly string[], after: readonly string[]): void {
  if (!caller.user.restricted) return;
  const old = new Set(before);
  const isSame = old.size === new Set(after).size && after.every((tag) => old.has(tag));
  if (!isSame) throw forbidden();
}

/** Who creates a thing may use it. */
export function grantCreator(service: Service, caller: Caller, instanceId: number): void {
  const user = service.world.users.get(caller.user.username);
  if (!user?.restricted) return;
  const instances = { ...user.instances, [String(instanceId)]: "read_write" as const };
  service.world.users.put({ ...user, instances });
}

export function maySee(caller: Caller, instanceId: number): boolean {
  return !caller.user.restricted || grantOn(caller.user.instances, instanceId) !== undefined;
}
