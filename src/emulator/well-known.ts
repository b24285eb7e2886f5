/** The tokens that a seeded world accepts. They are not secret: only the emulator accepts them. */
export const wellKnownTokens = {
  /** Every scope, as the unrestricted user `admin`. */
  full: "emulator-full-access",
  /** Every `read_only` scope, as `admin`. */
  readOnly: "emulator-read-only",
  /** Every `read_write` scope and no `read_only` one, as `admin`. */
  readWrite: "emulator-read-write",
  /** Every scope, as the restricted user `limited`, who may create instances and can view those that are granted to them. */
  restricted: "emulator-restricted",
  /** No scope, as `admin`. */
  scopeless: "emulator-no-scope",
  /** Every scope, as `partner`, the unrestricted user of the second account. That account has no instances. */
  secondAccount: "emulator-second-account",
} as const;

/** Names in a seeded world that the interface does not specify. */
export const seedNames = {
  unrestrictedUser: "admin",
  restrictedUser: "limited",
  /** The user of the second account. */
  secondUser: "partner",
  /** The capability of regions with virtual networks. */
  virtualNetworks: "Virtual Networks",
  smallType: "g1-nano-1",
  defaultType: "g1-standard-1",
  largeType: "g1-standard-8",
  /** A region with virtual networks. */
  region: "us-east",
  /** A region without virtual networks. */
  plainRegion: "us-central",
  regionInOutage: "ap-south",
  privateImage: "private/1",
  /** The payment method of the first account: a credit card, the default. */
  paymentMethod: 1,
  /** A script for images of the vendor Debian, with the required field `hostname`. */
  script: 1,
} as const;

/** Numbers of credit cards that can be added as usual, but whose payments do not simply succeed. */
export const cardNumbers = {
  /** Every payment is declined. */
  declined: "4000000000000002",
  /** Every payment succeeds with warnings. */
  warned: "4000000000009235",
} as const;
