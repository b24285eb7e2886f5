import type { Operations, ResponseBody } from "../../../contract";
import { type Caller, formatDateTime, type Service } from "../../service";
import { forbidden, notFound } from "../../service-error";
import type { LoginRecord } from "../../world/people-records";
import type { UserRecord } from "../../world/records";
import { removeExpired, retentionStart } from "../events/retention";

/** The IP address of a login that specifies none, from the range reserved for documentation. */
const defaultAddress = "203.0.113.7";

/** Records a login of a user. */
export function recordLogin(service: Service, user: UserRecord, ip: string = defaultAddress): void {
  removeExpired(service, service.world.logins, (login) => login.datetime);
  service.world.logins.put({
    id: service.world.nextNumber("login"),
    datetime: service.now(),
    ip,
    restricted: user.restricted,
    username: user.username,
  });
}

/** All users' logins of the last 90 days, newest first. Only unrestricted users may view them (section 4.3, behavior 3). */
export function loginsFor(service: Service, caller: Caller): LoginRecord[] {
  if (caller.user.restricted) throw forbidden();
  const start = retentionStart(service);
  return service.world.logins
    .all()
    .filter((login) => login.datetime >= start)
    .reverse();
}

/** @throws ServiceError when there is no such login within the last 90 days. */
export function loginFor(service: Service, caller: Caller, id: number): LoginRecord {
  if (caller.user.restricted) throw forbidden();
  const login = service.world.logins.get(id);
  if (!login || login.datetime < retentionStart(service)) throw notFound();
  return login;
}

export function showLogin(service: Service, login: LoginRecord): ResponseBody<Operations["logins"]["view"]> {
  return { ...login, datetime: formatDateTime(service, login.datetime) };
}
