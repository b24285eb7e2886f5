import type { Caller, Service } from "../../service";
import { forbidden } from "../../service-error";

export type Access = "read_only" | "read_write";

/** The kinds of objects that a restricted user is granted one by one. */
type Granted = "instances" | "images";

/** What a restricted user may do with the object of this id. */
export function grantOn(grants: Readonly<Record<string, Access>>, id: string | number): Access | undefined {
  return Object.hasOwn(grants, id) ? grants[id] : undefined;
}

/** Grants a restricted user the object that they created. */
export function grantCreator(service: Service, caller: Caller, kind: Granted, id: string | number): void {
  const user = service.world.users.get(caller.user.username);
  if (!user?.restricted) return;
  service.world.users.put({ ...user, [kind]: { ...user[kind], [id]: "read_write" } });
}

/** Removes every user's grant on an object. */
export function revokeGrants({ world }: Service, kind: Granted, id: string | number): void {
  for (const user of world.users.all()) {
    const { [id]: granted, ...others } = user[kind];
    if (granted) world.users.put({ ...user, [kind]: others });
  }
}

/** @throws ServiceError for a restricted user without the grant to add instances. */
export function requireAddInstances(service: Service, caller: Caller): void {
  requireGrant(caller, service.brand.grant("add_nodes"));
}

/** @throws ServiceError for a restricted user without the grant to add images. The interface does not specify its name. */
export function requireAddImages(caller: Caller): void {
  requireGrant(caller, "add_images");
}

/** @throws ServiceError for a restricted user without this access to the account, its payment methods and OAuth clients. */
export function requireAccountAccess({ user }: Caller, needed: Access): void {
  if (!user.restricted || user.account === "read_write") return;
  if (user.account === null || needed === "read_write") throw forbidden();
}

/** Whether the caller may read data about the account as a whole. */
export function canReadAccount({ user }: Caller): boolean {
  return !user.restricted || user.account !== null;
}

/** @throws ServiceError for a restricted user who adds or removes tags. */
export function requireTagAccess(caller: Caller, before: readonly string[], after: readonly string[]): void {
  if (!caller.user.restricted) return;
  const old = new Set(before);
  const isUnchanged = old.size === new Set(after).size && after.every((tag) => old.has(tag));
  if (!isUnchanged) throw forbidden();
}

function requireGrant({ user }: Caller, grant: string): void {
  if (user.restricted && !user.grants.includes(grant)) throw forbidden();
}
