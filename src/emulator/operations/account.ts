import { operations } from "../../contract";
import { showAccount } from "../models/account";
import { withToken } from "./behaviour";

const { account: contract } = operations;

/** Section 4.3, the account itself. */
export const account = {
  view: withToken(contract.view, ({ service, caller }) => showAccount(service, caller)),
};
