import type { z } from "zod";
import * as accounts from "./account-records";
import * as billing from "./billing-records";
import type { Change, Changes } from "./changes";
import * as people from "./people-records";
import * as records from "./records";
import { Shared } from "./shared";
import type { Table } from "./table";
import type { Timeline } from "./timeline";
import type { AccountState, Numbered, WorldState } from "./world-state";

/** Makes the tables that belong to one account. */
class OwnTables {
  constructor(
    /** 1 for the account that a world begins with. */
    readonly accountNumber: number,
    protected readonly shared: Shared,
  ) {}

  protected table<K extends string | number, R>(
    name: keyof AccountState,
    shape: z.ZodType<R>,
    key: (row: R) => K,
    group?: (row: R) => string | number,
  ): Table<K, R> {
    const own = this.accountNumber === 1 ? name : `${name} of ${this.accountNumber}`;
    return this.shared.table(own, shape, key, group);
  }
}

/** Everything that exists for one account, by id and where needed by whom it belongs to: its own things, and what all accounts share. */
export class World extends OwnTables {
  /** This one and, where it is the first, all that there are. */
  readonly accounts: readonly World[];
  readonly users = this.table("users", records.userRecord, (user) => user.username);
  readonly tokens = this.table("tokens", records.tokenRecord, (token) => token.sha256);
  readonly images = this.table("images", records.imageRecord, (image) => image.id);
  /** Grouped by label. */
  readonly instances = this.table(
    "instances",
    records.instanceRecord,
    (instance) => instance.id,
    (instance) => instance.label,
  );
  readonly disks = this.table(
    "disks",
    records.diskRecord,
    (disk) => disk.id,
    (disk) => disk.instance_id,
  );
  readonly configs = this.table(
    "configs",
    records.configRecord,
    (config) => config.id,
    (config) => config.instance_id,
  );
  readonly addresses = this.table(
    "addresses",
    records.addressRecord,
    (address) => address.address,
    (address) => address.instance_id,
  );
  readonly backups = this.table(
    "backups",
    records.backupRecord,
    (backup) => backup.id,
    (backup) => backup.instance_id,
  );
  readonly maintenances = this.table(
    "maintenances",
    people.maintenanceRecord,
    (maintenance) => maintenance.id,
    (maintenance) => maintenance.instance_id,
  );
  readonly paymentMethods = this.table(
    "payment_methods",
    accounts.paymentMethodRecord,
    (method) => method.id,
  );
  readonly oauthClients = this.table("oauth_clients", accounts.oauthClientRecord, (client) => client.id);
  readonly usages = this.table(
    "usages",
    billing.usageRecord,
    (usage) => usage.id,
    (usage) => usage.instance_id,
  );
  readonly invoices = this.table("invoices", billing.invoiceRecord, (invoice) => invoice.id);
  readonly payments = this.table("payments", billing.paymentRecord, (payment) => payment.id);
  readonly notices = this.table("notices", billing.noticeRecord, (notice) => notice.id);
  readonly events = this.table("events", records.eventRecord, (event) => event.id);
  readonly logins = this.table("logins", people.loginRecord, (login) => login.id);
  readonly #brand: string;

  constructor(state: WorldState, number = 1, shared = new Shared(state)) {
    super(number, shared);
    this.#brand = state.brand;
    this.account = state.account;
    this.users.fill(state.users);
    this.tokens.fill(state.tokens);
    this.images.fill(state.images);
    this.instances.fill(state.instances);
    this.disks.fill(state.disks);
    this.configs.fill(state.configs);
    this.addresses.fill(state.addresses);
    this.backups.fill(state.backups);
    this.maintenances.fill(state.maintenances);
    this.paymentMethods.fill(state.payment_methods);
    this.oauthClients.fill(state.oauth_clients);
    this.usages.fill(state.usages);
    this.invoices.fill(state.invoices);
    this.payments.fill(state.payments);
    this.notices.fill(state.notices);
    this.events.fill(state.events);
    this.logins.fill(state.logins);
    const others = state.other_accounts.map(
      (other, index) => new World({ ...state, ...other, other_accounts: [] }, number + index + 1, shared),
    );
    this.accounts = [this, ...others];
  }

  get account(): accounts.AccountRecord {
    const row = this.shared.accounts.get(this.accountNumber);
    if (!row) throw new Error(`There is no account ${this.accountNumber}.`);
    return row.account;
  }

  set account(account: accounts.AccountRecord) {
    this.shared.accounts.put({ number: this.accountNumber, account });
  }

  get regions(): Shared["regions"] {
    return this.shared.regions;
  }

  get types(): Shared["types"] {
    return this.shared.types;
  }

  get scripts(): Shared["scripts"] {
    return this.shared.scripts;
  }

  get entityTransfers(): Shared["entityTransfers"] {
    return this.shared.entityTransfers;
  }

  get timeline(): Timeline {
    return this.shared.timeline;
  }

  /** What has changed in all accounts since it was last asked for. */
  get changes(): Changes {
    return this.shared.changes;
  }

  /** The word that it is written in. */
  get brand(): string {
    return this.#brand;
  }

  /** The next number of a kind, from 1. */
  number(kind: Numbered): number {
    return this.shared.number(kind);
  }

  /** Makes a change that was kept. Throws where it can't be one of this world. */
  redo(change: Change): void {
    this.shared.redo(change);
  }

  state(time: number): WorldState {
    const [, ...others] = this.accounts;
    return {
      version: 1,
      brand: this.#brand,
      time,
      numbers: this.shared.numbers(),
      regions: [...this.regions.all()],
      types: [...this.types.all()],
      scripts: [...this.scripts.all()],
      entity_transfers: [...this.entityTransfers.all()],
      timeline: [...this.timeline.all()],
      ...this.#own(),
      other_accounts: others.map((other) => other.#own()),
    };
  }

  #own(): AccountState {
    return {
      users: [...this.users.all()],
      tokens: [...this.tokens.all()],
      images: [...this.images.all()],
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
      logins: [...this.logins.all()],
      maintenances: [...this.maintenances.all()],
    };
  }
}
