// Generated from src/emulator by `npm run generate`. Do not edit: change the schemas and run it again.

/**
 * A whole world as plain JSON: the data that all accounts share, the first account, and the others. Times are
 * in milliseconds since 1970 UTC.
 */
export type SavedWorld = {
  version: 1;
  /** The brand whose names its image ids, scopes and grants have. */
  brand: string;
  /** The moment at which it was saved, in milliseconds since 1970 UTC. */
  time: number;
  /** The last number used, by counter: no id is used twice. */
  numbers: {
    [name: string]: number;
  };
  regions: RegionRecord[];
  types: TypeRecord[];
  scripts: ScriptRecord[];
  entity_transfers: EntityTransferRecord[];
  timeline: ({
    at: number;
    order: number;
    due: {
      kind: "instance";
      instance_id: number;
      epoch: number;
    } | {
      kind: "watchdog";
      instance_id: number;
      epoch: number;
    } | {
      kind: "image";
      image_id: string;
      turn: string;
      epoch: number;
    } | {
      kind: "paymentMethod";
      payment_method_id: number;
    } | {
      kind: "monthEnd";
      /** The `euuid` that the account had when the entry was planned. */
      euuid: string;
      /** The account's number. Absent if `euuid` identifies the account. */
      account?: number;
    } | {
      kind: "backup";
      backup_id: number;
      /** The backup leaves this status if it still has it. */
      status: string;
    } | {
      kind: "backupsEnabled";
      instance_id: number;
      service: number;
    } | {
      kind: "automaticBackup";
      instance_id: number;
      service: number;
    } | {
      kind: "maintenance";
      maintenance_id: number;
    } | {
      kind: "transferExpiry";
      token: string;
    } | {
      kind: "transferCompletion";
      token: string;
    };
  })[];
  account: AccountRecord;
  users: UserRecord[];
  tokens: TokenRecord[];
  images: ImageRecord[];
  instances: InstanceRecord[];
  disks: DiskRecord[];
  configs: ConfigRecord[];
  addresses: AddressRecord[];
  backups: BackupRecord[];
  maintenances: MaintenanceRecord[];
  payment_methods: PaymentMethodRecord[];
  oauth_clients: OAuthClientRecord[];
  usages: UsageRecord[];
  invoices: InvoiceRecord[];
  payments: PaymentRecord[];
  notices: NotificationRecord[];
  events: EventRecord[];
  logins: LoginRecord[];
  other_accounts: {
    account: AccountRecord;
    users: UserRecord[];
    tokens: TokenRecord[];
    images: ImageRecord[];
    instances: InstanceRecord[];
    disks: DiskRecord[];
    configs: ConfigRecord[];
    addresses: AddressRecord[];
    backups: BackupRecord[];
    maintenances: MaintenanceRecord[];
    payment_methods: PaymentMethodRecord[];
    oauth_clients: OAuthClientRecord[];
    usages: UsageRecord[];
    invoices: InvoiceRecord[];
    payments: PaymentRecord[];
    notices: NotificationRecord[];
    events: EventRecord[];
    logins: LoginRecord[];
  }[];
};

/** Every behavior that the interface leaves open. `settings` has the default of each. */
export type Settings = {
  /**
   * Status of a successful call. `ok`: always 200 with a body. `varied`: 201 for a creation, 202 for a
   * started action, 204 without a body for a deletion.
   */
  successStatus: "ok" | "varied";
  /** Status for invalid input. */
  inputStatus: number;
  /** Status when the token lacks the scope. */
  scopeStatus: number;
  /** Status while another action is running. */
  busyStatus: number;
  /** Wording of error reasons. `other`: wording that clients cannot know. */
  errorTexts: "usual" | "other";
  /** Fields that a PUT omits: left unchanged, or set to their defaults. */
  putOmitted: "merge" | "replace";
  /** Unknown fields in a request body. */
  unknownFields: "ignored" | "refused";
  /** A JSON body with another Content-Type: accepted, or rejected with 415. */
  contentTypes: "any" | "json";
  /**
   * Which fields the conditions of the header X-Filter may name: those marked F (`header`), or any
   * (`anyField`). Lists can be ordered by any field. `ignored`: the header has no effect.
   */
  filters: "header" | "anyField" | "ignored";
  /** A `page_size` below 25 or above 500: rejected, or replaced by the nearest bound. */
  pageSize: "refused" | "clamped";
  /** Items per page without `page_size`. */
  defaultPageSize: number;
  /** Lists without documented query parameters: divided into pages like the others, or returned whole. */
  plainLists: "paged" | "whole";
  /**
   * `results` of the list of instances: without or with the instances that are omitted because a restricted
   * user has no grant on them.
   */
  listResults: "shown" | "all";
  /**
   * How far lists lag behind views: they return everything as it was, without new objects and with deleted
   * ones.
   */
  listLagSeconds: number;
  /** How far views lag behind: they return everything as it was, with 404 for new objects. */
  viewLagSeconds: number;
  /**
   * Fields in responses that the interface does not define, and events with actions that it does not list.
   */
  furtherFields: boolean;
  /**
   * Calls per token. `usual`: 1,600 calls in 2 minutes and 10 creates in 30 seconds. `tight`: 20 calls in 10
   * seconds and 2 creates in 30 seconds.
   */
  rateLimits: "usual" | "off" | "tight";
  /** Format of times. `plain`: 2022-03-21T09:00:00. `zoned`: 2022-03-21T09:00:00Z. */
  dateTimes: "plain" | "zoned";
  /** `created` in the response to a create request: the same as in views and lists, or a second earlier. */
  createdInResponse: "same" | "secondEarlier";
  /**
   * Operations that are served under `v4beta`: all, or only beta operations. Beta operations are never served
   * under `v4`.
   */
  betaAddress: "all" | "betaOnly";
  /** Status when a restricted user views an object without a grant on it. */
  withoutGrant: "403" | "404";
  /** Status for an object that does not exist, or no longer does. */
  unknownIdStatus: number;
  /** For a restricted user, a missing instance or image is treated like one without a grant. */
  grantsFirst: boolean;
  /** A scope `read_write` includes the scope `read_only` of the same area. */
  readWriteIncludesReadOnly: boolean;
  /** Personal access tokens are limited to their scopes. Otherwise they can do whatever their user can do. */
  personalTokenScopes: boolean;
  /** Which changes are listed as events: all, or only the two actions that section 6 lists. */
  eventActions: "all" | "shown";
  /** First status of an instance that is created without disks. */
  emptyStartsAs: "offline" | "provisioning";
  /**
   * New instances pass through an undocumented status and through `offline` before they are `running`.
   * Uploaded images pass through an undocumented status too.
   */
  extraStatuses: boolean;
  /** Status of a new clone while it is copied. */
  cloneStartsAs: "offline" | "cloning";
  /** The fields that a clone to a new instance requires. `regionAndType`: `region` and `type`. */
  cloneNeeds: "nothing" | "regionAndType";
  /** `keysSuffice`: deploying an image needs no `root_pass` with `authorized_keys` or `authorized_users`. */
  rootPass: "required" | "keysSuffice";
  /**
   * Root passwords of 7 to 128 characters. `checked`: with at least two of lowercase letters, uppercase
   * letters, digits and other characters, and at least four different characters.
   */
  rootPassStrength: "checked" | "any";
  /** Length of tags. `limited`: 3 to 50 characters. */
  tagLength: "limited" | "any";
  /**
   * Network interfaces of a new instance. `known`: each has the `purpose` `public`, `vlan` or `vpc`, and a
   * public one no `label` and no `ipam_address`, or empty ones.
   */
  interfacePurposes: "known" | "any";
  /**
   * The seed has public images for cluster nodes, newer than the other images of the same vendor. Takes
   * effect at the start and at a reset.
   */
  clusterImages: boolean;
  /**
   * Labels of instances must be unique, and consist of letters, digits, `-`, `_` and `.`, without two of the
   * last three in a row.
   */
  uniqueLabels: boolean;
  /**
   * `image` of an instance from a public image: the id in its create request, or the id of the version that
   * this id resolved to.
   */
  imageIds: "asSent" | "resolved";
  /** `image` of an instance while it is `provisioning`. */
  imageWhileProvisioning: "shown" | "null";
  /** How long the label of a deleted instance stays taken, if labels must be unique. */
  labelFreedSeconds: number;
  /** Day and window of a backup service without a schedule. */
  newSchedule: "null" | "Scheduling";
  /**
   * Day and window of a backup service that is enabled without a schedule. `assigned`: the service chooses
   * them.
   */
  scheduleWhenEnabled: "unset" | "assigned";
  /** Day and window of a backup service that was cancelled. */
  scheduleWhenOff: "cleared" | "kept";
  /** Rejects an update with a backup schedule while the backup service is off. */
  scheduleNeedsService: boolean;
  /** Enabling backups within 24 hours of cancelling them. */
  enableAfterCancel: "refused" | "allowed";
  /** Rejects actions on an instance while another action runs on it. */
  busyRefusals: boolean;
  /**
   * The requests that a busy instance rejects. `jobs`: boot, clone, delete, snapshot, restore and transfer.
   * `all`: also update, enabling and cancelling backups, and capturing its disks.
   */
  busyActions: "all" | "jobs";
  /**
   * How long an instance stays busy after the end of a job, whatever its status is: after its creation, a
   * boot, a clone or a restore. Unless it is 0, capturing a disk is such a job too.
   */
  busySeconds: number;
  /** Types of instances that are not in the world. */
  unknownTypes: "refused" | "accepted";
  /** Creating, cloning and uploading in a region whose status is `outage`. */
  outageCreates: "accepted" | "refused";
  /** When an upload request returns: once the data has been received, or `processingSeconds` later. */
  uploadResponse: "atOnce" | "afterProcessing";
  /** Creating an image from an unknown disk: rejected as invalid input, or with 404. */
  unknownDisk: "404" | "input";
  /** Changing or deleting a public image: rejected with 403, or as invalid input. */
  publicImages: "forbidden" | "input";
  /** Deleting an instance creates an automatic image of it. */
  automaticImages: boolean;
  /** The secret in the response that creates an OAuth client. The response to a reset always shows it. */
  createdSecret: "redacted" | "plain";
  /** `thumbnail_url` of an OAuth client with a thumbnail. */
  thumbnailUrls: "url" | "null";
  /**
   * The response to a request for a thumbnail: the image, a redirect to an address outside the emulator, or
   * the image encoded again, with bytes that differ from those that were sent.
   */
  thumbnails: "served" | "redirected" | "encodedAgain";
  /**
   * The 404 response for an OAuth client without a thumbnail: with the interface's error body, or without a
   * body.
   */
  missingThumbnail: "error" | "noBody";
  /** Adding a payment method requires that the account has a zip. */
  billingZip: boolean;
  /** Tax on invoices, in percent. */
  taxPercent: number;
  /** A month without usage ends with an invoice without items. */
  emptyInvoices: boolean;
  /**
   * At the end of a month its invoice is added to the balance. `charged`: the balance is then charged to the
   * default payment method.
   */
  invoicesAre: "owed" | "charged";
  /**
   * `usd` in the response to a payment: a number, with decimals only if there are cents, or a string as in
   * the list.
   */
  paymentUsd: "integer" | "string";
  /** Types of `usd` in the request for a payment. */
  paymentAmounts: "string" | "stringOrNumber";
  /** The minimum payment in US dollars. An account that owes less can pay the amount that it owes. */
  minPayment: number;
  /**
   * The effect of the deprecated operation: adds the card as the default payment method, or replaces the
   * default one if that is a card.
   */
  creditCardIs: "added" | "replaced";
  /** Promotions in the request that updates the account. */
  promotionsInUpdate: "stored" | "ignored";
  /**
   * After an account was cancelled. `closed`: its instances are deleted and its tokens rejected. `open`:
   * nothing changes.
   */
  afterCancel: "closed" | "open";
  /** How long a balance is owed before a notification reports it as past due. */
  pastDueSeconds: number;
  /** How long before its expiry a notification reports that a card expires. */
  expiringSeconds: number;
  /** The view of a deleted payment method: 404, or the method. Lists never contain it. */
  deletedPaymentMethods: "hidden" | "viewable";
  /** How long an added payment method is missing from the list. */
  appearingSeconds: number;
  /** How long an instance is `provisioning`. */
  provisioningSeconds: number;
  /**
   * How long a new instance is `offline` between `provisioning` and its first boot. If this and
   * `bootingSeconds` are 0, it goes from `provisioning` to `running`, as section 3.1 shows.
   */
  bootDelaySeconds: number;
  /** How long an instance is `booting`. */
  bootingSeconds: number;
  /** How long an instance without disks is `provisioning`, if it starts with that status. */
  emptySeconds: number;
  /** How long each status of `extraStatuses` lasts. */
  extraSeconds: number;
  /** How long an instance is `deleting`. */
  deletingSeconds: number;
  /** How long a clone takes. */
  cloningSeconds: number;
  /** How long a restore takes. */
  restoringSeconds: number;
  /** How long a backup takes. */
  backupSeconds: number;
  /** How long enabling backups takes. */
  enableSeconds: number;
  /** How long capturing an image from a disk takes. */
  imagizingSeconds: number;
  /** How long an uploaded image is processed. */
  processingSeconds: number;
  /** How long an instance is `stopped` during maintenance. */
  maintenanceSeconds: number;
  /** How long an accepted transfer takes. */
  transferSeconds: number;
  /** How long the watchdog waits before it boots an instance. */
  watchdogSeconds: number;
};

/** The effect of a fault on a call. */
export type Effect = {
  /** Responds with this status. Default body: an error in the interface's form. A string is sent as it is. */
  status: number;
  body?: JsonValue;
  headers?: {
    [name: string]: string;
  };
} | {
  /** Delays the response. In milliseconds of the callers' clock. */
  latency: number;
} | {
  /** Resets the connection. */
  reset: true;
} | {
  /** Refuses the connection. */
  refused: true;
} | {
  /** Never responds. */
  hang: true;
} | {
  /** Sends half of the body. */
  truncated: true;
} | {
  /** Sends a body that is not JSON, with the content type of JSON. */
  garbage: true;
} | {
  /** Responds with a proxy's HTML page and this status. */
  html: number;
} | {
  /** Lists show everything as it was this many milliseconds ago, by the emulator's clock. */
  staleList: number;
};

/** Which calls a fault is injected into, when, and its effect. */
export type FaultRule = {
  /** `instances.create`, `instances.*` or `*`. Default: `*`. */
  operation: string;
  /** Only the nth matching call, counted from 1. */
  nth?: number;
  /** The matching call with this number, counted from 1, and all later matching calls. */
  from?: number;
  /** Every nth matching call. */
  every?: number;
  /** From 0 to 1. Depends on the emulator's seed. */
  probability?: number;
  /** The maximum number of times that the fault is injected. */
  count?: number;
  when: "before" | "after" | "later";
  /** Required with `later`, and only allowed there. In milliseconds of the callers' clock, up to a day. */
  delay?: number;
  effect: {
    /**
     * Responds with this status. Default body: an error in the interface's form. A string is sent as it is.
     */
    status: number;
    body?: JsonValue;
    headers?: {
      [name: string]: string;
    };
  } | {
    /** Delays the response. In milliseconds of the callers' clock. */
    latency: number;
  } | {
    /** Resets the connection. */
    reset: true;
  } | {
    /** Refuses the connection. */
    refused: true;
  } | {
    /** Never responds. */
    hang: true;
  } | {
    /** Sends half of the body. */
    truncated: true;
  } | {
    /** Sends a body that is not JSON, with the content type of JSON. */
    garbage: true;
  } | {
    /** Responds with a proxy's HTML page and this status. */
    html: number;
  } | {
    /** Lists show everything as it was this many milliseconds ago, by the emulator's clock. */
    staleList: number;
  };
};

/** A fault rule, of which only the effect is required. */
export type FaultRuleInput = {
  /** `instances.create`, `instances.*` or `*`. Default: `*`. */
  operation?: string | undefined;
  /** Only the nth matching call, counted from 1. */
  nth?: number;
  /** The matching call with this number, counted from 1, and all later matching calls. */
  from?: number;
  /** Every nth matching call. */
  every?: number;
  /** From 0 to 1. Depends on the emulator's seed. */
  probability?: number;
  /** The maximum number of times that the fault is injected. */
  count?: number;
  when?: "before" | "after" | "later" | undefined;
  /** Required with `later`, and only allowed there. In milliseconds of the callers' clock, up to a day. */
  delay?: number;
  effect: {
    /**
     * Responds with this status. Default body: an error in the interface's form. A string is sent as it is.
     */
    status: number;
    body?: JsonValue;
    headers?: {
      [name: string]: string;
    };
  } | {
    /** Delays the response. In milliseconds of the callers' clock. */
    latency: number;
  } | {
    /** Resets the connection. */
    reset: true;
  } | {
    /** Refuses the connection. */
    refused: true;
  } | {
    /** Never responds. */
    hang: true;
  } | {
    /** Sends half of the body. */
    truncated: true;
  } | {
    /** Sends a body that is not JSON, with the content type of JSON. */
    garbage: true;
  } | {
    /** Responds with a proxy's HTML page and this status. */
    html: number;
  } | {
    /** Lists show everything as it was this many milliseconds ago, by the emulator's clock. */
    staleList: number;
  };
};

/**
 * The fields of an instance that an external change can set. They are not checked against the rules of the
 * API.
 */
export type InstancePatch = {
  label?: string | undefined;
  group?: string | undefined;
  tags?: string[] | undefined;
  region?: string | undefined;
  type?: string | undefined;
  image?: string | null | undefined;
  status?: string | undefined;
  ipv6?: string | null | undefined;
  alerts?: {
    cpu: number;
    io: number;
    network_in: number;
    network_out: number;
    transfer_quota: number;
  } | undefined;
  watchdog_enabled?: boolean | undefined;
  /** Addresses within 192.168.128.0/17 are private. */
  ipv4?: string[] | undefined;
  /** Whether its deletion is rejected. */
  locked?: boolean | undefined;
};

/** A change to the service's objects that no API call of the user made. */
export type ExternalChange = ExternalPowerOff | ExternalMaintenance | ExternalInstanceDelete | ExternalInstanceChange | ExternalBackupChange | ExternalRegion | ExternalImageChange | ExternalImageDelete | ExternalOauthClientChange | ExternalOauthClientDelete | ExternalAccountChange | ExternalPromotion | ExternalPaymentMethodAdd | ExternalPaymentMethodChange | ExternalPaymentMethodDelete | ExternalNotification | ExternalNotificationDelete | ExternalLogin | ExternalUserChange | ExternalEvent;

export type AccountRecord = {
  address_1: string;
  address_2: string;
  city: string;
  company: string;
  country: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  state: string;
  tax_id: string;
  zip: string;
  active_since: number;
  active_promotions: PromotionRecord[];
  /** In US dollars. Negative for a credit. */
  balance: number;
  /** Since when the balance has been positive. */
  owed_since: number | null;
  /** Usage until then has been invoiced. */
  invoiced_until: number;
  cancelled: number | null;
  capabilities: string[];
  euuid: string;
};

export type AddressRecord = {
  address: string;
  instance_id: number;
  kind: "public" | "private";
};

export type BackupRecord = {
  id: number;
  instance_id: number;
  type: "auto" | "snapshot";
  label: string | null;
  status: string;
  created: number;
  finished: number | null;
  updated: number;
  configs: ConfigRecord[];
  disks: DiskRecord[];
  event_id: number | null;
  /** Whether it was taken on the day of the schedule. Such a backup is kept for two weeks. */
  weekly: boolean;
};

export type ConfigRecord = {
  id: number;
  instance_id: number;
  label: string;
  disks: number[];
  interfaces: {
    purpose?: string;
    label?: string;
    ipam_address?: string;
    [name: string]: unknown;
  }[];
};

export type DiskRecord = {
  id: number;
  instance_id: number;
  label: string;
  filesystem: string;
  /** MB. */
  size: number;
};

/** Accounts are identified by their numbers. 1 is the first account. */
export type EntityTransferRecord = {
  token: string;
  instances: number[];
  created: number;
  updated: number;
  expiry: number;
  status: "accepted" | "cancelled" | "completed" | "failed" | "pending" | "stale";
  sender: number;
  /** The user who created it. */
  sent_by: string;
  /** The account that accepted it, and its user. */
  receiver: number | null;
  received_by: string | null;
};

export type EventRecord = {
  id: number;
  /** The contract's name: `node_boot`. */
  action: string;
  created: number;
  /** The expected duration in seconds. */
  expected: number;
  finished: number | null;
  entity: {
    id: number | string;
    label: string;
    type: string;
    url: string;
  } | null;
  secondary_entity: {
    id: number | string;
    label: string;
    type: string;
    url: string;
  } | null;
  message: string | null;
  read: boolean;
  seen: boolean;
  status: "failed" | "finished" | "notification" | "scheduled" | "started";
  rate: string | null;
  time_remaining: string | null;
  username: string | null;
};

/** The external change `account_change`. */
export type ExternalAccountChange = {
  kind: "account_change";
  patch: {
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    company?: string | undefined;
    country?: string | undefined;
    email?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    phone?: string | undefined;
    state?: string | undefined;
    tax_id?: string | undefined;
    zip?: string | undefined;
    active_since?: number | undefined;
    active_promotions?: PromotionRecord[] | undefined;
    /** In US dollars. Negative for a credit. */
    balance?: number | undefined;
    /** Since when the balance has been positive. */
    owed_since?: number | null | undefined;
    /** Usage until then has been invoiced. */
    invoiced_until?: number | undefined;
    cancelled?: number | null | undefined;
    capabilities?: string[] | undefined;
    euuid?: string | undefined;
  };
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The external change `backup_change`. */
export type ExternalBackupChange = {
  kind: "backup_change";
  backupId: number;
  status: string;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/**
 * Logs an event that no operation logs: actions of other parts of the service, and new ones (section 9.4).
 */
export type ExternalEvent = {
  kind: "event";
  /** As section 6 writes it: `node_boot` under any brand. */
  action: string;
  status?: "failed" | "finished" | "notification" | "scheduled" | "started" | undefined;
  username?: string | null | undefined;
  message?: string;
  rate?: string;
  timeRemaining?: string;
  /** Seconds that an event in the status `started` is expected to take. */
  takes?: number | undefined;
  /** The instance that the event is about. */
  instanceId?: number;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The external change `image_change`. */
export type ExternalImageChange = {
  kind: "image_change";
  imageId: string;
  patch: {
    status?: string | undefined;
    deprecated?: boolean | undefined;
    eol?: number | null | undefined;
    expiry?: number | null | undefined;
    label?: string | undefined;
    description?: string | null | undefined;
  };
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The external change `image_delete`. */
export type ExternalImageDelete = {
  kind: "image_delete";
  imageId: string;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The external change `instance_change`. */
export type ExternalInstanceChange = {
  kind: "instance_change";
  instanceId: number;
  patch: InstancePatch;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Deletes the instance immediately. */
export type ExternalInstanceDelete = {
  kind: "instance_delete";
  instanceId: number;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Records a successful login. Default of `ip`: 203.0.113.7. */
export type ExternalLogin = {
  kind: "login";
  username: string;
  ip?: string | string;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The host is maintained: the instance is `stopped` for a while, then as before. Default of `when`: now. */
export type ExternalMaintenance = {
  kind: "maintenance";
  instanceId: number;
  when?: string;
  reason?: string;
  type?: string | undefined;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/**
 * Adds a notification about the account or, with `instanceId`, about an instance, for as long as that exists.
 */
export type ExternalNotification = {
  kind: "notification";
  label: string;
  message?: string | undefined;
  body?: string | null | undefined;
  severity?: string | undefined;
  type?: string | undefined;
  instanceId?: number | null | undefined;
  when?: string | null | undefined;
  until?: string | null | undefined;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Removes the notifications that an external change added under this label. */
export type ExternalNotificationDelete = {
  kind: "notification_delete";
  label: string;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The `data` of a thumbnail is base64. */
export type ExternalOauthClientChange = {
  kind: "oauth_client_change";
  clientId: string;
  patch: {
    label?: string | undefined;
    public?: boolean | undefined;
    redirect_uri?: string | undefined;
    status?: "active" | "disabled" | "suspended" | undefined;
    /** Publicly viewable. `data` is base64. */
    thumbnail?: {
      content_type: string;
      data: string;
    } | null | undefined;
  };
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The external change `oauth_client_delete`. */
export type ExternalOauthClientDelete = {
  kind: "oauth_client_delete";
  clientId: string;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Adds a method of any type; the API adds cards only. Default of the fields of `data`: sample values. */
export type ExternalPaymentMethodAdd = {
  kind: "payment_method_add";
  type: "credit_card" | "google_pay" | "paypal";
  isDefault?: boolean | undefined;
  data?: {
    [name: string]: string;
  } | undefined;
  /** The result of a payment with it. */
  charging?: "works" | "warned" | "declined" | undefined;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** The external change `payment_method_change`. */
export type ExternalPaymentMethodChange = {
  kind: "payment_method_change";
  paymentMethodId: number;
  patch: {
    is_default?: true;
    data?: {
      [name: string]: string;
    };
    /** The result of a payment with it. */
    charging?: "works" | "warned" | "declined";
  };
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** If it was the default, the oldest of the other methods becomes the default. */
export type ExternalPaymentMethodDelete = {
  kind: "payment_method_delete";
  paymentMethodId: number;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Powers the instance off without a job, so that its watchdog boots it again. */
export type ExternalPowerOff = {
  kind: "power_off";
  instanceId: number;
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Adds a promotion. Default of each amount: 0.00; of `expire_dt`: 30 days from now. */
export type ExternalPromotion = {
  kind: "promotion";
  promotion: {
    credit_monthly_cap?: string | undefined;
    credit_remaining?: string | undefined;
    this_month_credit_remaining?: string | undefined;
    description?: string | undefined;
    summary?: string | undefined;
    service_type?: string | undefined;
    image_url?: string | undefined;
    expire_dt?: string | undefined;
  };
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** All accounts share the regions. */
export type ExternalRegion = {
  kind: "region";
  regionId: string;
  status?: "ok" | "outage";
  capabilities?: string[];
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

/** Sets what the user may do. Grants on instances and images are `read_only` or `read_write`, by id. */
export type ExternalUserChange = {
  kind: "user_change";
  username: string;
  patch: {
    restricted?: boolean | undefined;
    /** Grants that are not about a single object, in the brand's names: `add_acmes`. */
    grants?: string[] | undefined;
    instances?: {
      [name: string]: "read_only" | "read_write";
    } | undefined;
    images?: {
      [name: string]: "read_only" | "read_write";
    } | undefined;
    /** The access of a restricted user to the account, its payment methods and its OAuth clients. */
    account?: "read_only" | "read_write" | null | undefined;
  };
  /**
   * The number of the account that it is made in. Default: every account that has the named object, otherwise
   * the first.
   */
  account?: number;
};

export type ImageRecord = {
  id: string;
  label: string;
  description: string | null;
  created: number;
  updated: number;
  created_by: string;
  deprecated: boolean;
  eol: number | null;
  expiry: number | null;
  is_public: boolean;
  size: number;
  status: string;
  type: "manual" | "automatic";
  vendor: string | null;
  /** For an uploaded image, the hash of the secret in its address and the number of bytes received. */
  upload: {
    sha256: string;
    received: number | null;
  } | null;
  /** The event of the action in progress. */
  event_id: number | null;
  /**
   * Counts its changes of status, so that transitions that were planned before the last one can be recognized
   * as outdated.
   */
  epoch: number;
};

export type InstanceRecord = {
  id: number;
  label: string;
  group: string;
  tags: string[];
  region: string;
  type: string;
  image: string | null;
  status: string;
  ipv6: string | null;
  specs: {
    disk: number;
    memory: number;
    transfer: number;
    vcpus: number;
  };
  alerts: {
    cpu: number;
    io: number;
    network_in: number;
    network_out: number;
    transfer_quota: number;
  };
  backups: {
    enabled: boolean;
    /**
     * Counts how often backups were enabled, so that transitions of an earlier service can be recognized as
     * outdated.
     */
    service: number;
    last_successful: number | null;
    day: string | null;
    /** The hour at which a backup starts (UTC): `W10`. */
    window: string | null;
    cancelled: number | null;
  };
  watchdog_enabled: boolean;
  created: number;
  updated: number;
  /** Until when it rejects actions as busy although no action is running. */
  busy_until: number;
  /** Whether its deletion is rejected, until an external change unlocks it. */
  locked: boolean;
  created_by: string;
  /** SSH keys of the root user. */
  authorized_keys: string[];
  stackscript_id: number | null;
  last_booted_config: number | null;
  /** The times of the latest boots, for the watchdog. */
  boots: number[];
  /** The action in progress. */
  job: {
    course: string;
    step: number;
    event_id: number | null;
    username: string;
    source_id: number | null;
  } | null;
  /** Counts its actions, so that transitions of an earlier one can be recognized as outdated. */
  epoch: number;
};

export type InvoiceItemRecord = {
  label: string;
  type: string;
  from: number;
  to: number;
  /** Hours. */
  quantity: number;
  /** In US dollars, because the price per hour is a fraction of a cent. */
  unit_price: number;
  amount: number;
  tax: number;
};

export type InvoiceRecord = {
  id: number;
  date: number;
  subtotal: number;
  tax: number;
  items: InvoiceItemRecord[];
};

export type JsonValue = string | number | boolean | null | JsonValue[] | {
  [name: string]: JsonValue;
};

export type LoginRecord = {
  id: number;
  datetime: number;
  ip: string;
  /** Whether the user was restricted at that time. */
  restricted: boolean;
  username: string;
};

export type MaintenanceRecord = {
  id: number;
  instance_id: number;
  reason: string;
  /** `pending` until it starts, `started` until it ends. */
  status: "pending" | "started";
  type: string;
  when: number;
};

/** A notification added by an external change. */
export type NotificationRecord = {
  id: number;
  label: string;
  message: string;
  body: string | null;
  severity: string;
  type: string;
  /** The instance that it is about, and with which it is deleted. Null if it is about the account. */
  instance_id: number | null;
  when: number | null;
  /** When it expires. */
  until: number | null;
};

export type OAuthClientRecord = {
  id: string;
  label: string;
  public: boolean;
  redirect_uri: string;
  secret_sha256: string;
  status: "active" | "disabled" | "suspended";
  /** Publicly viewable. `data` is base64. */
  thumbnail: {
    content_type: string;
    data: string;
  } | null;
  created: number;
};

/** A credit card is stored with only the fields that the service returns. */
export type PaymentMethodRecord = {
  id: number;
  type: "credit_card" | "google_pay" | "paypal";
  is_default: boolean;
  created: number;
  data: {
    [name: string]: string;
  };
  /** `hidden`: added and not listed yet. `deleted`: kept to count the payment methods added in a day. */
  state: "hidden" | "active" | "deleted";
  /** Whether it becomes the default when it is listed. */
  wants_default: boolean;
  /** The result of a payment with it. */
  charging: "works" | "warned" | "declined";
};

export type PaymentRecord = {
  id: number;
  date: number;
  amount: number;
  payment_method_id: number;
};

/** A credit of the account. Amounts are US dollars as decimal strings. */
export type PromotionRecord = {
  credit_monthly_cap: string;
  credit_remaining: string;
  this_month_credit_remaining: string;
  description: string;
  summary: string;
  service_type: string;
  image_url: string;
  expire_dt: number;
};

export type RegionRecord = {
  id: string;
  country: string;
  capabilities: string[];
  resolvers: {
    ipv4: string;
    ipv6: string;
  };
  status: "ok" | "outage";
};

export type ScriptRecord = {
  id: number;
  label: string;
  /** Ids of the images it is compatible with. */
  images: string[];
  fields: {
    name: string;
    required: boolean;
  }[];
};

export type TokenRecord = {
  name: string;
  /** The hash of the token. */
  sha256: string;
  kind: "personal" | "oauth";
  username: string;
  /** In the brand's names: `acmes:read_only`. */
  scopes: string[];
  /** The OAuth client that it was issued to. Null for a personal token. */
  client_id: string | null;
};

export type TypeRecord = {
  id: string;
  label: string;
  specs: {
    disk: number;
    memory: number;
    transfer: number;
    vcpus: number;
  };
  /** US dollars. */
  price: {
    hourly: number;
    monthly: number;
  };
  backups_price: {
    hourly: number;
    monthly: number;
  };
};

/** The usage of an instance or of its backup service since the last invoice. */
export type UsageRecord = {
  id: number;
  instance_id: number;
  kind: "instance" | "backups";
  /** The label of the instance, and the type that determines the price. */
  label: string;
  type: string;
  /** In US dollars. The monthly price is the maximum per month. */
  price: {
    hourly: number;
    monthly: number;
  };
  /** The start of the usage since the last invoice. */
  began: number;
  /** The hours of earlier usage periods. */
  hours: number;
  /** The start of the current usage period. Null if it is not in use. */
  since: number | null;
  /** The end of the last usage period. */
  until: number | null;
};

export type UserRecord = {
  username: string;
  restricted: boolean;
  ssh_keys: string[];
  /** Grants that are not about a single object, in the brand's names: `add_acmes`. */
  grants: string[];
  instances: {
    [name: string]: "read_only" | "read_write";
  };
  images: {
    [name: string]: "read_only" | "read_write";
  };
  /** The access of a restricted user to the account, its payment methods and its OAuth clients. */
  account: "read_only" | "read_write" | null;
};
