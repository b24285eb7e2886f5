import { operations } from "../../contract";
import { showAccount } from "../models/account/account";
import { cancelAccount } from "../models/account/cancel";
import { updateAccount } from "../models/account/update";
import { putCreditCard } from "../models/payments/credit-card";
import { withToken } from "./handler";

const { account: contract } = operations;

/** The operations of section 4.3: the account itself. */
export const account = {
  view: withToken(contract.view, ({ service, caller }) => showAccount(service, caller)),
  update: withToken(contract.update, ({ service, caller, body }) => {
    updateAccount(service, caller, body);
    return showAccount(service, caller);
  }),
  cancel: withToken(contract.cancel, ({ service, caller }) => cancelAccount(service, caller)),
  addCreditCard: withToken(contract.addCreditCard, ({ service, caller, body }) =>
    putCreditCard(service, caller, body),
  ),
};
