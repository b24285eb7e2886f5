import { z } from "zod";
import * as accounts from "./account-records";
import * as billing from "./billing-records";
import { type Change, Changes } from "./changes";
import * as records from "./records";
import { Table } from "./table";
import { Timeline } from "./timeline";
import { timelineEntry } from "./timeline-entry";

/** A whole world as plain JSON. */
export const worldState = z.object({
  version: z.literal(1),
  /** The word that its image ids, scopes and grants are written in. */
  brand: z.string(),
  /** The moment it was taken at, in milliseconds since 1970 UTC. */
  time: z.number(),
  /** The last number given out, by kind: ids are never given twice. */
  numbers: z.record(z.string(), z.int()),
  users: z.array(records.userRecord),
  tokens: z.array(records.tokenRecord),
  regions: z.array(records.regionRecord),
  types: z.array(records.typeRecord),
  images: z.array(records.imageRecord),
  scripts: z.array(records.scriptRecord),
  instances: z.array(records.instanceRecord),
  disks: z.array(records.diskRecord),
  configs: z.array(records.configRecord),
  addresses: z.array(records.addressRecord),
  backups: z.array(records.backupRecord),
  account: accounts.accountRecord,
  payment_methods: z.array(accounts.paymentMethodRecord),
  oauth_clients: z.array(accounts.oauthClientRecord),
  usages: z.array(billing.usageRecord).default([]),
  invoices: z.array(billing.invoiceRecord).default([]),
  payments: z.array(billing.paymentRecord).default([]),
  notices: z.array(billing.noticeRecord).default([]),
  events: z.array(records.eventRecord),
  timeline: z.array(timelineEntry),
});

export type WorldState = z.output<typeof worldState>;
/** The kinds of things that get a number. */
export type Numbered =
  | "instance"
  | "disk"
  | "config"
  | "backup"
  | "event"
  | "image"
  | "paymentMethod"
  | "usage"
  | "invoice"
  | "payment"
  | "notice"
  | "publicAddress"
  | "privateAddress";

/** Everything that exists, by id and where needed by whom it belongs to. */
export class World {
  /** What has changed since it was last asked for. */
  readonly changes = new Changes();
  readonly #tables = new Map<string, Kept>();
  readonly users = this.#table("users", records.userRecord, (user) => user.username);
  readonly tokens = this.#table("tokens", records.tokenRecord, (token) => token.sha256);
  readonly regions = this.#table("regions", records.regionRecord, (region) => region.id);
  readonly types = this.#table("types", records.typeRecord, (type) => type.id);
  readonly images = this.#table("images", records.imageRecord, (image) => image.id);
  readonly scripts = this.#table("scripts", records.scriptRecord, (script) => script.id);
  /** Grouped by label. */
  readonly instances = this.#table(
    "instances",
    records.instanceRecord,
    (instance) => instance.id,
    (instance) => instance.label,
  );
  readonly disks = this.#table(
    "disks",
    records.diskRecord,
    (disk) => disk.id,
    (disk) => disk.instance_id,
  );
  readonly configs = this.#table(
    "configs",
    records.configRecord,
    (config) => config.id,
    (config) => config.instance_id,
  );
  readonly addresses = this.#table(
    "addresses",
    records.addressRecord,
    (address) => address.address,
    (address) => address.instance_id,
  );
  readonly backups = this.#table(
    "backups",
    records.backupRecord,
    (backup) => backup.id,
    (backup) => backup.instance_id,
  );
  readonly paymentMethods = this.#table(
    "payment_methods",
    accounts.paymentMethodRecord,
    (method) => method.id,
  );
  readonly oauthClients = this.#table("oauth_clients", accounts.oauthClientRecord, (client) => client.id);
  readonly usages = this.#table(
    "usages",
    billing.usageRecord,
    (usage) => usage.id,
    (usage) => usage.instance_id,
  );
  readonly invoices = this.#table("invoices", billing.invoiceRecord, (invoice) => invoice.id);
  readonly payments = this.#table("payments", billing.paymentRecord, (payment) => payment.id);
  readonly notices = this.#table("notices", billing.noticeRecord, (notice) => notice.id);
  readonly events = this.#table("events", records.eventRecord, (event) => event.id);
  readonly timeline = new Timeline(this.changes);
  #account: accounts.AccountRecord;
  readonly #numbers = new Map<string, number>();
  readonly #brand: string;

  constructor(state: WorldState) {
    this.#brand = state.brand;
    fill(this.users, state.users);
    fill(this.tokens, state.tokens);
    fill(this.regions, state.regions);
    fill(this.types, state.types);
    fill(this.images, state.images);
    fill(this.scripts, state.scripts);
    fill(this.instances, state.instances);
    fill(this.disks, state.disks);
    fill(this.configs, state.configs);
    fill(this.addresses, state.addresses);
    fill(this.backups, state.backups);
    this.#account = state.account;
    fill(this.paymentMethods, state.payment_methods);
    fill(this.oauthClients, state.oauth_clients);
    fill(this.usages, state.usages);
    fill(this.invoices, state.invoices);
    fill(this.payments, state.payments);
    fill(this.notices, state.notices);
    fill(this.events, state.events);
    this.timeline.restore(state.timeline);
    for (const [kind, number] of Object.entries(state.numbers)) this.#numbers.set(kind, number);
  }

  /** The word that it is written in. */
  get brand(): string {
    return this.#brand;
  }

  /** The next number of a kind, from 1. */
  number(kind: Numbered): number {
    const next = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, next);
    this.changes.note({ is: "number", kind, number: next }, `number ${kind}`);
    return next;
  }

  get account(): accounts.AccountRecord {
    return this.#account;
  }

  set account(account: accounts.AccountRecord) {
    this.#account = account;
    this.changes.note({ is: "account", account }, "account");
  }

  /** Makes a change that was kept. Throws where it can't be one of this world. */
  redo(change: Change): void {
    switch (change.is) {
      case "put":
        this.#kept(change.table).putAgain(change.row);
        break;
      case "removed":
        this.#kept(change.table).removeAgain(change.key);
        break;
      case "number":
        this.#numbers.set(change.kind, change.number);
        break;
      case "account":
        this.#account = accounts.accountRecord.parse(change.account);
        break;
      case "planned":
        this.timeline.restore([change.entry]);
        break;
      case "taken":
        this.timeline.takeAgain(change.order);
        break;
    }
  }

  state(time: number): WorldState {
    return {
      version: 1,
      brand: this.#brand,
      time,
      numbers: Object.fromEntries(this.#numbers),
      users: [...this.users.all()],
      tokens: [...this.tokens.all()],
      regions: [...this.regions.all()],
      types: [...this.types.all()],
      images: [...this.images.all()],
      scripts: [...this.scripts.all()],
      instances: [...this.instances.all()],
      disks: [...this.disks.all()],
      configs: [...this.configs.all()],
      addresses: [...this.addresses.all()],
      backups: [...this.backups.all()],
      account: this.account,
      payment_methods: [...this.paymentMethods.all()],
      oauth_clients: [...this.oauthClients.all()],
      usages: [...this.usages.all()],
      invoices: [...this.invoices.all()],
      payments: [...this.payments.all()],
      notices: [...this.notices.all()],
      events: [...this.events.all()],
      timeline: [...this.timeline.all()],
    };
  }

  #table<K extends string | number, R>(
    name: keyof WorldState,
    shape: z.ZodType<R>,
    key: (row: R) => K,
    group?: (row: R) => string | number,
  ): Table<K, R> {
    const table = new Table({ name, shape, key, group }, this.changes);
    this.#tables.set(name, table);
    return table;
  }

  #kept(name: string): Kept {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`A world has no ${name}.`);
    return table;
  }
}

/** A table, whatever it holds. */
interface Kept {
  putAgain(row: unknown): void;
  removeAgain(key: string | number): void;
}

function fill<K extends string | number, R>(table: Table<K, R>, rows: readonly R[]): void {
  for (const row of rows) table.put(row);
}
