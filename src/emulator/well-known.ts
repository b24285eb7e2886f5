/** The tokens that a seeded world accepts, to be pasted. They open nothing but the emulator. */
export const wellKnownTokens = {
  /** Every scope, of the unrestricted user `admin`. */
  full: "emulator-full-access",
  /** Every `read_only` scope, of `admin`. */
  readOnly: "emulator-read-only",
  /** Every `read_write` scope and no `read_only` one, of `admin`. */
  readWrite: "emulator-read-write",
  /** Every scope, of the restricted user `limited`, who may add instances and sees those granted. */
  restricted: "emulator-restricted",
  /** No scope, of `admin`. */
  scopeless: "emulator-no-scope",
  /** Every scope, of `partner`, the unrestricted user of a second account, which has nothing yet. */
  secondAccount: "emulator-second-account",
} as const;

/** The names that a seeded world uses where the interface leaves them open. */
export const seedNames = {
  unrestrictedUser: "admin",
  restrictedUser: "limited",
  /** The user of the second account. */
  secondUser: "partner",
  /** The capability of regions in which instances can join virtual networks. */
  virtualNetworks: "Virtual Networks",
  smallType: "g1-nano-1",
  defaultType: "g1-standard-1",
  largeType: "g1-standard-8",
  /** A region with virtual networks. */
  region: "us-east",
  /** A region without. */
  plainRegion: "us-central",
  regionInOutage: "ap-south",
  privateImage: "private/1",
  /** The payment method that the account has: a credit card, the default. */
  paymentMethod: 1,
  /** A script whose field `hostname` is required, for images of the vendor Debian. */
  script: 1,
} as const;

/** Numbers of cards with which payments are not simply made. Such a card can be added like any other. */
export const cardNumbers = {
  /** Every payment is declined. */
  declined: "4000000000000002",
  /** Every payment is made, and answered with warnings. */
  warned: "4000000000009235",
} as const;
