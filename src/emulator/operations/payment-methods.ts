import { operations } from "../../contract";
import {
  addPaymentMethod,
  deletePaymentMethod,
  makeDefault,
  paymentMethodsFor,
  showPaymentMethod,
  viewPaymentMethod,
} from "../models/payments/payment-methods";
import { list, withToken } from "./handler";

const { paymentMethods: contract } = operations;

/** The operations of section 4.4: payment methods. */
export const paymentMethods = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(paymentMethodsFor(service, caller), (method) => showPaymentMethod(service, method)),
  ),
  add: withToken(contract.add, ({ service, caller, body }) => addPaymentMethod(service, caller, body)),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showPaymentMethod(service, viewPaymentMethod(service, caller, path.paymentMethodId)),
  ),
  delete: withToken(contract.delete, ({ service, caller, path }) =>
    deletePaymentMethod(service, caller, path.paymentMethodId),
  ),
  makeDefault: withToken(contract.makeDefault, ({ service, caller, path }) =>
    makeDefault(service, caller, path.paymentMethodId),
  ),
};
