import { operations } from "../../contract";
import { refused } from "../refusal";
import { list, withToken } from "./behaviour";

const { payments: contract } = operations;

/** Section 4.4, payments. */
export const payments = {
  list: withToken(contract.list, () => list([], (payment) => payment)),
  create: withToken(contract.create, () => {
    throw refused("Payments are not taken.");
  }),
};
