import { operations } from "../../contract";
import { notificationsFor, showNotification } from "../models/notifications/notifications";
import { list, withToken } from "./handler";

const { notifications: contract } = operations;

/** The operations of section 4.3: notifications. */
export const notifications = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(notificationsFor(service, caller), (notification) => showNotification(service, notification)),
  ),
};
