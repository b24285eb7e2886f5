import { operations } from "../../contract";
import { loginFor, loginsFor, showLogin } from "../models/account/logins";
import { list, withToken } from "./handler";

const { logins: contract } = operations;

/** The operations of section 4.3: logins. */
export const logins = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(loginsFor(service, caller), (login) => showLogin(service, login)),
  ),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showLogin(service, loginFor(service, caller, path.loginId)),
  ),
};
