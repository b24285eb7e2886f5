import type { Operations } from "../../contract";

/** How far the emulator carries an operation out. Shape, bounds, scopes and errors are the contract's, for all of them. */
export interface Modelled {
  /** What of its behaviour is there. */
  readonly does: string;
  /** What a service does, or may do, that is not. */
  readonly lacks?: string;
}

type Table = { readonly [G in keyof Operations]: { readonly [N in keyof Operations[G]]: Modelled } };

/** What is modelled of every operation: one without an entry is an error of the compiler. */
export const modelled: Table = {
  instances: {
    list: { does: "What the caller may see, oldest first; pages and filters." },
    create: {
      does: "From an image, a script, a backup, or empty: disks, swap, configuration, addresses, keys, tags, default label; the status runs its course; virtual networks only where the region has them; needs the grant `add_nodes`, and tags an unrestricted user.",
      lacks:
        "The machine itself. Scripts are not run: their required fields and images are checked. Limits on how much an account may have.",
    },
    view: { does: "As it is at this moment of the clock." },
    update: {
      does: "All or nothing; labels unique as set; what is left out is kept or reset, as set; read-only fields are ignored, so that a whole object can be sent back.",
      lacks: "Warnings when a threshold of `alerts` is passed.",
    },
    delete: {
      does: "`deleting` for a while, then gone with its addresses, disks, configurations and backups; its number is never given again; leaves an automatic image, as set.",
    },
    boot: { does: "The configuration by the rule of section 4.1; refused while busy or running." },
    clone: {
      does: "To a new instance or onto an existing one; chosen disks and configurations; the source's tags; at most five at a time of one source.",
      lacks: "That a clone with a virtual network does not start in a region without: it is refused there.",
    },
  },
  backups: {
    list: { does: "Automatic ones, the snapshot there is, and the one being taken." },
    snapshot: { does: "Runs through its statuses; takes the former snapshot's place when it has succeeded." },
    enable: {
      does: "Automatic backups by day and window from then on; after a cancel refused for a day, as set.",
    },
    cancel: { does: "Deletes every backup of the instance, for good." },
    view: { does: "A backup of this instance; of another one it is not found." },
    restore: {
      does: "To its own instance or another one; with `overwrite` in place of the disks there, without only where they fit beside them.",
      lacks: "The statuses `paused`, `failed` and `userAborted` come from external changes only.",
    },
  },
  account: {
    view: {
      does: "The account with what is owed and what an invoice made now would come to; promotions until they expire.",
      lacks: "Promotions credit nothing to invoices.",
    },
    update: {
      does: "The bounds of section 2.4, states of US and CA in two letters, against the stored country too.",
    },
    cancel: {
      does: "Charges the card on file; where that fails, an error with a reason only and the account stays active; restricted users are refused.",
      lacks: "The survey behind the link.",
    },
    addCreditCard: {
      does: "Puts a card on file as the default payment method; one that has expired is refused.",
    },
  },
  events: {
    list: { does: "Every change by anybody, newest first, of the last 90 days, by the caller's grants." },
    view: { does: "With progress while it runs; `time_remaining` and `rate` are null." },
    read: { does: "Marks this one." },
    seen: { does: "Marks this one and all before it that the caller can see." },
  },
  invoices: {
    list: { does: "One for each month, UTC, in which anything cost something." },
    view: { does: "Subtotal, tax as set, and total." },
    listItems: {
      does: "An item for each instance and one for its backups: hours, price an hour, at most the month's price.",
      lacks: "Charges for transfer, and any kind but instances by the hour and their backups.",
    },
  },
  logins: {
    list: { does: "Successful logins of all users in the last 90 days; unrestricted users only." },
    view: { does: "As in the list." },
  },
  maintenance: {
    list: {
      does: "Planned and running maintenances of what the caller may view; the instance is `stopped` meanwhile.",
      lacks: "Maintenances begin by external changes only: no host ever needs one.",
    },
  },
  notifications: {
    list: {
      does: "Balances past due, cards that expire, promotions, outages and maintenances where instances are, and notifications added by external changes; each goes with its cause and is seen by who may see that.",
    },
  },
  paymentMethods: {
    list: { does: "The active ones, oldest first." },
    add: {
      does: "Cards only; 6 active, 60 a day; needs a zip, as set; becomes the only default where asked, or where there is none.",
      lacks: "A bank: an external change says which cards are declined.",
    },
    view: { does: "An active one. Of a card no more is kept than what is shown." },
    delete: {
      does: "Deactivates it; the default one is refused. `account:read_only` is enough, as section 4.4 says.",
    },
    makeDefault: { does: "The former default loses the flag." },
  },
  payments: {
    list: { does: "Amounts as decimal texts." },
    create: {
      does: "By the method named or the default one; cvv required for a card; settles the balance; warnings where an external change sets them.",
    },
  },
  entityTransfers: {
    list: { does: "Those given and those taken, with `is_sender` by who asks." },
    create: {
      does: "Of the caller's own instances that no other pending transfer holds; stale after 24 hours.",
    },
    view: { does: "By the sender, and by whoever has the token." },
    cancel: { does: "By the sender, while it is pending." },
    accept: {
      does: "By the other account of the world: accepted, then completed; failed where the things are gone meanwhile. Ids stay.",
      lacks: "Service transfers, which replace it, are outside the interface.",
    },
  },
  oauthClients: {
    list: { does: "Secrets are redacted." },
    create: { does: "With its secret in plain text once, or redacted, as set." },
    view: { does: "The secret is redacted." },
    update: { does: "Label, redirect address, whether it is public." },
    delete: { does: "With its secret and every token issued to it." },
    resetSecret: { does: "The old secret fails at once." },
    viewThumbnail: { does: "By anybody, without a token." },
    updateThumbnail: { does: "Kept byte for byte, with its type; at most a megabyte." },
  },
  regions: {
    list: { does: "Those of the world, one in outage, some without virtual networks." },
    view: { does: "As in the list; an external change sets the status." },
  },
  images: {
    list: { does: "Public images to anybody, private ones by token and grant." },
    create: { does: "Captures a disk; `creating`, then `available`. Needs two scopes." },
    upload: {
      does: "An address that takes a gzip-compressed image of at most 5 GB within 24 hours, then processes it; unsent, the image is deleted.",
      lacks: "The data is looked at as it goes by and kept nowhere.",
    },
    view: { does: "With its slash plain or as `%2F`." },
    update: { does: "Private ones only." },
    delete: { does: "Private ones only, for good." },
  },
};
