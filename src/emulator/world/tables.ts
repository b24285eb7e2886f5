import * as accounts from "./account-records";
import * as billing from "./billing-records";
import * as instances from "./instance-records";
import * as people from "./people-records";
import * as records from "./records";
import { seedPaymentMethods } from "./seed-account";
import { seedImages } from "./seed-images";
import { seedRegions, seedScripts } from "./seed-regions";
import { seedTypes } from "./seed-types";
import { seedTokens, seedUsers } from "./seed-users";
import { defineTable } from "./table-definition";
import { tokenInput } from "./token-input";
import { writtenType, writtenUsage } from "./written-dollars";

/**
 * Every table of the world. The properties of `World`, the seed, saved and exported worlds, the journal's records and the
 * checks of a loaded world are derived from these definitions. Another table is another entry here, and a record schema.
 */
export const accountTables = {
  users: defineTable("users", { record: records.userRecord, key: "username", seed: seedUsers }),
  tokens: defineTable("tokens", {
    record: records.tokenRecord,
    key: "sha256",
    written: { record: tokenInput, key: "text" },
    seed: seedTokens,
  }),
  images: defineTable("images", {
    isPlanned: true,
    record: records.imageRecord,
    key: "id",
    counters: ["image"],
    numberOf: ({ id }) => Number(/^private\/(\d{1,9})$/.exec(id)?.[1] ?? 0),
    seed: seedImages,
  }),
  instances: defineTable("instances", {
    isPlanned: true,
    record: instances.instanceRecord,
    key: "id",
    groupBy: "label",
    counters: ["instance"],
  }),
  disks: defineTable("disks", {
    record: instances.diskRecord,
    key: "id",
    groupBy: "instance_id",
    belongsToInstance: true,
    counters: ["disk"],
  }),
  configs: defineTable("configs", {
    record: instances.configRecord,
    key: "id",
    groupBy: "instance_id",
    belongsToInstance: true,
    counters: ["config"],
  }),
  addresses: defineTable("addresses", {
    record: instances.addressRecord,
    key: "address",
    groupBy: "instance_id",
    belongsToInstance: true,
    counters: ["publicAddress", "privateAddress"],
  }),
  backups: defineTable("backups", {
    isPlanned: true,
    record: records.backupRecord,
    key: "id",
    groupBy: "instance_id",
    belongsToInstance: true,
    counters: ["backup"],
  }),
  maintenances: defineTable("maintenances", {
    isPlanned: true,
    record: people.maintenanceRecord,
    key: "id",
    groupBy: "instance_id",
    belongsToInstance: true,
    counters: ["maintenance"],
    isOptional: true,
  }),
  paymentMethods: defineTable("payment_methods", {
    isPlanned: true,
    record: accounts.paymentMethodRecord,
    key: "id",
    counters: ["paymentMethod"],
    seed: seedPaymentMethods,
  }),
  oauthClients: defineTable("oauth_clients", { record: accounts.oauthClientRecord, key: "id" }),
  usages: defineTable("usages", {
    record: billing.usageRecord,
    written: { record: writtenUsage, key: "id" },
    key: "id",
    groupBy: "instance_id",
    counters: ["usage"],
    isOptional: true,
  }),
  invoices: defineTable("invoices", {
    record: billing.invoiceRecord,
    key: "id",
    counters: ["invoice"],
    isOptional: true,
    isHistory: true,
  }),
  payments: defineTable("payments", {
    record: billing.paymentRecord,
    key: "id",
    counters: ["payment"],
    isOptional: true,
    isHistory: true,
  }),
  notifications: defineTable("notices", {
    record: billing.notificationRecord,
    key: "id",
    counters: ["notice"],
    isOptional: true,
    isHistory: true,
  }),
  events: defineTable("events", {
    record: records.eventRecord,
    key: "id",
    counters: ["event"],
    isHistory: true,
  }),
  logins: defineTable("logins", {
    record: people.loginRecord,
    key: "id",
    counters: ["login"],
    isOptional: true,
    isHistory: true,
  }),
} as const;

/** The tables that all accounts share. */
export const sharedTables = {
  regions: defineTable("regions", { record: records.regionRecord, key: "id", seed: seedRegions }),
  types: defineTable("types", {
    record: records.typeRecord,
    written: { record: writtenType, key: "id" },
    key: "id",
    seed: seedTypes,
  }),
  scripts: defineTable("scripts", { record: records.scriptRecord, key: "id", seed: seedScripts }),
  entityTransfers: defineTable("entity_transfers", {
    record: people.entityTransferRecord,
    key: "token",
    isOptional: true,
  }),
} as const;

/** The names of the counters. No number is used twice. */
export type Counter = (typeof accountTables)[keyof typeof accountTables]["counters"][number];
