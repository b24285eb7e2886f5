import { operations } from "../../contract";
import { list, withToken } from "./behaviour";

const { notifications: contract } = operations;

/** Section 4.3, notifications. */
export const notifications = {
  list: withToken(contract.list, () => list([], (notification) => notification)),
};
