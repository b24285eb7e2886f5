import type { Operations } from "../../contract";

/** How far the emulator implements an operation. Types, bounds, scopes and errors follow the contract for all operations. */
export interface Coverage {
  /** The emulated behavior. */
  readonly emulated: string;
  /** Behavior of the service, known or possible, that is not emulated. */
  readonly notEmulated?: string;
}

type CoverageTable = {
  readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: Coverage };
};

/** The coverage of every operation. A missing entry is a compile error. */
export const coverage: CoverageTable = {
  instances: {
    list: { emulated: "The instances that the caller may view, oldest first, with pages and filters." },
    create: {
      emulated:
        "From an image, a script, a backup, or without disks. With disks, swap, configuration, addresses, keys, tags and a default label. The status changes over time. Virtual networks only in regions that have them. Requires the grant `add_nodes`, and an unrestricted user for tags.",
      notEmulated:
        "The machine itself. Scripts are not run, but their required fields and images are checked. Limits on the number of an account's instances.",
    },
    view: { emulated: "The instance at the current time of the clock." },
    update: {
      emulated:
        "All fields or none. Whether labels must be unique, and whether omitted fields are kept or reset, depends on settings. Read-only fields are ignored, so that a whole object can be sent back.",
      notEmulated: "Warnings when a threshold of `alerts` is exceeded.",
    },
    delete: {
      emulated:
        "`deleting` for a while, then deleted with its addresses, disks, configurations and backups. Its id is not used again. Creates an automatic image if `automaticImages` is set.",
    },
    boot: {
      emulated:
        "Chooses the configuration by the rule of section 4.1. Rejected while the instance is busy or running.",
    },
    clone: {
      emulated:
        "To a new instance or onto an existing one, with all or selected disks and configurations, and the tags of the source, also for a restricted user. Up to five clones of one source at a time.",
      notEmulated:
        "The service clones an instance with a virtual network to a region without virtual networks, and the clone does not start. The emulator rejects the request.",
    },
  },
  backups: {
    list: {
      emulated: "The automatic backups, the current snapshot, and the one in progress.",
    },
    snapshot: { emulated: "The status changes over time. A successful snapshot replaces the previous one." },
    enable: {
      emulated:
        "Starts automatic backups by day and window. For a day after a cancel, rejected unless `enableAfterCancel` allows it.",
    },
    cancel: { emulated: "Deletes every backup of the instance permanently." },
    view: { emulated: "A backup of this instance. The backup of another one is not found." },
    restore: {
      emulated:
        "To its own instance or to another one. With `overwrite`, replaces the disks there; without it, requires enough free space.",
      notEmulated: "Only external changes set the statuses `paused`, `failed` and `userAborted`.",
    },
  },
  account: {
    view: {
      emulated:
        "The account with its balance, the estimate of the current invoice, and promotions until they expire.",
      notEmulated: "Promotions do not reduce invoices.",
    },
    update: {
      emulated:
        "The bounds of section 2.4. States of the US and Canada must have two letters, even if the country is only stored and not in the request.",
    },
    cancel: {
      emulated:
        "Charges the credit card. If that fails, returns an error without a field and the account stays active. Restricted users are rejected.",
      notEmulated: "The survey that the link opens.",
    },
    addCreditCard: {
      emulated:
        "Adds a card as the default payment method, or replaces the default one, depending on the setting `creditCardIs`. An expired card is rejected.",
    },
  },
  events: {
    list: {
      emulated: "The changes of the last 90 days by all users, newest first, as the caller's grants allow.",
    },
    view: { emulated: "With the progress of a running action. `time_remaining` and `rate` are null." },
    read: { emulated: "Marks this event." },
    seen: { emulated: "Marks this event and all earlier ones that the caller may view." },
  },
  invoices: {
    list: { emulated: "One for each month (UTC) with costs." },
    view: { emulated: "Subtotal, total, and the tax that the setting `taxPercent` determines." },
    listItems: {
      emulated:
        "An item for each instance and one for its backups: hours and price per hour, up to the monthly price.",
      notEmulated: "Charges for transfer, and for anything but instances and their backups.",
    },
  },
  logins: {
    list: { emulated: "Successful logins of all users in the last 90 days. Unrestricted users only." },
    view: { emulated: "As in the list." },
  },
  maintenance: {
    list: {
      emulated:
        "Planned and running maintenance windows of instances that the caller may view. The instance is `stopped` during a maintenance.",
      notEmulated: "Maintenance windows are created by external changes only.",
    },
  },
  notifications: {
    list: {
      emulated:
        "Overdue balances, expiring cards, promotions, outages and maintenance windows that affect instances, and notifications added by external changes. Each disappears with its cause, and is listed for users who may view the cause.",
    },
  },
  paymentMethods: {
    list: { emulated: "The active ones, oldest first." },
    add: {
      emulated:
        "Credit cards only. Up to 6 active ones, and 60 added per day. Requires a zip unless `billingZip` is off. Becomes the only default if requested, or if there is none.",
      notEmulated: "A bank. External changes determine which cards are declined.",
    },
    view: {
      emulated:
        "Active ones; deleted ones depending on the setting `deletedPaymentMethods`. Of a card, only the fields that the API returns are stored.",
    },
    delete: {
      emulated:
        "Deactivates the payment method. The default one is rejected. The scope `account:read_only` is sufficient, see section 4.4.",
    },
    makeDefault: { emulated: "The previous default is no longer the default." },
  },
  payments: {
    list: { emulated: "Amounts as decimal strings." },
    create: {
      emulated:
        "With the given payment method or the default one. `cvv` is required for a card. Reduces the balance. Warnings are caused by external changes.",
    },
  },
  entityTransfers: {
    list: { emulated: "Sent and received transfers. `is_sender` depends on the caller." },
    create: {
      emulated:
        "Of the caller's own instances that are not in another pending transfer. Stale after 24 hours.",
    },
    view: { emulated: "By the sender, and by anybody who has the token." },
    cancel: { emulated: "By the sender, while the transfer is pending." },
    accept: {
      emulated:
        "By the second account: accepted, then completed, or failed if the instances no longer exist. Ids stay the same.",
      notEmulated: "Service transfers, which replace it, are not part of the interface.",
    },
  },
  oauthClients: {
    list: { emulated: "Secrets are redacted." },
    create: {
      emulated:
        "The setting `createdSecret` determines whether the response contains the secret in plain text.",
    },
    view: { emulated: "The secret is redacted." },
    update: { emulated: "Label, redirect URI, and whether the client is public." },
    delete: { emulated: "Invalidates its secret and all tokens that were issued to it." },
    resetSecret: { emulated: "The old secret becomes invalid immediately." },
    viewThumbnail: { emulated: "For anybody, without a token." },
    updateThumbnail: { emulated: "Stored unchanged with its content type. At most a megabyte." },
  },
  regions: {
    list: { emulated: "The regions of the world: one in outage, some without virtual networks." },
    view: { emulated: "As in the list. External changes set the status." },
  },
  images: {
    list: { emulated: "Public images for anybody, private ones by token and grant." },
    create: { emulated: "Captures a disk: `creating`, then `available`. Requires two scopes." },
    upload: {
      emulated:
        "Returns an address that accepts a gzip-compressed image of up to 5 GB for 24 hours. The image is then processed. Without data, it is deleted.",
      notEmulated: "The data is checked while it is received, and not stored.",
    },
    view: { emulated: "The slash of the id may be plain or `%2F`." },
    update: { emulated: "Private images only." },
    delete: { emulated: "Private images only, permanently." },
  },
};
