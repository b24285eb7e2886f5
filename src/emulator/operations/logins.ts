import { operations } from "../../contract";
import { notFound } from "../refusal";
import { list, withToken } from "./behaviour";

const { logins: contract } = operations;

/** Section 4.3, logins. */
export const logins = {
  list: withToken(contract.list, () => list([], (login) => login)),
  view: withToken(contract.view, () => {
    throw notFound();
  }),
};
