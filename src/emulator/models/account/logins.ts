import type { Answer, Operations } from "../../../contract";
import { forbidden, notFound } from "../../refusal";
import { type Caller, dateTime, type Service } from "../../service";
import type { LoginRecord } from "../../world/people-records";
import type { UserRecord } from "../../world/records";
import { forgetOld, oldestShown } from "../events/history";

/** Where a login came from that nobody described: from the range for documentation. */
const defaultAddress = "203.0.113.7";

/** Notes that a user has logged in. */
export function recordLogin(service: Service, user: UserRecord, ip: string = defaultAddress): void {
  forgetOld(service, service.world.logins, (login) => login.datetime);
  service.world.logins.put({
    id: service.world.number("login"),
    datetime: service.now(),
    ip,
    restricted: user.restricted,
    username: user.username,
  });
}

/** The logins of the last 90 days of all users, newest first; for unrestricted users only (section 4.3, behaviour 3). */
export function loginsFor(service: Service, caller: Caller): LoginRecord[] {
  if (caller.user.restricted) throw forbidden();
  const oldest = oldestShown(service);
  return service.world.logins
    .all()
    .filter((login) => login.datetime >= oldest)
    .reverse();
}

/** @throws Refusal when there is none, or it is too old. */
export function loginFor(service: Service, caller: Caller, id: number): LoginRecord {
  if (caller.user.restricted) throw forbidden();
  const login = service.world.logins.get(id);
  if (!login || login.datetime < oldestShown(service)) throw notFound();
  return login;
}

export function showLogin(service: Service, login: LoginRecord): Answer<Operations["logins"]["view"]> {
  return { ...login, datetime: dateTime(service, login.datetime) };
}
