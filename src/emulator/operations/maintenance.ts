import { operations } from "../../contract";
import { list, withToken } from "./behaviour";

const { maintenance: contract } = operations;

/** Section 4.3, maintenance. */
export const maintenance = {
  list: withToken(contract.list, () => list([], (one) => one)),
};
