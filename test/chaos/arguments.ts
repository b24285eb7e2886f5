import { gzipSync } from "node:zlib";
import { mastercard, visa } from "../resources/payment-methods";
import { TemporaryFiles } from "../resources/temporary-files";
import type { Type } from "./history";
import type { Arguments } from "./resource";

const files = new TemporaryFiles();
export const removeFiles = (): void => files.remove();

/** Distinctive, so that a message that repeats one is noticed. */
export const secretStrings = {
  rootPass: "root-7Jq2x-secret",
  otherRootPass: "root-9Zk4w-secret",
  cardNumbers: [visa.cardNumber, mastercard.cardNumber],
} as const;

const thumbnails = [
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  Buffer.from("4749463839610100", "hex"),
];
const thumbnailFiles = thumbnails.map((data, index) => files.write(`thumbnail-${index}`, data));
const imageFiles = ["one", "two"].map((text) => files.write(`${text}.img.gz`, gzipSync(text)));

/** The arguments of a type with which a program starts. `BRAND` stands for the brand, `KEY` for the number of the resource. */
export const basicArguments: Readonly<Record<Type, Arguments>> = {
  Instance: {
    ...{ region: "us-east", type: "g1-nano-1", image: "BRAND/debian12", rootPass: secretStrings.rootPass },
  },
  Image: { file: imageFiles[0] ?? "", region: "us-east" },
  OAuthClient: { label: "Shop", redirectUri: "https://shop.example/callback" },
  PaymentMethod: { card: visa, onDelete: { makeDefault: 1 } },
  BackupSchedule: { day: "Saturday", window: "W10" },
};

/** The changes that histories make. The first half of each table is made in place. */
export const argumentChanges: Readonly<Record<Type, readonly Arguments[]>> = {
  Instance: [
    ...[{ tags: ["web"] }, { tags: ["Shop", "blue"] }, { tags: [] }, { tags: null }, { group: "g" }],
    ...[{ watchdogEnabled: false }, { alerts: { cpu: 50, io: 9000 } }, { label: "written-KEY" }],
    ...[{ label: "other-KEY" }, { label: null }, { backupsEnabled: true }, { backupsEnabled: null }],
    ...[{ backupsEnabled: false }, { timeouts: { create: "3m", update: "3m", delete: "3m" } }],
    ...[
      { image: null, rootPass: null },
      { image: null, rootPass: null, booted: false },
    ],
    ...[{ type: "g1-standard-1" }, { region: "us-central" }, { image: "BRAND/debian11" }],
    ...[{ rootPass: secretStrings.otherRootPass }, { privateIp: true }],
  ],
  Image: [
    ...[{ label: "written-KEY" }, { label: "golden" }, { label: null }, { description: "for the web" }],
    ...[{ description: null }, { timeouts: { create: "3m", update: "3m", delete: "3m" } }],
    ...[{ file: imageFiles[1] ?? "" }, { region: "us-central" }],
  ],
  OAuthClient: [
    ...[{ label: "Other" }, { label: "Ümläut ✓" }, { redirectUri: "https://other.example/" }],
    ...[{ public: true }, { public: false }, { public: null }, { secretVersion: 1 }, { secretVersion: 2 }],
    ...thumbnailFiles.map((thumbnail) => ({ thumbnail })),
    ...[{ timeouts: { create: "2m" } }],
  ],
  PaymentMethod: [
    ...[{ isDefault: true }, { isDefault: null }, { onDelete: "retain" }, { onDelete: "fail" }],
    ...[{ card: mastercard }, { card: { ...visa, cvv: "9991" } }, { timeouts: { create: "2m" } }],
  ],
  BackupSchedule: [{ day: "Monday" }, { window: "W2" }, { onDelete: "keep" }, { onDelete: "cancel" }],
};
