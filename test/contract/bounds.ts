import type { z } from "zod";
import { bytes } from "../../src/contract/operation";
import { accountCancel, accountUpdate } from "../../src/contract/shapes/account";
import { backupRestore, snapshotCreate } from "../../src/contract/shapes/backup";
import { creditCard } from "../../src/contract/shapes/card";
import { entityTransferCreate } from "../../src/contract/shapes/entity-transfer";
import { imageCreate, imageUpdate, imageUpload } from "../../src/contract/shapes/image";
import { boot, instanceClone, instanceCreate, instanceUpdate } from "../../src/contract/shapes/instance";
import { oauthClientCreate, oauthClientUpdate } from "../../src/contract/shapes/oauth-client";
import { paymentCreate } from "../../src/contract/shapes/payment";
import { paymentMethodAdd } from "../../src/contract/shapes/payment-method";

/** A field, values that it accepts at and within its bounds, and values that it rejects just below and above. */
export interface Bound {
  readonly field: string;
  readonly takes: readonly unknown[];
  readonly tooSmall?: readonly unknown[];
  readonly tooBig?: readonly unknown[];
  readonly wrongType?: readonly unknown[];
}

const letters = (count: number) => "a".repeat(count);
const required = { region: "r1", type: "t1" };

const label: Bound = {
  field: "label",
  takes: [letters(3), letters(4), letters(63), letters(64)],
  tooSmall: ["", letters(2)],
  tooBig: [letters(65)],
  wrongType: [null, 123],
};
const id = (field: string): Bound => ({
  field,
  takes: [1, 2, 2 ** 31],
  tooSmall: [0, -1],
  wrongType: [1.5, "1", null],
});
const text = (field: string): Bound => ({ field, takes: ["x"], wrongType: [1, null, ["x"]] });
const filledText = (field: string): Bound => ({ ...text(field), tooSmall: [""] });
const flag = (field: string): Bound => ({ field, takes: [true, false], wrongType: [0, "true", null] });
const texts = (field: string): Bound => ({
  field,
  takes: [[], ["a"], ["a", "b"]],
  wrongType: ["a", [1], null],
});
const ids = (field: string): Bound => ({ field, takes: [[], [1], [1, 2]], wrongType: [1, ["1"], [1.5]] });
const description: Bound = {
  field: "description",
  takes: ["a", "aa", letters(64_999), letters(65_000)],
  tooSmall: [""],
  tooBig: [letters(65_001)],
  wrongType: [1, ["a"]],
};
const clientLabel: Bound = {
  field: "label",
  takes: ["a", "aa", letters(511), letters(512)],
  tooSmall: [""],
  tooBig: [letters(513)],
  wrongType: [null, 1],
};
const redirectUri: Bound = {
  field: "redirect_uri",
  takes: ["https://app.example/back?a=1", "http://localhost:8080/", "com.example.app:/back"],
  wrongType: ["", "app.example/back", "/back", null, 1],
};
const image: Bound = {
  field: "content_type",
  takes: ["image/png", "image/svg+xml", "image/vnd.microsoft.icon"],
  wrongType: ["", "png", "text/html", "image/", "image/png; charset=x", " image/png", null, 1],
};
const thumbnail = { data: new Uint8Array([1]), content_type: "image/png" };
const card = { card_number: "4111111111111111", expiry_month: 12, expiry_year: 2039, cvv: "123" };
const without = (name: string) => Object.fromEntries(Object.entries(card).filter(([own]) => own !== name));
const cards: Bound = {
  field: "data",
  takes: [
    card,
    ...[1, 2, 11, 12].map((expiry_month) => ({ ...card, expiry_month })),
    ...[1000, 9999].map((expiry_year) => ({ ...card, expiry_year })),
  ],
  wrongType: [
    ...[{}, [], null, "4111111111111111", ...Object.keys(card).map(without), { ...card, holder: "x" }],
    ...[0, 13, 1.5, "12", null].map((expiry_month) => ({ ...card, expiry_month })),
    ...[999, 10_000, 39, "2039"].map((expiry_year) => ({ ...card, expiry_year })),
    ...["", "4111 1111 1111 1111", "4111-1111", "x", 4_111, null].map((number) => ({
      ...card,
      card_number: number,
    })),
    ...["", "12a", " 123", 123].map((cvv) => ({ ...card, cvv })),
  ],
};

const upTo = (field: string, max: number): Bound => ({
  field,
  takes: ["", "a", letters(max - 1), letters(max)],
  tooBig: [letters(max + 1)],
  wrongType: [1, null, ["a"]],
});
const digits = (field: string, min: number, max: number): Bound => ({
  field,
  takes: ["1".repeat(min), "1".repeat(max)],
  tooSmall: ["1".repeat(min - 1)],
  tooBig: ["1".repeat(max + 1)],
  wrongType: [`${"1".repeat(min - 1)}a`, ` ${"1".repeat(min)}`, "1234-5678-9012-3456", 1, null],
});

/** The operations that have a body, with its minimum content, and the bounds of each of its fields. */
export const bodies: readonly (readonly [
  name: string,
  schema: z.ZodType,
  base: object,
  bounds: readonly Bound[],
])[] = [
  [
    "instances.create",
    instanceCreate,
    required,
    [
      filledText("region"),
      filledText("type"),
      filledText("image"),
      label,
      {
        field: "root_pass",
        takes: [letters(7), letters(8), letters(127), letters(128)],
        tooSmall: ["", letters(6)],
        tooBig: [letters(129)],
        wrongType: [1234567, null],
      },
      texts("authorized_keys"),
      texts("authorized_users"),
      texts("tags"),
      text("group"),
      id("backup_id"),
      id("stackscript_id"),
      flag("backups_enabled"),
      flag("booted"),
      flag("private_ip"),
      {
        field: "stackscript_data",
        takes: [{}, { a: 1 }, { a: [null, { b: true }] }],
        wrongType: ["{}", [], null, 1],
      },
      { field: "swap_size", takes: [0, 1, 512], tooSmall: [-1], wrongType: [0.5, "512"] },
      {
        field: "interfaces",
        takes: [[], [{}], [{}, {}, {}], [{ purpose: "vlan", label: "v", ipam_address: "10.0.0.1/24" }]],
        tooBig: [[{}, {}, {}, {}]],
        wrongType: [{}, "public", null, ["public"]],
      },
    ],
  ],
  [
    "instances.update",
    instanceUpdate,
    {},
    [
      label,
      text("group"),
      texts("tags"),
      flag("watchdog_enabled"),
      { field: "alerts", takes: [{}, { cpu: 90 }, { io: 0.5, network_in: -1 }], wrongType: [90, [], null] },
      {
        field: "backups",
        takes: [{}, { schedule: {} }, { schedule: { day: "Sunday", window: "W2" } }],
        wrongType: [true, [], null],
      },
    ],
  ],
  ["instances.boot", boot, {}, [id("config_id")]],
  [
    "instances.clone",
    instanceClone,
    {},
    [
      label,
      text("group"),
      filledText("region"),
      filledText("type"),
      flag("backups_enabled"),
      id("node_id"),
      ids("configs"),
      ids("disks"),
    ],
  ],
  [
    "backups.snapshot",
    snapshotCreate,
    {},
    [
      {
        field: "label",
        takes: ["a", "aa", letters(254), letters(255)],
        tooSmall: [""],
        tooBig: [letters(256)],
        wrongType: [null, 1],
      },
    ],
  ],
  ["backups.restore", backupRestore, { node_id: 1 }, [id("node_id"), flag("overwrite")]],
  [
    "images.create",
    imageCreate,
    { disk_id: 1 },
    [id("disk_id"), text("label"), { ...description, wrongType: [1, null] }],
  ],
  [
    "images.upload",
    imageUpload,
    { label: "golden", region: "r1" },
    [text("label"), filledText("region"), { ...description, wrongType: [1, null] }],
  ],
  [
    "images.update",
    imageUpdate,
    {},
    [
      text("label"),
      { ...description, takes: [...description.takes, null] },
      {
        field: "status",
        takes: ["creating", "pending_upload", "available"],
        wrongType: ["deleted", "", null, 1],
      },
    ],
  ],
  [
    "oauthClients.create",
    oauthClientCreate,
    { label: "App", redirect_uri: "https://app.example/" },
    [clientLabel, redirectUri, flag("public")],
  ],
  ["oauthClients.update", oauthClientUpdate, {}, [clientLabel, redirectUri, flag("public")]],
  [
    "oauthClients.updateThumbnail",
    bytes,
    thumbnail,
    [image, { field: "data", takes: [new Uint8Array(), Buffer.from("x")], wrongType: ["x", [1], null, {}] }],
  ],
  [
    "paymentMethods.add",
    paymentMethodAdd,
    { type: "credit_card", is_default: false, data: card },
    [
      { field: "type", takes: ["credit_card"], wrongType: ["paypal", "google_pay", "", null, 1] },
      flag("is_default"),
      cards,
    ],
  ],
  [
    "account.update",
    accountUpdate,
    {},
    [
      ...[upTo("address_1", 64), upTo("address_2", 64), upTo("city", 24), upTo("company", 128)],
      ...[upTo("email", 128), upTo("first_name", 50), upTo("last_name", 50), upTo("phone", 32)],
      ...[upTo("state", 24), upTo("tax_id", 100), text("zip")],
      { field: "country", takes: ["US", "de"], wrongType: ["", "U", "USA", "U1", 1, null] },
      {
        field: "active_promotions",
        takes: [[], [{}], [{ summary: "x", expire_dt: "2022-03-21T09:00:00" }]],
        wrongType: [{}, "x", null, [{ nonsense: 1 }], [{ expire_dt: "soon" }]],
      },
    ],
  ],
  ["account.cancel", accountCancel, {}, [text("comments")]],
  [
    "account.addCreditCard",
    creditCard,
    { card_number: "41111111111111", cvv: "123", expiry_month: 12, expiry_year: 2039 },
    [
      digits("card_number", 14, 24),
      digits("cvv", 3, 4),
      {
        field: "expiry_month",
        takes: [1, 2, 11, 12],
        tooSmall: [0],
        tooBig: [13],
        wrongType: [1.5, "12", null],
      },
      {
        field: "expiry_year",
        takes: [1000, 9999],
        tooSmall: [999],
        tooBig: [10_000],
        wrongType: ["2039", null],
      },
    ],
  ],
  [
    "payments.create",
    paymentCreate,
    { usd: "1" },
    [
      {
        field: "usd",
        takes: ["0", "12", "12.5", "12.50", "1000000.00"],
        wrongType: ["", "-1", "1,5", "1.", ".5", "$5", "1e3", 5, null],
      },
      id("payment_method_id"),
      text("cvv"),
    ],
  ],
  [
    "entityTransfers.create",
    entityTransferCreate,
    { entities: { nodes: [1] } },
    [
      {
        field: "entities",
        takes: [{ nodes: [1] }, { nodes: [1, 2] }],
        wrongType: [
          {},
          [],
          null,
          { nodes: [] },
          { nodes: [0] },
          { nodes: ["1"] },
          { nodes: [1], volumes: [2] },
        ],
      },
    ],
  ],
];
