import { operations } from "../../contract";
import { makePayment, paymentsFor, showPayment } from "../models/payments/payments";
import { list, withToken } from "./handler";

const { payments: contract } = operations;

/** Section 4.4, payments. */
export const payments = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(
      paymentsFor(service, caller),
      (payment) => showPayment(service, payment),
      (payment) => payment.date,
    ),
  ),
  create: withToken(contract.create, ({ service, caller, body }) => makePayment(service, caller, body)),
};
