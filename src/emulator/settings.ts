import { z } from "zod";
import { fieldsOf } from "../contract";
import { maxPassing } from "./world/moment";

type Value = string | number | boolean;

const maxAmount = 1_000_000;

/** A setting that has ends: the first value is the default, `other` the end that the "other ends" run uses. */
function choice<const V extends readonly [string, ...string[]]>(
  values: V,
  text: { readonly section: string; readonly says: string; readonly other?: V[number] },
) {
  const other = text.other ?? values[1] ?? values[0];
  return z.enum(values).describe(text.says).meta({ default: values[0], other, section: text.section });
}

function flag(byDefault: boolean, text: { readonly section: string; readonly says: string }) {
  return z
    .boolean()
    .describe(text.says)
    .meta({ default: byDefault, other: !byDefault, section: text.section });
}

interface NumberText {
  readonly section: string;
  readonly says: string;
  readonly other?: number;
}

/** A number from 0, or within the bounds of its schema. */
function amount(byDefault: number, text: NumberText, bounds = z.number().min(0).max(maxAmount)) {
  return bounds
    .describe(text.says)
    .meta({ default: byDefault, other: text.other ?? byDefault, section: text.section });
}

/** The HTTP status of a refusal. */
function status(byDefault: number, text: NumberText) {
  return amount(byDefault, text, z.int().min(400).max(499));
}

/** A length of time on the emulator's clock. */
function seconds(byDefault: number, text: NumberText) {
  return amount(
    byDefault,
    text,
    z
      .number()
      .min(0)
      .max(maxPassing / 1000),
  );
}

/** Everything that the interface leaves open, with what the emulator does by default and what it can do instead. */
const shape = z.strictObject({
  successStatus: choice(["ok", "varied"], {
    section: "4",
    says: "`ok`: 200 with a body always. `varied`: 201 for what is created, 202 for what is begun, 204 without a body for what is deleted.",
  }),
  inputStatus: status(400, { section: "7", says: "Status of a refused input.", other: 422 }),
  scopeStatus: status(401, { section: "7", says: "Status for a token without the scope.", other: 403 }),
  busyStatus: status(400, { section: "7", says: "Status while another action is running.", other: 409 }),
  errorTexts: choice(["usual", "other"], { section: "7", says: "`other`: reasons in other words." }),
  putOmitted: choice(["merge", "replace"], {
    section: "4.1",
    says: "Fields that a PUT leaves out: kept as they are, or set to their defaults.",
  }),
  unknownFields: choice(["ignored", "refused"], {
    section: "4",
    says: "Fields of a body that the interface doesn't have.",
  }),
  contentTypes: choice(["any", "json"], {
    section: "1",
    says: "A body of JSON whose header Content-Type says that it is something else: taken, or refused with 415.",
  }),
  filters: choice(["header", "ignored"], {
    section: "4",
    says: "Whether lists obey the header X-Filter.",
  }),
  pageSize: choice(["refused", "clamped"], {
    section: "8",
    says: "A page_size below 25 or over 500 is refused, or taken for the nearest bound.",
  }),
  defaultPageSize: amount(
    100,
    {
      section: "8",
      says: "Items per page where no page_size is given.",
      other: 25,
    },
    z.int().min(25).max(500),
  ),
  plainLists: choice(["paged", "whole"], {
    section: "4",
    says: "Lists for which no query parameters are shown: `page` is obeyed all the same, or ignored.",
  }),
  listLagSeconds: seconds(0, {
    section: "4",
    says: "How long a new thing is missing from lists, although a view already shows it.",
    other: 10,
  }),
  rateLimits: choice(["usual", "off", "tight"], {
    section: "8",
    says: "`usual`: 1,600 calls in 2 minutes and 10 creates in 30 seconds a token. `tight`: 20 calls in 10 seconds, 2 creates in 30.",
    other: "tight",
  }),
  emptyStartsAs: choice(["offline", "provisioning"], {
    section: "3.1",
    says: "The first status of an instance that is created empty.",
  }),
  extraStatuses: flag(false, {
    section: "3.1",
    says: "On its way to `running` an instance shows a status that the interface doesn't have, and `offline` for a while; an image whose data has come shows one too.",
  }),
  cloneStartsAs: choice(["offline", "cloning"], {
    section: "3.1",
    says: "The status of a new clone while it is being copied.",
  }),
  cloneNeeds: choice(["nothing", "regionAndType"], {
    section: "4.1",
    says: "Whether a clone to a new instance is refused without `region` and `type`.",
  }),
  rootPass: choice(["required", "keysSuffice"], {
    section: "2.1",
    says: "`keysSuffice`: deploying from an image or a script needs no `root_pass` where `authorized_keys` or `authorized_users` are given.",
  }),
  clusterImages: flag(false, {
    section: "2.3",
    says: "The seeded world also holds public images for the nodes of clusters, newer than the plain images of the same vendor. Takes effect at the start and at a reset.",
  }),
  uniqueLabels: flag(true, {
    section: "2.1",
    says: "Labels of instances are unique, of letters, digits, `-`, `_` and `.`, and without doubled ones of these.",
  }),
  newSchedule: choice(["null", "Scheduling"], {
    section: "2.1",
    says: "Day and window of a backup service whose schedule nobody has set.",
  }),
  enableAfterCancel: choice(["refused", "allowed"], {
    section: "4.2",
    says: "Enabling backups within 24 hours of a cancel.",
  }),
  busyRefusals: flag(true, {
    section: "4.1",
    says: "Actions are refused while another one runs on the same instance.",
  }),
  busyActions: choice(["jobs", "all"], {
    section: "4.1",
    says: "What a busy instance refuses: boot, clone, delete, snapshot, restore and transfer; or also update, enabling and cancelling backups, and the capture of its disks.",
  }),
  busySeconds: seconds(0, {
    section: "4.1",
    says: "How long an instance stays busy after each action on it, whatever its status. Where it is not 0, the capture of a disk also makes the instance busy.",
    other: 8,
  }),
  eventActions: choice(["all", "shown"], {
    section: "6",
    says: "Every change is logged, or only the two for which section 6 shows an action.",
  }),
  readWriteIncludesReadOnly: flag(true, {
    section: "5",
    says: "A scope `read_write` includes `read_only` of the same area.",
  }),
  personalTokenScopes: flag(true, {
    section: "5",
    says: "Personal access tokens have scopes; without, they may do all that their user may.",
  }),
  createdSecret: choice(["plain", "redacted"], {
    section: "2.12",
    says: "The secret in the answer that creates an OAuth client.",
  }),
  thumbnailUrls: choice(["told", "null"], {
    section: "2.12",
    says: "The thumbnail_url of an OAuth client that has a thumbnail.",
  }),
  billingZip: flag(true, {
    section: "4.4",
    says: "A payment method is added only where the account has a zip.",
  }),
  taxPercent: amount(
    0,
    { section: "2.7", says: "Tax on what is used, in percent.", other: 19 },
    z.number().min(0).max(100),
  ),
  emptyInvoices: flag(false, {
    section: "2.7",
    says: "A month in which nothing was used ends with an invoice without items.",
  }),
  invoicesAre: choice(["owed", "charged"], {
    section: "2.7",
    says: "At a month's end its invoice is put on the balance and stays there, or what is owed is charged to the default payment method.",
  }),
  paymentUsd: choice(["integer", "string"], {
    section: "2.6",
    says: "`usd` in the answer that makes a payment: a number, with decimals only where there are cents, or a text as in the list.",
  }),
  smallestPayment: amount(0.01, {
    section: "4.4",
    says: "The least that is paid at once, in US dollars.",
    other: 5,
  }),
  creditCardIs: choice(["added", "replaced"], {
    section: "4.3",
    says: "What the deprecated operation does with a card: it becomes another payment method, the default one; or the default one, if that is a card, becomes this card.",
  }),
  promotionsInUpdate: choice(["stored", "ignored"], {
    section: "4.3",
    says: "Promotions in the body that changes the account.",
  }),
  afterCancel: choice(["closed", "open"], {
    section: "4.3",
    says: "`closed`: a cancelled account's instances are gone and its tokens are refused. `open`: it goes on as before.",
  }),
  pastDueSeconds: seconds(10 * 24 * 60 * 60, {
    section: "2.10",
    says: "How long something is owed before a notification says that it is past due.",
  }),
  expiringSeconds: seconds(30 * 24 * 60 * 60, {
    section: "2.10",
    says: "How long before a card expires a notification says so.",
  }),
  appearingSeconds: seconds(0, {
    section: "4.4",
    says: "How long an added payment method is not listed yet.",
    other: 5,
  }),
  unknownDisk: choice(["input", "404"], {
    section: "4.8",
    says: "Creating an image from a disk that isn't there: the field is refused, or nothing is found.",
  }),
  publicImages: choice(["forbidden", "input"], {
    section: "4.8",
    says: "Changing or deleting a public image: 403, or refused as an input.",
  }),
  automaticImages: flag(false, { section: "2.3", says: "A deleted instance leaves an automatic image." }),
  dateTimes: choice(["plain", "zoned"], {
    section: "2",
    says: "`plain`: 2022-03-21T09:00:00. `zoned`: 2022-03-21T09:00:00Z.",
  }),
  unknownTypes: choice(["refused", "accepted"], {
    section: "2.1",
    says: "Types of instances that the world doesn't hold.",
  }),
  outageCreates: choice(["accepted", "refused"], {
    section: "3.7",
    says: "Creating, cloning and uploading to a region whose status is `outage`.",
  }),
  betaAddress: choice(["all", "betaOnly"], {
    section: "9",
    says: "What is served below v4beta: every operation, or beta ones only. Beta operations are never served below v4.",
  }),
  withoutGrant: choice(["403", "404"], {
    section: "5",
    says: "What a view answers to a restricted user without a grant on the thing.",
    other: "403",
  }),
  provisioningSeconds: seconds(30, { section: "3.1", says: "How long an instance is provisioning." }),
  bootDelaySeconds: seconds(0, {
    section: "3.1",
    says: "How long a new instance shows `offline` between `provisioning` and its first boot, which the service begins by itself.",
    other: 20,
  }),
  bootingSeconds: seconds(10, { section: "3.1", says: "How long an instance is booting." }),
  emptySeconds: seconds(5, {
    section: "3.1",
    says: "How long an empty instance is provisioning, where it starts as that.",
  }),
  extraSeconds: seconds(8, { section: "3.1", says: "How long each extra status lasts." }),
  deletingSeconds: seconds(5, { section: "4.1", says: "How long an instance is deleting.", other: 20 }),
  cloningSeconds: seconds(40, { section: "4.1", says: "How long a clone takes." }),
  restoringSeconds: seconds(40, { section: "4.2", says: "How long a restore takes." }),
  backupSeconds: seconds(30, { section: "4.2", says: "How long a backup takes." }),
  imagizingSeconds: seconds(30, { section: "3.3", says: "How long an image is captured from a disk." }),
  processingSeconds: seconds(20, {
    section: "3.3",
    says: "How long an image is processed after its data has come.",
  }),
  maintenanceSeconds: seconds(120, {
    section: "3.1",
    says: "How long a maintenance keeps an instance stopped.",
  }),
  transferSeconds: seconds(10, {
    section: "3.4",
    says: "How long a transfer that was accepted takes to be completed.",
  }),
  watchdogSeconds: seconds(15, {
    section: "2.1",
    says: "How long the watchdog waits before it boots an instance.",
  }),
});

export type Settings = z.output<typeof shape>;
type SettingName = keyof Settings;
/** The settings that are lengths of time. */
export type Duration = {
  [K in SettingName]: K extends `${string}Seconds` ? K : never;
}[SettingName];

/** A row of the table of settings. */
export interface Setting {
  readonly name: string;
  /** All values of a choice; for a number, the default and, where it differs, the other end. */
  readonly values: readonly Value[];
  readonly default: Value;
  /** The value that it has in `otherEnds`. */
  readonly other: Value;
  readonly doc: string;
  /** The section of the interface that leaves it open. */
  readonly section: string;
}

/** The table of all settings. */
export const settings: readonly Setting[] = fieldsOf(shape).map(({ name, schema, meta }) => {
  const byDefault = plainValue(meta.default);
  const other = plainValue(meta.other);
  const values =
    schema instanceof z.ZodEnum ? schema.options.map(plainValue) : [...new Set([byDefault, other])];
  return {
    name,
    values,
    default: byDefault,
    other,
    doc: meta.description ?? "",
    section: String(meta.section),
  };
});

/** What the emulator does when nothing is set. */
export const defaultSettings: Settings = shape.parse(
  Object.fromEntries(settings.map((row) => [row.name, row.default])),
);

/** Every setting at its other end. */
export const otherEnds: Settings = shape.parse(
  Object.fromEntries(settings.map((row) => [row.name, row.other])),
);

/** The settings with a patch over them. Throws a `z.ZodError` that names what is unknown or out of bounds. */
export function patchSettings(before: Settings, patch: unknown): Settings {
  const checked: object = shape.partial().parse(patch);
  const given = Object.entries(checked).filter(([, value]) => value !== undefined);
  return shape.parse({ ...before, ...Object.fromEntries(given) });
}

/** The settings that are not as they are by default. */
export function otherThanDefault(now: Settings): Readonly<Record<string, Value>> {
  const before = new Map<string, unknown>(Object.entries(defaultSettings));
  const others = Object.entries(now).filter(([name, value]) => value !== before.get(name));
  return Object.fromEntries(others.map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): Value {
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}
