import { z } from "zod";
import { fieldsOf } from "../contract";
import { maxAdvance } from "./world/moment";

type Value = string | number | boolean;

const maxAmount = 1_000_000;

interface Text<V> {
  /** The section of the interface that leaves the behaviour open. */
  readonly section: string;
  readonly doc: string;
  /** The value in `alternativeSettings`. */
  readonly alternative?: V;
}

/** A setting with a list of values. The first one is the default, and the second one the alternative unless it is given. */
function choice<const V extends readonly [string, ...string[]]>(
  values: V,
  { section, doc, alternative = values[1] ?? values[0] }: Text<V[number]>,
) {
  return z.enum(values).describe(doc).meta({ default: values[0], alternative, section });
}

function flag(byDefault: boolean, { section, doc }: Text<boolean>) {
  return z.boolean().describe(doc).meta({ default: byDefault, alternative: !byDefault, section });
}

/** A number of at least 0, or within the bounds of `schema`. */
function amount(
  byDefault: number,
  { section, doc, alternative = byDefault }: Text<number>,
  schema = z.number().min(0).max(maxAmount),
) {
  return schema.describe(doc).meta({ default: byDefault, alternative, section });
}

/** The HTTP status of an error. */
function status(byDefault: number, text: Text<number>) {
  return amount(byDefault, text, z.int().min(400).max(499));
}

/** A duration on the emulator's clock. */
function seconds(byDefault: number, text: Text<number>) {
  const max = maxAdvance / 1000;
  return amount(byDefault, text, z.number().min(0).max(max));
}

/** Every behaviour that the interface leaves open, with the default and the alternatives. */
const shape = z.strictObject({
  successStatus: choice(["ok", "varied"], {
    section: "4",
    doc: "Status of a successful call. `ok`: always 200 with a body. `varied`: 201 for a creation, 202 for a started action, 204 without a body for a deletion.",
  }),
  inputStatus: status(400, { section: "7", doc: "Status for invalid input.", alternative: 422 }),
  scopeStatus: status(401, { section: "7", doc: "Status when the token lacks the scope.", alternative: 403 }),
  busyStatus: status(400, { section: "7", doc: "Status while another action is running.", alternative: 409 }),
  errorTexts: choice(["usual", "other"], {
    section: "7",
    doc: "Texts of error reasons. `other`: texts that clients can't know.",
  }),
  putOmitted: choice(["merge", "replace"], {
    section: "4.1",
    doc: "Fields that a PUT omits: left unchanged, or set to their defaults.",
  }),
  unknownFields: choice(["ignored", "refused"], {
    section: "4",
    doc: "Unknown fields in a request body.",
  }),
  contentTypes: choice(["any", "json"], {
    section: "1",
    doc: "A JSON body with another Content-Type: accepted, or rejected with 415.",
  }),
  filters: choice(["header", "ignored"], {
    section: "4",
    doc: "Whether lists apply the header X-Filter.",
  }),
  pageSize: choice(["refused", "clamped"], {
    section: "8",
    doc: "A `page_size` below 25 or above 500: rejected, or replaced by the nearest bound.",
  }),
  defaultPageSize: amount(
    100,
    {
      section: "8",
      doc: "Items per page without `page_size`.",
      alternative: 25,
    },
    z.int().min(25).max(500),
  ),
  plainLists: choice(["paged", "whole"], {
    section: "4",
    doc: "Lists without documented query parameters: divided into pages like the others, or returned whole.",
  }),
  listLagSeconds: seconds(0, {
    section: "4",
    doc: "How long a new object is missing from lists, although it can already be viewed.",
    alternative: 10,
  }),
  rateLimits: choice(["usual", "off", "tight"], {
    section: "8",
    doc: "Calls per token. `usual`: 1,600 calls in 2 minutes and 10 creates in 30 seconds. `tight`: 20 calls in 10 seconds and 2 creates in 30 seconds.",
    alternative: "tight",
  }),
  emptyStartsAs: choice(["offline", "provisioning"], {
    section: "3.1",
    doc: "First status of an instance that is created without disks.",
  }),
  extraStatuses: flag(false, {
    section: "3.1",
    doc: "New instances pass through an undocumented status and through `offline` before they are `running`. Uploaded images pass through an undocumented status too.",
  }),
  cloneStartsAs: choice(["offline", "cloning"], {
    section: "3.1",
    doc: "Status of a new clone while it is copied.",
  }),
  cloneNeeds: choice(["nothing", "regionAndType"], {
    section: "4.1",
    doc: "The fields that a clone to a new instance requires. `regionAndType`: `region` and `type`.",
  }),
  rootPass: choice(["required", "keysSuffice"], {
    section: "2.1",
    doc: "`keysSuffice`: deploying an image needs no `root_pass` with `authorized_keys` or `authorized_users`.",
  }),
  clusterImages: flag(false, {
    section: "2.3",
    doc: "The seed has public images for cluster nodes, newer than the other images of the same vendor. Takes effect at the start and at a reset.",
  }),
  uniqueLabels: flag(true, {
    section: "2.1",
    doc: "Labels of instances must be unique, and consist of letters, digits, `-`, `_` and `.`, without two of the last three in a row.",
  }),
  newSchedule: choice(["null", "Scheduling"], {
    section: "2.1",
    doc: "Day and window of a backup service without a schedule.",
  }),
  enableAfterCancel: choice(["refused", "allowed"], {
    section: "4.2",
    doc: "Enabling backups within 24 hours of cancelling them.",
  }),
  busyRefusals: flag(true, {
    section: "4.1",
    doc: "Rejects actions on an instance while another action runs on it.",
  }),
  busyActions: choice(["jobs", "all"], {
    section: "4.1",
    doc: "What a busy instance rejects. `jobs`: boot, clone, delete, snapshot, restore and transfer. `all`: also update, enabling and cancelling backups, and capturing its disks.",
  }),
  busySeconds: seconds(0, {
    section: "4.1",
    doc: "How long an instance stays busy after each action, whatever its status is. Unless it is 0, capturing a disk makes the instance busy too.",
    alternative: 8,
  }),
  eventActions: choice(["all", "shown"], {
    section: "6",
    doc: "Which changes are listed as events: all, or only the two actions that section 6 shows.",
  }),
  readWriteIncludesReadOnly: flag(true, {
    section: "5",
    doc: "A scope `read_write` includes the scope `read_only` of the same area.",
  }),
  personalTokenScopes: flag(true, {
    section: "5",
    doc: "Personal access tokens are limited to their scopes. Otherwise they can do whatever their user can do.",
  }),
  createdSecret: choice(["plain", "redacted"], {
    section: "2.12",
    doc: "The secret in the response that creates an OAuth client.",
  }),
  thumbnailUrls: choice(["url", "null"], {
    section: "2.12",
    doc: "`thumbnail_url` of an OAuth client with a thumbnail.",
  }),
  billingZip: flag(true, {
    section: "4.4",
    doc: "Adding a payment method requires that the account has a zip.",
  }),
  taxPercent: amount(
    0,
    { section: "2.7", doc: "Tax on invoices, in percent.", alternative: 19 },
    z.number().min(0).max(100),
  ),
  emptyInvoices: flag(false, {
    section: "2.7",
    doc: "A month without usage ends with an invoice without items.",
  }),
  invoicesAre: choice(["owed", "charged"], {
    section: "2.7",
    doc: "At the end of a month its invoice is added to the balance. `charged`: the balance is then charged to the default payment method.",
  }),
  paymentUsd: choice(["integer", "string"], {
    section: "2.6",
    doc: "`usd` in the response to a payment: a number, with decimals only if there are cents, or a string as in the list.",
  }),
  smallestPayment: amount(0.01, {
    section: "4.4",
    doc: "The minimum payment in US dollars.",
    alternative: 5,
  }),
  creditCardIs: choice(["added", "replaced"], {
    section: "4.3",
    doc: "What the deprecated operation does with a card: adds it as the default payment method, or replaces the default one if that is a card.",
  }),
  promotionsInUpdate: choice(["stored", "ignored"], {
    section: "4.3",
    doc: "Promotions in the request that updates the account.",
  }),
  afterCancel: choice(["closed", "open"], {
    section: "4.3",
    doc: "After an account was cancelled. `closed`: its instances are deleted and its tokens rejected. `open`: nothing changes.",
  }),
  pastDueSeconds: seconds(10 * 24 * 60 * 60, {
    section: "2.10",
    doc: "How long a balance is owed before a notification reports it as past due.",
  }),
  expiringSeconds: seconds(30 * 24 * 60 * 60, {
    section: "2.10",
    doc: "How long before its expiry a notification reports that a card expires.",
  }),
  appearingSeconds: seconds(0, {
    section: "4.4",
    doc: "How long an added payment method is missing from the list.",
    alternative: 5,
  }),
  unknownDisk: choice(["input", "404"], {
    section: "4.8",
    doc: "Creating an image from an unknown disk: rejected as invalid input, or with 404.",
  }),
  publicImages: choice(["forbidden", "input"], {
    section: "4.8",
    doc: "Changing or deleting a public image: rejected with 403, or as invalid input.",
  }),
  automaticImages: flag(false, {
    section: "2.3",
    doc: "Deleting an instance creates an automatic image of it.",
  }),
  dateTimes: choice(["plain", "zoned"], {
    section: "2",
    doc: "Format of times. `plain`: 2022-03-21T09:00:00. `zoned`: 2022-03-21T09:00:00Z.",
  }),
  unknownTypes: choice(["refused", "accepted"], {
    section: "2.1",
    doc: "Types of instances that the world does not have.",
  }),
  outageCreates: choice(["accepted", "refused"], {
    section: "3.7",
    doc: "Creating, cloning and uploading in a region whose status is `outage`.",
  }),
  betaAddress: choice(["all", "betaOnly"], {
    section: "9",
    doc: "Operations that are served below `v4beta`: all, or only beta operations. Beta operations are never served below `v4`.",
  }),
  withoutGrant: choice(["403", "404"], {
    section: "5",
    doc: "Status when a restricted user views an object without a grant on it.",
    alternative: "403",
  }),
  provisioningSeconds: seconds(30, { section: "3.1", doc: "How long an instance is `provisioning`." }),
  bootDelaySeconds: seconds(0, {
    section: "3.1",
    doc: "How long a new instance is `offline` between `provisioning` and its first boot.",
    alternative: 20,
  }),
  bootingSeconds: seconds(10, { section: "3.1", doc: "How long an instance is `booting`." }),
  emptySeconds: seconds(5, {
    section: "3.1",
    doc: "How long an instance without disks is `provisioning`, if it starts with that status.",
  }),
  extraSeconds: seconds(8, { section: "3.1", doc: "How long each status of `extraStatuses` lasts." }),
  deletingSeconds: seconds(5, {
    section: "4.1",
    doc: "How long an instance is `deleting`.",
    alternative: 20,
  }),
  cloningSeconds: seconds(40, { section: "4.1", doc: "How long a clone takes." }),
  restoringSeconds: seconds(40, { section: "4.2", doc: "How long a restore takes." }),
  backupSeconds: seconds(30, { section: "4.2", doc: "How long a backup takes." }),
  imagizingSeconds: seconds(30, { section: "3.3", doc: "How long capturing an image from a disk takes." }),
  processingSeconds: seconds(20, {
    section: "3.3",
    doc: "How long an uploaded image is processed.",
  }),
  maintenanceSeconds: seconds(120, {
    section: "3.1",
    doc: "How long an instance is `stopped` for a maintenance.",
  }),
  transferSeconds: seconds(10, {
    section: "3.4",
    doc: "How long an accepted transfer takes.",
  }),
  watchdogSeconds: seconds(15, {
    section: "2.1",
    doc: "How long the watchdog waits before it boots an instance.",
  }),
});

export type Settings = z.output<typeof shape>;
type SettingName = keyof Settings;
/** The settings that are durations in seconds. */
export type Duration = {
  [K in SettingName]: K extends `${string}Seconds` ? K : never;
}[SettingName];

/** The documentation of a setting. */
export interface Setting {
  readonly name: string;
  /** All values of a choice. For a number, the default and the alternative. */
  readonly values: readonly Value[];
  readonly default: Value;
  /** The value in `alternativeSettings`. */
  readonly alternative: Value;
  readonly doc: string;
  /** The section of the interface that leaves the behaviour open. */
  readonly section: string;
}

/** The documentation of all settings. */
export const settings: readonly Setting[] = fieldsOf(shape).map(({ name, schema, meta }) => {
  const byDefault = plainValue(meta.default);
  const alternative = plainValue(meta.alternative);
  const values =
    schema instanceof z.ZodEnum ? schema.options.map(plainValue) : [...new Set([byDefault, alternative])];
  return {
    name,
    values,
    default: byDefault,
    alternative,
    doc: meta.description ?? "",
    section: String(meta.section),
  };
});

/** The settings of an emulator that is started without any. */
export const defaultSettings: Settings = shape.parse(
  Object.fromEntries(settings.map((row) => [row.name, row.default])),
);

/** Every setting at its alternative. A client that works with both works with what the interface leaves open. */
export const alternativeSettings: Settings = shape.parse(
  Object.fromEntries(settings.map((row) => [row.name, row.alternative])),
);

const patchShape = shape.partial();

/** Applies a patch. Throws a `z.ZodError` that names unknown settings and invalid values. */
export function patchSettings(before: Settings, patch: unknown): Settings {
  const checked: object = patchShape.parse(patch);
  const given = Object.entries(checked).filter(([, value]) => value !== undefined);
  return shape.parse({ ...before, ...Object.fromEntries(given) });
}

/** The settings that are not at their defaults. */
export function nonDefaultSettings(now: Settings): Readonly<Record<string, Value>> {
  const before = new Map<string, unknown>(Object.entries(defaultSettings));
  const others = Object.entries(now).filter(([name, value]) => value !== before.get(name));
  return Object.fromEntries(others.map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): Value {
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}
