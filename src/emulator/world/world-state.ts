import { z } from "zod";
import * as accounts from "./account-records";
import * as billing from "./billing-records";
import { clockTime } from "./moment";
import * as people from "./people-records";
import * as records from "./records";
import { timelineEntry } from "./timeline-entry";

/** What an account has of its own, public images among it. */
export const accountState = z.object({
  users: z.array(records.userRecord),
  tokens: z.array(records.tokenRecord),
  images: z.array(records.imageRecord),
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
  logins: z.array(people.loginRecord).default([]),
  maintenances: z.array(people.maintenanceRecord).default([]),
});

/** A whole world as plain JSON: what all accounts share, the first account, and the others. */
export const worldState = z.object({
  version: z.literal(1),
  /** The word that its image ids, scopes and grants are written in. */
  brand: z.string(),
  /** The moment it was taken at, in milliseconds since 1970 UTC. */
  time: clockTime,
  /** The last number given out, by kind: ids are never given twice. */
  numbers: z.record(z.string(), z.int()),
  regions: z.array(records.regionRecord),
  types: z.array(records.typeRecord),
  scripts: z.array(records.scriptRecord),
  entity_transfers: z.array(people.entityTransferRecord).default([]),
  timeline: z.array(timelineEntry),
  ...accountState.shape,
  other_accounts: z.array(accountState).default([]),
});

export type AccountState = z.output<typeof accountState>;
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
  | "privateAddress"
  | "usage"
  | "invoice"
  | "payment"
  | "notice"
  | "login"
  | "maintenance";
