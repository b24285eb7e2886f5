import { operations } from "../../contract";
import { notFound } from "../refusal";
import { list, withToken } from "./behaviour";

const { entityTransfers: contract } = operations;

/** Section 4.5. */
export const entityTransfers = {
  list: withToken(contract.list, () => list([], (transfer) => transfer)),
  create: withToken(contract.create, () => {
    throw notFound();
  }),
  view: withToken(contract.view, () => {
    throw notFound();
  }),
  cancel: withToken(contract.cancel, () => {
    throw notFound();
  }),
  accept: withToken(contract.accept, () => {
    throw notFound();
  }),
};
