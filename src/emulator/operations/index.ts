import type { Operation, Operations } from "../../contract";
import { account } from "./account";
import { backups } from "./backups";
import type { Behaviour } from "./behaviour";
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

/** What every operation of the contract does: one that has no behaviour is an error of the compiler. */
const behaviours: { readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: Behaviour } } = {
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

const byOperation = new Map<Operation, Behaviour>(
  Object.values(behaviours).flatMap((group) =>
    Object.values<Behaviour>(group).map((behaviour) => [behaviour.operation, behaviour] as const),
  ),
);

/** What an operation does. */
export function behaviourOf(operation: Operation): Behaviour {
  const behaviour = byOperation.get(operation);
  if (!behaviour) throw new Error(`The emulator has no behaviour for ${operation.call}.`);
  return behaviour;
}
