import type { z } from "zod";
import { operations } from "../../contract";
import { addFurtherFieldsTo } from "../http/further-fields";
import { showBackup } from "../models/backups/backups";
import { showInvoice } from "../models/billing/invoices";
import { showEvent } from "../models/events/events";
import { showImage } from "../models/images/images";
import { showInstance } from "../models/instances/instance";
import { showOAuthClient } from "../models/oauth/clients";
import { showPaymentMethod } from "../models/payments/payment-methods";
import { showTransfer } from "../models/transfers/transfers";
import type { Service } from "../service";
import type { Table } from "../world/table";
import type { Key } from "../world/table-definition";
import type { World } from "../world/world";
import type { ConsoleTableName, Row } from "./messages";

/** One object as the stream sends it. */
type ShownRow = Pick<Row, "json" | "instance" | "action">;

/** A table of the world that the console shows. */
export interface ConsoleTable {
  readonly name: ConsoleTableName;
  /** The keys of its latest objects, oldest first. */
  keys(world: World): readonly Key[];
  /** The object as the account's API returns it. Undefined if the API does not return it. */
  show(service: Service, key: Key, origin: string): ShownRow | undefined;
}

interface Definition<K extends Key, R> {
  readonly table: (world: World) => Table<K, R>;
  readonly keyOf: (row: R) => K;
  readonly response: z.ZodType;
  readonly show: (service: Service, row: R, origin: string) => unknown;
  /** Default: every object. */
  readonly isShown?: (service: Service, row: R) => boolean;
  /** The event of the action in progress. */
  readonly eventOf?: (row: R) => number | null;
  readonly instanceOf?: (row: R) => number;
}

/** Events are kept for 90 days. The console begins with the latest ones. */
const maxInitialRows = { events: 2000 } as const;

/** The tables of the console by their names in saved worlds. */
export const consoleTables: Readonly<Record<ConsoleTableName, ConsoleTable>> = {
  instances: define("instances", {
    table: ({ instances }) => instances,
    keyOf: ({ id }) => id,
    response: operations.instances.view.response,
    show: showInstance,
    eventOf: ({ job }) => job?.event_id ?? null,
  }),
  images: define("images", {
    table: ({ images }) => images,
    keyOf: ({ id }) => id,
    response: operations.images.view.response,
    show: showImage,
    eventOf: (image) => image.event_id,
  }),
  backups: define("backups", {
    table: ({ backups }) => backups,
    keyOf: ({ id }) => id,
    response: operations.backups.view.response,
    show: showBackup,
    eventOf: (backup) => backup.event_id,
    instanceOf: (backup) => backup.instance_id,
  }),
  oauth_clients: define("oauth_clients", {
    table: ({ oauthClients }) => oauthClients,
    keyOf: ({ id }) => id,
    response: operations.oauthClients.view.response,
    show: (service, client, origin) => showOAuthClient(service, client, origin),
  }),
  payment_methods: define("payment_methods", {
    table: ({ paymentMethods }) => paymentMethods,
    keyOf: ({ id }) => id,
    response: operations.paymentMethods.view.response,
    show: showPaymentMethod,
    isShown: (_, { state }) => state === "active",
  }),
  invoices: define("invoices", {
    table: ({ invoices }) => invoices,
    keyOf: ({ id }) => id,
    response: operations.invoices.view.response,
    show: showInvoice,
  }),
  entity_transfers: define("entity_transfers", {
    table: ({ entityTransfers }) => entityTransfers,
    keyOf: ({ token }) => token,
    response: operations.entityTransfers.view.response,
    show: showTransfer,
    isShown: ({ world }, { sender, receiver }) => [sender, receiver].includes(world.accountNumber),
  }),
  events: define("events", {
    table: ({ events }) => events,
    keyOf: ({ id }) => id,
    response: operations.events.view.response,
    show: showEvent,
  }),
};

function define<K extends Key, R>(name: ConsoleTableName, definition: Definition<K, R>): ConsoleTable {
  const { table, keyOf, response, show, isShown = () => true, eventOf, instanceOf } = definition;
  const addFurtherFields = addFurtherFieldsTo(response);
  const max = new Map<string, number>(Object.entries(maxInitialRows)).get(name);
  return {
    name,
    keys: (world) => {
      const keys = table(world).all().map(keyOf);
      return max === undefined ? keys : keys.slice(-max);
    },
    show: (service, key, origin) => {
      const row = table(service.world).find(key);
      if (row === undefined || !isShown(service, row)) return undefined;
      const eventId = eventOf?.(row) ?? null;
      const event = eventId === null ? undefined : service.world.events.get(eventId);
      const isRunning = event !== undefined && event.finished === null;
      return {
        json: addFurtherFields(service.brand.toWire(response, show(service, row, origin)), service.settings),
        ...(instanceOf && { instance: instanceOf(row) }),
        ...(isRunning && {
          action: {
            name: service.brand.action(event.action),
            since: event.created,
            expected: event.expected,
          },
        }),
      };
    },
  };
}
