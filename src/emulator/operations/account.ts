import { operations } from "../../contract";
import { showAccount, updateAccount } from "../models/account";
import { withToken } from "./behaviour";

const { account: contract } = operations;

/** Section 4.3, the account itself. */
export const account = {
  view: withToken(contract.view, ({ service, caller }) => showAccount(service, caller)),
  update: withToken(contract.update, ({ service, caller, body }) => updateAccount(service, caller, body)),
  cancel: withToken(contract.cancel, () => ({ survey_link: "" })),
  addCreditCard: withToken(contract.addCreditCard, () => ({})),
};
