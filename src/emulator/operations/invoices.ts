import { operations } from "../../contract";
import { notFound } from "../refusal";
import { list, withToken } from "./behaviour";

const { invoices: contract } = operations;

/** Section 4.3, invoices. */
export const invoices = {
  list: withToken(contract.list, () => list([], (invoice) => invoice)),
  view: withToken(contract.view, () => {
    throw notFound();
  }),
  listItems: withToken(contract.listItems, () => {
    throw notFound();
  }),
};
