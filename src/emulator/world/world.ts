import { z } from "zod";
import * as accounts from "./account-records";
import * as records from "./records";
import { Table } from "./table";
import { Timeline, timelineEntry } from "./timeline";

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
  | "publicAddress"
  | "privateAddress";

/** Everything that exists, by id and where needed by whom it belongs to. */
export class World {
  readonly users = new Table<string, records.UserRecord>((user) => user.username);
  readonly tokens = new Table<string, records.TokenRecord>((token) => token.text);
  readonly regions = new Table<string, records.RegionRecord>((region) => region.id);
  readonly types = new Table<string, records.TypeRecord>((type) => type.id);
  readonly images = new Table<string, records.ImageRecord>((image) => image.id);
  readonly scripts = new Table<number, records.ScriptRecord>((script) => script.id);
  /** Grouped by label. */
  readonly instances = new Table<number, records.InstanceRecord>(
    (instance) => instance.id,
    (instance) => instance.label,
  );
  readonly disks = new Table<number, records.DiskRecord>(
    (disk) => disk.id,
    (disk) => disk.instance_id,
  );
  readonly configs = new Table<number, records.ConfigRecord>(
    (config) => config.id,
    (config) => config.instance_id,
  );
  readonly addresses = new Table<string, records.AddressRecord>(
    (address) => address.address,
    (address) => address.instance_id,
  );
  readonly backups = new Table<number, records.BackupRecord>(
    (backup) => backup.id,
    (backup) => backup.instance_id,
  );
  readonly paymentMethods = new Table<number, accounts.PaymentMethodRecord>((method) => method.id);
  readonly oauthClients = new Table<string, accounts.OAuthClientRecord>((client) => client.id);
  readonly events = new Table<number, records.EventRecord>((event) => event.id);
  readonly timeline = new Timeline();
  account: accounts.AccountRecord;
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
    this.account = state.account;
    fill(this.paymentMethods, state.payment_methods);
    fill(this.oauthClients, state.oauth_clients);
    fill(this.events, state.events);
    this.timeline.restore(state.timeline);
    for (const [kind, number] of Object.entries(state.numbers)) this.#numbers.set(kind, number);
  }

  /** The next number of a kind, from 1. */
  number(kind: Numbered): number {
    const next = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, next);
    return next;
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
      events: [...this.events.all()],
      timeline: [...this.timeline.all()],
    };
  }
}

function fill<K extends string | number, R>(table: Table<K, R>, rows: readonly R[]): void {
  for (const row of rows) table.put(row);
}
