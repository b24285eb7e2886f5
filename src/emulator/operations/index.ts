import type { Operation, Operations } from "../../contract";
import { account } from "./account";
import { backups } from "./backups";
import { entityTransfers } from "./entity-transfers";
import { events } from "./events";
import type { Handler } from "./handler";
import { images } from "./images";
import { instances } from "./instances";
import { invoices } from "./invoices";
import { logins } from "./logins";
import { maintenance } from "./maintenance";
import { notifications } from "./notifications";
import { oauthClients } from "./oauth-clients";
import { paymentMethods } from "./payment-methods";
import { payments } from "./payments";
import { regions } from "./regions";

/** The handler of every operation of the contract. A missing one is a compile error. */
const handlers: { readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: Handler } } = {
  instances,
  backups,
  account,
  events,
  invoices,
  logins,
  maintenance,
  notifications,
  paymentMethods,
  payments,
  entityTransfers,
  oauthClients,
  regions,
  images,
};

const byOperation = new Map<Operation, Handler>(
  Object.values(handlers).flatMap((group) =>
    Object.values<Handler>(group).map((handler) => [handler.operation, handler] as const),
  ),
);

export function handlerOf(operation: Operation): Handler {
  const handler = byOperation.get(operation);
  if (!handler) throw new Error(`The emulator has no handler for ${operation.call}.`);
  return handler;
}
