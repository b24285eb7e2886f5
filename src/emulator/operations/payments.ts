import { operations } from "../../contract";
import { isRecord } from "../../unknown";
import { makePayment, paymentsFor, showPayment } from "../models/payments/payments";
import type { Settings } from "../types.generated";
import { list, withToken } from "./handler";

const { payments: contract } = operations;

/** The operations of section 4.4: payments. */
export const payments = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(paymentsFor(service, caller), (payment) => showPayment(service, payment)),
  ),
  create: {
    ...withToken(contract.create, ({ service, caller, body }) => makePayment(service, caller, body)),
    prepare: withTextAmount,
  },
};

/** Live services accept the amount as a number too. */
function withTextAmount(body: unknown, { paymentAmounts }: Settings): unknown {
  if (paymentAmounts === "string" || !isRecord(body) || typeof body.usd !== "number") return body;
  return { ...body, usd: String(body.usd) };
}
