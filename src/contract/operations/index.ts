import type { Operation } from "../operation";
import { account } from "./account";
import { backups } from "./backups";
import { entityTransfers } from "./entity-transfers";
import { events } from "./events";
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

/** Every operation by group and name: `operations.instances.view`. */
export const operations = {
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
} as const;

export type Operations = typeof operations;

/** An operation with its name, such as `instances.view`. */
export interface NamedOperation {
  readonly name: string;
  readonly group: string;
  readonly operation: Operation;
}

/** All operations in the order of the table. */
export const allOperations: readonly NamedOperation[] = Object.entries(operations).flatMap(
  ([group, members]) =>
    Object.entries<Operation>(members).map(([name, operation]) => ({
      name: `${group}.${name}`,
      group,
      operation,
    })),
);
