// Generated from src/contract by `npm run generate`. Do not edit: change the contract and run it again.
import type { CallOptions, List, ListWithin } from "./calls";

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A network interface of the configuration profile. Further fields are sent as they are. */
export interface NetworkInterface {
  /** The purpose of the interface. Allowed values: not specified. */
  purpose?: string | undefined;
  /** Name of the virtual network it attaches to. */
  label?: string | undefined;
  /** Its address within the virtual network. */
  ipam_address?: string | undefined;
  [name: string]: unknown;
}

/** A compute instance (section 2.1). */
export interface Instance {
  /** The number that identifies the instance in every path. Filterable. */
  id: number;
  /** The display name, 3 to 64 characters. Default: the service assigns one. Filterable. */
  label: string;
  /** A group label. Deprecated in favor of tags. Filterable. */
  group: string;
  /** Tags to organize instances. Only unrestricted users can add or change them. Filterable. */
  tags: string[];
  /** Id of the region it is in. Filterable. */
  region: string;
  /** Id of the instance type it was deployed with. */
  type: string;
  /** Id of the image it was deployed from; null if none. Filterable. */
  image: string | null;
  /** Its status (section 3.1). */
  status: "running" | "offline" | "booting" | "rebooting" | "shutting_down" | "provisioning" | "deleting" | "migrating" | "rebuilding" | "cloning" | "restoring" | "stopped" | (string & {});
  /** The virtualization technology of its host. */
  hypervisor: "kvm" | (string & {});
  /** Its IPv4 addresses: a public one, and a private one if it was requested. Filterable. */
  ipv4: string[];
  /** Its SLAAC address with prefix length 128; null if none is assigned. */
  ipv6: string | null;
  /** The capacity that the instance's type provides. */
  specs: Specs;
  /** Thresholds for the service's warnings. */
  alerts: Alerts;
  /** The state of the instance's backup service. */
  backups: BackupService;
  /**
   * Whether the watchdog boots the instance again when it powers off without a shutdown job, unless it has
   * had more than 5 boot jobs within 15 minutes.
   */
  watchdog_enabled: boolean;
  /** When it was created. */
  created: string;
  /** When it was last changed. */
  updated: string;
}

/** The capacity that the instance's type provides. */
export interface Specs {
  /** Disk space. Unit: not specified. */
  disk: number;
  /** Memory. Unit: not specified. */
  memory: number;
  /** Network transfer. Unit: not specified. */
  transfer: number;
  /** Number of virtual processors. */
  vcpus: number;
}

/** Thresholds for the service's warnings. */
export interface Alerts {
  /** CPU threshold. Unit and bounds: not specified. */
  cpu: number;
  /** Disk input and output threshold. Unit and bounds: not specified. */
  io: number;
  /** Incoming traffic threshold. Unit and bounds: not specified. */
  network_in: number;
  /** Outgoing traffic threshold. Unit and bounds: not specified. */
  network_out: number;
  /** Transfer quota threshold. Unit and bounds: not specified. */
  transfer_quota: number;
}

/** The state of the instance's backup service. */
export interface BackupService {
  /** Whether the backup service is on. */
  enabled: boolean;
  /** When a backup last succeeded; null if none has. */
  last_successful: string | null;
  /** When the automatic backups are taken; null values if it is not set. */
  schedule: {
    /** Day of the week. Allowed values: not specified. */
    day: string | null;
    /** Time window of the day. Allowed values: not specified. */
    window: string | null;
  };
}

/** All backups of an instance (section 2.2). */
export interface Backups {
  /** The automatic backups. */
  automatic: Backup[];
  /** The user-taken snapshot. */
  snapshot: {
    /** The snapshot that can be restored; null if there is none. */
    current: Backup | null;
    /** The snapshot that is being taken; null if there is none. */
    in_progress: Backup | null;
  };
}

/** A backup of an instance (section 2.2). */
export interface Backup {
  /** The number that identifies the backup. */
  id: number;
  /** Whether it was taken automatically or by a user. */
  type: "auto" | "snapshot" | (string & {});
  /** Its name, used for snapshots. */
  label: string | null;
  /** Its status (section 3.2). */
  status: "paused" | "pending" | "running" | "needsPostProcessing" | "successful" | "failed" | "userAborted" | (string & {});
  /** When it started. */
  created: string;
  /** When it ended; null until then. */
  finished: string | null;
  /** When it was last changed. */
  updated: string;
  /** Labels of the configuration profiles in the backup. */
  configs: string[];
  /** The disks in the backup. */
  disks: BackupDisk[];
}

/** A disk in a backup. */
export interface BackupDisk {
  /** File system of the disk. */
  filesystem: string;
  /** Name of the disk. */
  label: string;
  /** Size of the disk. Unit: not specified. */
  size: number;
}

/** Contact and billing data of the account (section 2.4). */
export interface Account {
  /** First line of the address, at most 64 characters. */
  address_1: string;
  /** Second line of the address, at most 64 characters. */
  address_2: string;
  /** City, at most 24 characters. */
  city: string;
  /** Company, at most 128 characters. */
  company: string;
  /** Country as a two-letter ISO 3166 code. */
  country: string;
  /** E-mail address, at most 128 characters. */
  email: string;
  /** First name, at most 50 characters. */
  first_name: string;
  /** Last name, at most 50 characters. */
  last_name: string;
  /** Telephone number, at most 32 characters. */
  phone: string;
  /**
   * State or province: for US and CA the two-letter code, for US military addresses AA, AE or AP, at most 24
   * characters.
   */
  state: string;
  /** Tax identification number, at most 100 characters. */
  tax_id: string;
  /** Postal code. Restrictions: not specified. */
  zip: string;
  /** Credits granted to the account. */
  active_promotions: Promotion[];
  /** When the account became active. */
  active_since: string;
  /** The balance owed, in US dollars. */
  balance: number;
  /** Estimate of the current invoice in US dollars, without transfer charges. */
  balance_uninvoiced: number;
  /** The features that the account can use. */
  capabilities: string[];
  /** The card on file. */
  credit_card: {
    /** The last four digits of the card's number. */
    last_four: string | null;
    /** When the card expires. */
    expiry: string | null;
  };
  /** The account's UUID. */
  euuid: string;
}

/** A credit granted to the account. */
export interface Promotion {
  /** The maximum credit in a month, in US dollars as a decimal. */
  credit_monthly_cap: string;
  /** The remaining credit, in US dollars as a decimal. */
  credit_remaining: string;
  /** The remaining credit of this month, in US dollars as a decimal. */
  this_month_credit_remaining: string;
  /** A long description. */
  description: string;
  /** A short description. */
  summary: string;
  /** The kind of service that it applies to. */
  service_type: string;
  /** The URL of its picture. */
  image_url: string;
  /** When it expires. */
  expire_dt: string;
}

/** An entry of the event log (section 2.13). */
export interface Event {
  /** The number that identifies the event. Filterable. */
  id: number;
  /** The action that was carried out (section 6). New actions may appear at any time. Filterable. */
  action: "account_update" | "account_settings_update" | "backups_enable" | "backups_cancel" | "backups_restore" | "community_question_reply" | "community_like" | "credit_card_updated" | "disk_create" | "disk_delete" | "disk_update" | "disk_duplicate" | "disk_imagize" | "disk_resize" | "dns_record_create" | "dns_record_delete" | "dns_record_update" | "dns_zone_create" | "dns_zone_delete" | "dns_zone_import" | "dns_zone_update" | "entity_transfer_accept" | "entity_transfer_cancel" | "entity_transfer_create" | "entity_transfer_fail" | "entity_transfer_stale" | "firewall_create" | "firewall_delete" | "firewall_disable" | "firewall_enable" | "firewall_update" | "firewall_device_add" | "firewall_device_remove" | "host_reboot" | "image_delete" | "image_update" | "image_upload" | "ipaddress_update" | "lassie_reboot" | "lish_boot" | "node_addip" | "node_boot" | "node_clone" | "node_create" | "node_delete" | "node_update" | "node_deleteip" | "node_migrate" | "node_migrate_datacenter" | "node_migrate_datacenter_create" | "node_mutate" | "node_mutate_create" | "node_reboot" | "node_rebuild" | "node_resize" | "node_resize_create" | "node_shutdown" | "node_snapshot" | "node_config_create" | "node_config_delete" | "node_config_update" | "lke_node_create" | "longviewclient_create" | "longviewclient_delete" | "longviewclient_update" | "managed_disabled" | "managed_enabled" | "managed_service_create" | "managed_service_delete" | "nodebalancer_create" | "nodebalancer_delete" | "nodebalancer_update" | "nodebalancer_config_create" | "nodebalancer_config_delete" | "nodebalancer_config_update" | "nodebalancer_node_create" | "nodebalancer_node_delete" | "nodebalancer_node_update" | "oauth_client_create" | "oauth_client_delete" | "oauth_client_secret_reset" | "oauth_client_update" | "password_reset" | "payment_method_add" | "payment_submitted" | "profile_update" | "stackscript_create" | "stackscript_delete" | "stackscript_update" | "stackscript_publicize" | "stackscript_revise" | "tag_create" | "tag_delete" | "tfa_disabled" | "tfa_enabled" | "ticket_attachment_upload" | "ticket_create" | "ticket_update" | "token_create" | "token_delete" | "token_update" | "user_create" | "user_update" | "user_delete" | "user_ssh_key_add" | "user_ssh_key_delete" | "user_ssh_key_update" | "vlan_attach" | "vlan_detach" | "volume_attach" | "volume_clone" | "volume_create" | "volume_delete" | "volume_update" | "volume_detach" | "volume_resize" | (string & {});
  /** When it was logged. Filterable. */
  created: string;
  /** Duration in seconds; null if it was not measured. */
  duration: number | null;
  /** The object of the action; null if that is the account. */
  entity: Entity | null;
  /** A second object that took part; null if there is none. */
  secondary_entity: Entity | null;
  /** Further details, for example why it failed. */
  message: string | null;
  /** Estimated progress in percent; null if unknown. */
  percent_complete: number | null;
  /** Completion rate, for some events only. */
  rate: string | null;
  /** Whether it was marked as read. */
  read: boolean;
  /** Whether it was marked as seen. */
  seen: boolean;
  /** Its status (section 3.6). */
  status: "failed" | "finished" | "notification" | "scheduled" | "started" | (string & {});
  /** Time left, for some migrations only, as a string or a number. */
  time_remaining: string | number | null;
  /** Name of the user who caused it. */
  username: string | null;
}

/** The object that an event, a notification or a maintenance window concerns. */
export interface Entity {
  /** Id of the object. */
  id: number | string;
  /** Its label. */
  label: string | null;
  /** Its kind. */
  type: string;
  /** Its address in the service. */
  url: string;
}

/** An invoice (section 2.7). */
export interface Invoice {
  /** The number that identifies the invoice. */
  id: number;
  /** Its title. */
  label: string;
  /** When it was issued. */
  date: string;
  /** The price of its items without tax, in US dollars. */
  subtotal: number;
  /** The tax, in US dollars. */
  tax: number;
  /** The price with tax, in US dollars. */
  total: number;
}

/** An item of an invoice (section 2.7). */
export interface InvoiceItem {
  /** The billed usage. */
  label: string;
  /** The kind of item. Values: not specified. */
  type: string;
  /** The start of the billed period. */
  from: string;
  /** The end of the billed period. */
  to: string;
  /** The quantity used. */
  quantity: number;
  /** The price of one unit in US dollars, as a number or a decimal string. */
  unit_price: number | string;
  /** The price without tax, in US dollars. */
  amount: number;
  /** The tax, in US dollars. */
  tax: number;
  /** The price with tax, in US dollars. */
  total: number;
}

/** A successful login (section 2.8). */
export interface Login {
  /** The number that identifies the login. */
  id: number;
  /** When the user logged in. */
  datetime: string;
  /** The IP address of the user. */
  ip: string;
  /** Whether the user is restricted. */
  restricted: boolean;
  /** Name of the user who logged in. */
  username: string;
}

/** A planned or current maintenance window (section 2.9). */
export interface Maintenance {
  /** The object under maintenance: always an instance. */
  entity: {
    /** Id of the object. */
    id: number | string;
    /** Its label. */
    label: string | null;
    /** Its kind. */
    type: string;
    /** Its address in the service. */
    url: string;
  };
  /** The reason. */
  reason: string;
  /** Its status. Values: not specified. */
  status: string;
  /** The kind of maintenance. Values: not specified. */
  type: string;
  /** When it starts. */
  when: string;
}

/** A notice about the account, listed until its cause is resolved (section 2.10). */
export interface Notification {
  /** The full text. */
  body: string | null;
  /** The object that it concerns. */
  entity: {
    /** Id of the object. */
    id: number | string;
    /** Its label. */
    label: string | null;
    /** Its kind. */
    type: string;
    /** Its address in the service. */
    url: string;
  };
  /** A short title. */
  label: string;
  /** The message. */
  message: string;
  /** Its severity. Values: not specified. */
  severity: string;
  /** Its kind. Values: not specified. */
  type: string;
  /** When its cause ends. */
  until: string | null;
  /** When its cause begins. */
  when: string | null;
}

/** A payment method of the account (section 2.5). */
export interface PaymentMethod {
  /** The number that identifies the payment method. */
  id: number;
  /** Its kind. */
  type: "credit_card" | "google_pay" | "paypal" | (string & {});
  /** Whether payments use it by default. Exactly one method is the default. */
  is_default: boolean;
  /** When it was added. */
  created: string;
  /** The public data of a credit card. For other kinds: not specified. */
  data: {
    /** The card's brand. */
    card_type?: string;
    /** When the card expires. */
    expiry?: string;
    /** The last four digits of the card's number. */
    last_four?: string;
    [name: string]: unknown;
  };
}

/** A payment (section 2.6). */
export interface Payment {
  /** The number that identifies the payment. */
  id: number;
  /** When it was made. */
  date: string;
  /** The amount in US dollars, as a number or a decimal string. */
  usd: number | string;
  /** Warnings about the payment. Returned only when it is made. */
  warnings?: PaymentWarning[];
}

/** A warning about a successful payment. */
export interface PaymentWarning {
  /** A short description. */
  title: string;
  /** A long description. */
  details: string;
}

/** A transfer to another account (section 2.11, deprecated). */
export interface EntityTransfer {
  /** The UUID that identifies the transfer. */
  token: string;
  /** The objects that are transferred. */
  entities: {
    /** Ids of the instances. */
    nodes: number[];
  };
  /** When it was created. */
  created: string;
  /** When it was last changed. */
  updated: string;
  /** When it expires: 24 hours after it was created. */
  expiry: string;
  /** Whether the caller's account is the sender. Filterable. */
  is_sender: boolean;
  /** Its status (section 3.4). Filterable. */
  status: "accepted" | "cancelled" | "completed" | "failed" | "pending" | "stale" | (string & {});
}

/** An application that logs users in (section 2.12). */
export interface OAuthClient {
  /** The public identifier, which is not secret. */
  id: string;
  /** The name shown to users who are asked for access, 1 to 512 characters. Filterable. */
  label: string;
  /** Whether it is a public client, which uses another authentication workflow. Filterable. */
  public: boolean;
  /** The address to which a successful login is redirected, with an exchange code. */
  redirect_uri: string;
  /** The secret: in plain text only in the response to a reset, redacted in all others. */
  secret: string;
  /** Its status (section 3.5). */
  status: "active" | "disabled" | "suspended" | (string & {});
  /** The address of its thumbnail; null if it has none. */
  thumbnail_url: string | null;
}

/** A location where instances can be deployed (section 2.14). */
export interface Region {
  /** The name that identifies the region. */
  id: string;
  /** The country it is in. */
  country: string;
  /** The services available there. */
  capabilities: string[];
  /** The name servers of a region. */
  resolvers: Resolvers;
  /** Its status (section 3.7). */
  status: "ok" | "outage" | (string & {});
}

/** The name servers of a region. */
export interface Resolvers {
  /** IPv4 addresses of its name servers, separated by commas. */
  ipv4: string;
  /** IPv6 addresses of its name servers, separated by commas. */
  ipv6: string;
}

/** A public or private disk image (section 2.3). */
export interface Image {
  /** Public ids start with the brand and a slash, private ones with `private/`. */
  id: string;
  /** A short title. Filterable. */
  label: string;
  /** A longer text, 1 to 65,000 characters. */
  description: string | null;
  /** When it was created. */
  created: string;
  /** When it was last changed. */
  updated: string;
  /** Name of the user who created it, or the operator's marker. */
  created_by: string;
  /** True only for deprecated public images. Filterable. */
  deprecated: boolean;
  /** Planned end of life of a public image; null if none is planned. */
  eol: string | null;
  /** When it expires; null for images that are not automatic. */
  expiry: string | null;
  /** Whether every account can use it. Filterable. */
  is_public: boolean;
  /** The smallest disk it can be deployed to, in MB. Filterable. */
  size: number;
  /** Only `available` images can be deployed (section 3.3). */
  status: "creating" | "pending_upload" | "available" | (string & {});
  /** Automatic images are created from a deleted instance. Filterable. */
  type: "manual" | "automatic" | (string & {});
  /** The upstream vendor of the distribution; null for private images. Filterable. */
  vendor: string | null;
}

/** An image that waits for its data (section 4.8). */
export interface ImageUpload {
  /** A public or private disk image (section 2.3). */
  image: Image;
  /** The address to upload the data to within 24 hours. Anyone who knows it can upload. */
  upload_to: string;
}

/** Arguments of `instances.list`. */
export interface InstancesListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `instances.create`. */
export interface InstancesCreateArgs {
  /** Id of the region to deploy to. */
  region: string;
  /** Id of the instance type to deploy. */
  type: string;
  /** Id of the image to deploy the disk from. */
  image?: string | undefined;
  /** Root password, 7 to 128 characters. Required with an image or a deployment script. Secret. */
  root_pass?: string | undefined;
  /** Public SSH keys appended to the root user's authorized keys. */
  authorized_keys?: readonly string[] | undefined;
  /** Users whose SSH keys are appended to the root user's authorized keys. */
  authorized_users?: readonly string[] | undefined;
  /** Id of a backup of another instance to deploy from. */
  backup_id?: number | undefined;
  /** Whether to enable the backup service, which is charged for. */
  backups_enabled?: boolean | undefined;
  /** Whether to boot after creation. Default: true. */
  booted?: boolean | undefined;
  /** Whether to assign a private IPv4 address as well. */
  private_ip?: boolean | undefined;
  /** Id of the deployment script to run; needs a compatible image. */
  stackscript_id?: number | undefined;
  /** The values of the fields that the deployment script defines. Secret. */
  stackscript_data?: { [name: string]: JsonValue } | undefined;
  /** Size of the swap disk. Used only with an image. Default: 512. */
  swap_size?: number | undefined;
  /** Network interfaces in order, at most 3. An empty array creates a default public one. */
  interfaces?: readonly NetworkInterface[] | undefined;
  /** A group label. Deprecated in favor of tags. */
  group?: string | undefined;
  /** The display name, 3 to 64 characters. Default: the service assigns one. */
  label?: string | undefined;
  /** Tags to organize instances. Only unrestricted users can add or change them. */
  tags?: readonly string[] | undefined;
}

/** Arguments of `instances.view`. */
export interface InstancesViewArgs {
  /** Id of the instance. */
  instanceId: number;
}

/** Arguments of `instances.update`. */
export interface InstancesUpdateArgs {
  /** Id of the instance. */
  instanceId: number;
  /** Thresholds for the service's warnings. Units, bounds and defaults: not specified. */
  alerts?: {
    /** CPU threshold. Unit and bounds: not specified. */
    cpu?: number | undefined;
    /** Disk input and output threshold. Unit and bounds: not specified. */
    io?: number | undefined;
    /** Incoming traffic threshold. Unit and bounds: not specified. */
    network_in?: number | undefined;
    /** Outgoing traffic threshold. Unit and bounds: not specified. */
    network_out?: number | undefined;
    /** Transfer quota threshold. Unit and bounds: not specified. */
    transfer_quota?: number | undefined;
  } | undefined;
  /** The schedule of the automatic backups. The other fields of `backups` are read-only. */
  backups?: {
    /** When the automatic backups are taken. */
    schedule?: {
      /** Day of the week. Allowed values: not specified. */
      day?: string | undefined;
      /** Time window. Allowed values: not specified. */
      window?: string | undefined;
    } | undefined;
  } | undefined;
  /** A group label. Deprecated in favor of tags. */
  group?: string | undefined;
  /** The display name, 3 to 64 characters. Default: the service assigns one. */
  label?: string | undefined;
  /** Tags to organize instances. Only unrestricted users can add or change them. */
  tags?: readonly string[] | undefined;
  /**
   * Whether the watchdog boots the instance again when it powers off without a shutdown job, unless it has
   * had more than 5 boot jobs within 15 minutes.
   */
  watchdog_enabled?: boolean | undefined;
}

/** Arguments of `instances.delete`. */
export interface InstancesDeleteArgs {
  /** Id of the instance. */
  instanceId: number;
}

/** Arguments of `instances.boot`. */
export interface InstancesBootArgs {
  /** Id of the instance. */
  instanceId: number;
  /**
   * Id of the configuration to boot. Default: the only one, or the one that was booted last; without either
   * the call fails.
   */
  config_id?: number | undefined;
}

/** Arguments of `instances.clone`. */
export interface InstancesCloneArgs {
  /** Id of the instance. */
  instanceId: number;
  /** Whether to enable the backup service on the clone, which is charged for. */
  backups_enabled?: boolean | undefined;
  /** Ids of the configurations to copy. Default: all. */
  configs?: readonly number[] | undefined;
  /** Ids of the disks to copy. Default: all. */
  disks?: readonly number[] | undefined;
  /** A group label. Deprecated in favor of tags. */
  group?: string | undefined;
  /** The display name, 3 to 64 characters. Default: the service assigns one. */
  label?: string | undefined;
  /** Id of an existing instance to clone onto. Default: a new instance. */
  node_id?: number | undefined;
  /** Id of the clone's region. */
  region?: string | undefined;
  /** Id of the clone's instance type. */
  type?: string | undefined;
}

/** Arguments of `backups.list`. */
export interface BackupsListArgs {
  /** Id of the instance. */
  instanceId: number;
}

/** Arguments of `backups.snapshot`. */
export interface BackupsSnapshotArgs {
  /** Id of the instance. */
  instanceId: number;
  /** Name of the snapshot, 1 to 255 characters. */
  label: string;
}

/** Arguments of `backups.enable`. */
export interface BackupsEnableArgs {
  /** Id of the instance. */
  instanceId: number;
}

/** Arguments of `backups.cancel`. */
export interface BackupsCancelArgs {
  /** Id of the instance. */
  instanceId: number;
}

/** Arguments of `backups.view`. */
export interface BackupsViewArgs {
  /** Id of the instance. */
  instanceId: number;
  /** Id of the backup. */
  backupId: number;
}

/** Arguments of `backups.restore`. */
export interface BackupsRestoreArgs {
  /** Id of the instance. */
  instanceId: number;
  /** Id of the backup. */
  backupId: number;
  /** Id of the instance to restore to. */
  node_id: number;
  /** Whether to delete all disks and configurations of the target first. */
  overwrite?: boolean | undefined;
}

/** Arguments of `account.view`. */
export type AccountViewArgs = Record<string, never>;

/** Arguments of `account.update`. */
export interface AccountUpdateArgs {
  /** First line of the address, at most 64 characters. */
  address_1?: string | undefined;
  /** Second line of the address, at most 64 characters. */
  address_2?: string | undefined;
  /** City, at most 24 characters. */
  city?: string | undefined;
  /** Company, at most 128 characters. */
  company?: string | undefined;
  /** Country as a two-letter ISO 3166 code. */
  country?: string | undefined;
  /** E-mail address, at most 128 characters. */
  email?: string | undefined;
  /** First name, at most 50 characters. */
  first_name?: string | undefined;
  /** Last name, at most 50 characters. */
  last_name?: string | undefined;
  /** Telephone number, at most 32 characters. */
  phone?: string | undefined;
  /**
   * State or province: for US and CA the two-letter code, for US military addresses AA, AE or AP, at most 24
   * characters.
   */
  state?: string | undefined;
  /** Tax identification number, at most 100 characters. */
  tax_id?: string | undefined;
  /** Postal code. Restrictions: not specified. */
  zip?: string | undefined;
  /** Credits granted to the account. */
  active_promotions?: readonly ({
    /** The maximum credit in a month, in US dollars as a decimal. */
    credit_monthly_cap?: string | undefined;
    /** The remaining credit, in US dollars as a decimal. */
    credit_remaining?: string | undefined;
    /** The remaining credit of this month, in US dollars as a decimal. */
    this_month_credit_remaining?: string | undefined;
    /** A long description. */
    description?: string | undefined;
    /** A short description. */
    summary?: string | undefined;
    /** The kind of service that it applies to. */
    service_type?: string | undefined;
    /** The URL of its picture. */
    image_url?: string | undefined;
    /** When it expires. */
    expire_dt?: string | undefined;
  })[] | undefined;
}

/** Arguments of `account.cancel`. */
export interface AccountCancelArgs {
  /** Why the account is closed. */
  comments?: string | undefined;
}

/** Arguments of `account.addCreditCard`. */
export interface AccountAddCreditCardArgs {
  /** 14 to 24 digits, without spaces or dashes. Secret. */
  card_number: string;
  /** 3 or 4 digits. Secret. */
  cvv: string;
  /** From 1 to 12. Secret. */
  expiry_month: number;
  /** Four digits. Secret. */
  expiry_year: number;
}

/** Arguments of `events.list`. */
export interface EventsListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `events.view`. */
export interface EventsViewArgs {
  /** Id of the event. */
  eventId: number;
}

/** Arguments of `events.read`. */
export interface EventsReadArgs {
  /** Id of the event. */
  eventId: number;
}

/** Arguments of `events.seen`. */
export interface EventsSeenArgs {
  /** Id of the event. */
  eventId: number;
}

/** Arguments of `invoices.list`. */
export interface InvoicesListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `invoices.view`. */
export interface InvoicesViewArgs {
  /** Id of the invoice. */
  invoiceId: number;
}

/** The object whose pages `invoices.listItems` lists. */
export interface InvoicesListItemsPath {
  /** Id of the invoice. */
  invoiceId: number;
}

/** Arguments of `invoices.listItems`. */
export interface InvoicesListItemsArgs {
  /** Id of the invoice. */
  invoiceId: number;
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `logins.list`. */
export type LoginsListArgs = Record<string, never>;

/** Arguments of `logins.view`. */
export interface LoginsViewArgs {
  /** Id of the login. */
  loginId: number;
}

/** Arguments of `maintenance.list`. */
export type MaintenanceListArgs = Record<string, never>;

/** Arguments of `notifications.list`. */
export type NotificationsListArgs = Record<string, never>;

/** Arguments of `paymentMethods.list`. */
export interface PaymentMethodsListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `paymentMethods.add`. */
export interface PaymentMethodsAddArgs {
  /** Only credit cards can be added. */
  type: "credit_card";
  /** Whether it becomes the default. */
  is_default: boolean;
  /** The credit card. Secret. */
  data: {
    /** Digits, without spaces or dashes. Secret. */
    card_number: string;
    /** From 1 to 12. Secret. */
    expiry_month: number;
    /** Four digits. Secret. */
    expiry_year: number;
    /** Digits. Secret. */
    cvv: string;
  };
}

/** Arguments of `paymentMethods.view`. */
export interface PaymentMethodsViewArgs {
  /** Id of the payment method. */
  paymentMethodId: number;
}

/** Arguments of `paymentMethods.delete`. */
export interface PaymentMethodsDeleteArgs {
  /** Id of the payment method. */
  paymentMethodId: number;
}

/** Arguments of `paymentMethods.makeDefault`. */
export interface PaymentMethodsMakeDefaultArgs {
  /** Id of the payment method. */
  paymentMethodId: number;
}

/** Arguments of `payments.list`. */
export interface PaymentsListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `payments.create`. */
export interface PaymentsCreateArgs {
  /** The amount in US dollars as a decimal, for example `"12.50"`. */
  usd: string;
  /** Id of the payment method. Default: the default method. */
  payment_method_id?: number | undefined;
  /** The card's verification code; required when paying by credit card. Secret. */
  cvv?: string | undefined;
}

/** Arguments of `entityTransfers.list`. */
export interface EntityTransfersListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `entityTransfers.create`. */
export interface EntityTransfersCreateArgs {
  /** The objects to transfer. */
  entities: {
    /** Ids of the instances, at least one. */
    nodes: readonly number[];
  };
}

/** Arguments of `entityTransfers.view`. */
export interface EntityTransfersViewArgs {
  /** The transfer's UUID. */
  token: string;
}

/** Arguments of `entityTransfers.cancel`. */
export interface EntityTransfersCancelArgs {
  /** The transfer's UUID. */
  token: string;
}

/** Arguments of `entityTransfers.accept`. */
export interface EntityTransfersAcceptArgs {
  /** The transfer's UUID. */
  token: string;
}

/** Arguments of `oauthClients.list`. */
export interface OauthClientsListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `oauthClients.create`. */
export interface OauthClientsCreateArgs {
  /** The name shown to users who are asked for access, 1 to 512 characters. */
  label: string;
  /** The address to which a successful login is redirected, with an exchange code. */
  redirect_uri: string;
  /** Whether it is a public client, which uses another authentication workflow. */
  public?: boolean | undefined;
}

/** Arguments of `oauthClients.view`. */
export interface OauthClientsViewArgs {
  /** Id of the OAuth client. */
  clientId: string;
}

/** Arguments of `oauthClients.update`. */
export interface OauthClientsUpdateArgs {
  /** Id of the OAuth client. */
  clientId: string;
  /** The name shown to users who are asked for access, 1 to 512 characters. */
  label?: string | undefined;
  /** Whether it is a public client, which uses another authentication workflow. */
  public?: boolean | undefined;
  /** The address to which a successful login is redirected, with an exchange code. */
  redirect_uri?: string | undefined;
}

/** Arguments of `oauthClients.delete`. */
export interface OauthClientsDeleteArgs {
  /** Id of the OAuth client. */
  clientId: string;
}

/** Arguments of `oauthClients.resetSecret`. */
export interface OauthClientsResetSecretArgs {
  /** Id of the OAuth client. */
  clientId: string;
}

/** Arguments of `oauthClients.viewThumbnail`. */
export interface OauthClientsViewThumbnailArgs {
  /** Id of the OAuth client. */
  clientId: string;
}

/** Arguments of `oauthClients.updateThumbnail`. */
export interface OauthClientsUpdateThumbnailArgs {
  /** Id of the OAuth client. */
  clientId: string;
  /** The content of the file. */
  data: Uint8Array;
  /** The file's type, for example `image/png`. */
  content_type: string;
}

/** Arguments of `regions.list`. */
export type RegionsListArgs = Record<string, never>;

/** Arguments of `regions.view`. */
export interface RegionsViewArgs {
  /** Id of the region. */
  regionId: string;
}

/** Arguments of `images.list`. */
export interface ImagesListArgs {
  /** Number of the page, from 1. */
  page?: number | undefined;
  /** Items per page. Bounds and default: not specified. */
  page_size?: number | undefined;
}

/** Arguments of `images.create`. */
export interface ImagesCreateArgs {
  /** Id of the disk to capture. */
  disk_id: number;
  /** A short title. Default: the disk's label. */
  label?: string | undefined;
  /** A longer text, 1 to 65,000 characters. */
  description?: string | undefined;
}

/** Arguments of `images.upload`. */
export interface ImagesUploadArgs {
  /** A short title. */
  label: string;
  /** Id of the region to upload to. The image can then be used in every region. */
  region: string;
  /** A longer text, 1 to 65,000 characters. */
  description?: string | undefined;
}

/** Arguments of `images.view`. */
export interface ImagesViewArgs {
  /** Id of the image, with its slash. */
  imageId: string;
}

/** Arguments of `images.update`. */
export interface ImagesUpdateArgs {
  /** Id of the image, with its slash. */
  imageId: string;
  /** A short title. */
  label?: string | undefined;
  /** A longer text, 1 to 65,000 characters, or null for none. */
  description?: string | null | undefined;
  /** Its status (section 3.3). */
  status?: "creating" | "pending_upload" | "available" | undefined;
}

/** Arguments of `images.delete`. */
export interface ImagesDeleteArgs {
  /** Id of the image, with its slash. */
  imageId: string;
}

export interface InstancesClient {
  /**
   * Lists the instances that the caller may see.
   * `GET /node/instances`, scope `nodes:read_only`, section 4.1.
   */
  readonly list: List<InstancesListArgs, Instance>;
  /**
   * Creates an instance, which is charged for.
   * `POST /node/instances`, scope `nodes:read_write`, section 4.1.
   */
  create(args: InstancesCreateArgs, options?: CallOptions): Promise<Instance>;
  /**
   * Returns an instance.
   * `GET /node/instances/{instanceId}`, scope `nodes:read_only`, section 4.1.
   */
  view(args: InstancesViewArgs, options?: CallOptions): Promise<Instance>;
  /**
   * Changes an instance. Whether omitted fields stay unchanged is not specified.
   * `PUT /node/instances/{instanceId}`, scope `nodes:read_write`, section 4.1.
   */
  update(args: InstancesUpdateArgs, options?: CallOptions): Promise<Instance>;
  /**
   * Permanently deletes an instance with its addresses, disks, backups and configurations.
   * `DELETE /node/instances/{instanceId}`, scope `nodes:read_write`, section 4.1.
   */
  delete(args: InstancesDeleteArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Boots an instance that is not running.
   * `POST /node/instances/{instanceId}/boot`, scope `nodes:read_write`, section 4.1.
   */
  boot(args: InstancesBootArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Clones an instance to a new instance, which is charged for, or to an existing one.
   * `POST /node/instances/{instanceId}/clone`, scope `nodes:read_write`, section 4.1.
   */
  clone(args: InstancesCloneArgs, options?: CallOptions): Promise<Instance>;
}

export interface BackupsClient {
  /**
   * Returns the automatic backups and the snapshot of an instance.
   * `GET /node/instances/{instanceId}/backups`, scope `nodes:read_only`, section 4.2.
   */
  list(args: BackupsListArgs, options?: CallOptions): Promise<Backups>;
  /**
   * Takes a snapshot of an instance. Its existing snapshot is deleted.
   * `POST /node/instances/{instanceId}/backups`, scope `nodes:read_write`, section 4.2.
   */
  snapshot(args: BackupsSnapshotArgs, options?: CallOptions): Promise<Backup>;
  /**
   * Enables the backup service of an instance. This service is charged for.
   * `POST /node/instances/{instanceId}/backups/enable`, scope `nodes:read_write`, section 4.2.
   */
  enable(args: BackupsEnableArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Cancels the backup service of an instance and permanently deletes all of its backups.
   * `POST /node/instances/{instanceId}/backups/cancel`, scope `nodes:read_write`, section 4.2.
   */
  cancel(args: BackupsCancelArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Returns a backup.
   * `GET /node/instances/{instanceId}/backups/{backupId}`, scope `nodes:read_only`, section 4.2.
   */
  view(args: BackupsViewArgs, options?: CallOptions): Promise<Backup>;
  /**
   * Restores a backup to an instance.
   * `POST /node/instances/{instanceId}/backups/{backupId}/restore`, scope `nodes:read_write`, section 4.2.
   */
  restore(args: BackupsRestoreArgs, options?: CallOptions): Promise<Record<string, never>>;
}

export interface AccountClient {
  /**
   * Returns the account's contact and billing data.
   * `GET /account`, scope `account:read_only`, section 4.3.
   */
  view(args?: AccountViewArgs, options?: CallOptions): Promise<Account>;
  /**
   * Changes the account's contact and billing data.
   * `PUT /account`, scope `account:read_write`, section 4.3.
   */
  update(args?: AccountUpdateArgs, options?: CallOptions): Promise<Account>;
  /**
   * Charges the balance and closes the account. It stays open if the charge fails.
   * `POST /account/cancel`, scope `account:read_write`, section 4.3.
   */
  cancel(args?: AccountCancelArgs, options?: CallOptions): Promise<{
    /** The address of the operator's survey. */
    survey_link: string;
  }>;
  /**
   * Adds a credit card to the account.
   * `POST /account/credit-card`, scope `account:read_write`, section 4.3.
   * @deprecated Replaced by paymentMethods.add.
   */
  addCreditCard(args: AccountAddCreditCardArgs, options?: CallOptions): Promise<Record<string, never>>;
}

export interface EventsClient {
  /**
   * Lists the events of the last 90 days that the caller may see.
   * `GET /account/events`, scope `events:read_only`, section 4.3.
   */
  readonly list: List<EventsListArgs, Event>;
  /**
   * Returns an event.
   * `GET /account/events/{eventId}`, scope `events:read_only`, section 4.3.
   */
  view(args: EventsViewArgs, options?: CallOptions): Promise<Event>;
  /**
   * Marks an event as read.
   * `POST /account/events/{eventId}/read`, scope `events:read_only`, section 4.3.
   */
  read(args: EventsReadArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Marks all events up to and including this one as seen.
   * `POST /account/events/{eventId}/seen`, scope `events:read_only`, section 4.3.
   */
  seen(args: EventsSeenArgs, options?: CallOptions): Promise<Record<string, never>>;
}

export interface InvoicesClient {
  /**
   * Lists the invoices.
   * `GET /account/invoices`, scope `account:read_only`, section 4.3.
   */
  readonly list: List<InvoicesListArgs, Invoice>;
  /**
   * Returns an invoice.
   * `GET /account/invoices/{invoiceId}`, scope `account:read_only`, section 4.3.
   */
  view(args: InvoicesViewArgs, options?: CallOptions): Promise<Invoice>;
  /**
   * Lists the items of an invoice.
   * `GET /account/invoices/{invoiceId}/items`, scope `account:read_only`, section 4.3.
   */
  readonly listItems: ListWithin<InvoicesListItemsPath, InvoicesListItemsArgs, InvoiceItem>;
}

export interface LoginsClient {
  /**
   * Lists the successful logins of all users in the last 90 days.
   * `GET /account/logins`, scope `account:read_only`, section 4.3.
   */
  readonly list: List<LoginsListArgs, Login>;
  /**
   * Returns a login.
   * `GET /account/logins/{loginId}`, scope `account:read_only`, section 4.3.
   */
  view(args: LoginsViewArgs, options?: CallOptions): Promise<Login>;
}

export interface MaintenanceClient {
  /**
   * Lists planned and current maintenance of the instances that the caller may see.
   * `GET /account/maintenance`, scope `maintenance:read_only`, section 4.3.
   * Beta: it may change incompatibly (section 9).
   */
  readonly list: List<MaintenanceListArgs, Maintenance>;
}

export interface NotificationsClient {
  /**
   * Lists the notifications whose cause is not resolved.
   * `GET /account/notifications`, scope `account:read_only`, section 4.3.
   */
  readonly list: List<NotificationsListArgs, Notification>;
}

export interface PaymentMethodsClient {
  /**
   * Lists the active payment methods.
   * `GET /account/payment-methods`, scope `account:read_only`, section 4.4.
   */
  readonly list: List<PaymentMethodsListArgs, PaymentMethod>;
  /**
   * Adds a credit card. An account can have 6 active payment methods and add 60 per day. Does not return its
   * id.
   * `POST /account/payment-methods`, scope `account:read_write`, section 4.4.
   */
  add(args: PaymentMethodsAddArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Returns a payment method.
   * `GET /account/payment-methods/{paymentMethodId}`, scope `account:read_only`, section 4.4.
   */
  view(args: PaymentMethodsViewArgs, options?: CallOptions): Promise<PaymentMethod>;
  /**
   * Deactivates a payment method that is not the default.
   * `DELETE /account/payment-methods/{paymentMethodId}`, scope `account:read_only`, section 4.4.
   */
  delete(args: PaymentMethodsDeleteArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Makes a payment method the only default.
   * `POST /account/payment-methods/{paymentMethodId}/make-default`, scope `account:read_write`, section 4.4.
   */
  makeDefault(args: PaymentMethodsMakeDefaultArgs, options?: CallOptions): Promise<Record<string, never>>;
}

export interface PaymentsClient {
  /**
   * Lists the payments.
   * `GET /account/payments`, scope `account:read_only`, section 4.4.
   */
  readonly list: List<PaymentsListArgs, Payment>;
  /**
   * Makes a payment. It may have been made even if it returns `warnings`.
   * `POST /account/payments`, scope `account:read_write`, section 4.4.
   */
  create(args: PaymentsCreateArgs, options?: CallOptions): Promise<Payment>;
}

export interface EntityTransfersClient {
  /**
   * Lists the transfers that the account has sent or received.
   * `GET /account/entity-transfers`, scope `account:read_only`, section 4.5.
   * @deprecated Replaced by service transfers.
   */
  readonly list: List<EntityTransfersListArgs, EntityTransfer>;
  /**
   * Offers instances to another account, which has 24 hours to accept with the token.
   * `POST /account/entity-transfers`, scope `account:read_write`, section 4.5.
   * @deprecated Replaced by service transfers.
   */
  create(args: EntityTransfersCreateArgs, options?: CallOptions): Promise<EntityTransfer>;
  /**
   * Returns a transfer.
   * `GET /account/entity-transfers/{token}`, scope `account:read_only`, section 4.5.
   * @deprecated Replaced by service transfers.
   */
  view(args: EntityTransfersViewArgs, options?: CallOptions): Promise<EntityTransfer>;
  /**
   * Cancels a transfer that has not been accepted.
   * `DELETE /account/entity-transfers/{token}`, scope `account:read_write`, section 4.5.
   * @deprecated Replaced by service transfers.
   */
  cancel(args: EntityTransfersCancelArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Moves the instances of a transfer to the caller's account.
   * `POST /account/entity-transfers/{token}/accept`, scope `account:read_write`, section 4.5.
   * @deprecated Replaced by service transfers.
   */
  accept(args: EntityTransfersAcceptArgs, options?: CallOptions): Promise<Record<string, never>>;
}

export interface OauthClientsClient {
  /**
   * Lists the OAuth clients.
   * `GET /account/oauth-clients`, scope `account:read_only`, section 4.6.
   */
  readonly list: List<OauthClientsListArgs, OAuthClient>;
  /**
   * Creates an OAuth client. Only a reset returns its secret in plain text.
   * `POST /account/oauth-clients`, scope `account:read_write`, section 4.6.
   */
  create(args: OauthClientsCreateArgs, options?: CallOptions): Promise<OAuthClient>;
  /**
   * Returns an OAuth client.
   * `GET /account/oauth-clients/{clientId}`, scope `account:read_only`, section 4.6.
   */
  view(args: OauthClientsViewArgs, options?: CallOptions): Promise<OAuthClient>;
  /**
   * Changes an OAuth client.
   * `PUT /account/oauth-clients/{clientId}`, scope `account:read_write`, section 4.6.
   */
  update(args: OauthClientsUpdateArgs, options?: CallOptions): Promise<OAuthClient>;
  /**
   * Deletes an OAuth client with its secret and all tokens issued to it.
   * `DELETE /account/oauth-clients/{clientId}`, scope `account:read_write`, section 4.6.
   */
  delete(args: OauthClientsDeleteArgs, options?: CallOptions): Promise<Record<string, never>>;
  /**
   * Replaces the secret and returns it in plain text. The old one is no longer accepted.
   * `POST /account/oauth-clients/{clientId}/reset-secret`, scope `account:read_write`, section 4.6.
   */
  resetSecret(args: OauthClientsResetSecretArgs, options?: CallOptions): Promise<OAuthClient>;
  /**
   * Returns the thumbnail, which is public.
   * `GET /account/oauth-clients/{clientId}/thumbnail`, no token, section 4.6.
   */
  viewThumbnail(args: OauthClientsViewThumbnailArgs, options?: CallOptions): Promise<{
    /** The content of the file. */
    data: Uint8Array;
    /** The file's type, for example `image/png`. */
    content_type: string;
  }>;
  /**
   * Sets the thumbnail.
   * `PUT /account/oauth-clients/{clientId}/thumbnail`, scope `account:read_write`, section 4.6.
   */
  updateThumbnail(args: OauthClientsUpdateThumbnailArgs, options?: CallOptions): Promise<Record<string, never>>;
}

export interface RegionsClient {
  /**
   * Lists the regions.
   * `GET /regions`, no token, section 4.7.
   */
  readonly list: List<RegionsListArgs, Region>;
  /**
   * Returns a region.
   * `GET /regions/{regionId}`, no token, section 4.7.
   */
  view(args: RegionsViewArgs, options?: CallOptions): Promise<Region>;
}

export interface ImagesClient {
  /**
   * Lists the public images and, with a token, the private ones that the caller may see.
   * `GET /images`, scope `images:read_only` or no token, section 4.8.
   */
  readonly list: List<ImagesListArgs, Image>;
  /**
   * Captures a private image from a disk.
   * `POST /images`, scope `images:read_write` and `nodes:read_only`, section 4.8.
   */
  create(args: ImagesCreateArgs, options?: CallOptions): Promise<Image>;
  /**
   * Creates a private image without data, and returns the address to which the data is uploaded.
   * `POST /images/upload`, scope `images:read_write`, section 4.8.
   */
  upload(args: ImagesUploadArgs, options?: CallOptions): Promise<ImageUpload>;
  /**
   * Returns an image. Without a token it must be public.
   * `GET /images/{imageId}`, scope `images:read_only` or no token, section 4.8.
   */
  view(args: ImagesViewArgs, options?: CallOptions): Promise<Image>;
  /**
   * Changes a private image.
   * `PUT /images/{imageId}`, scope `images:read_write`, section 4.8.
   */
  update(args: ImagesUpdateArgs, options?: CallOptions): Promise<Image>;
  /**
   * Permanently deletes a private image.
   * `DELETE /images/{imageId}`, scope `images:read_write`, section 4.8.
   */
  delete(args: ImagesDeleteArgs, options?: CallOptions): Promise<Record<string, never>>;
}

/** The operations of the service, by group and name. Calls reject with NodecloudError only. */
export interface Client {
  /** Section 4.1 of the interface. */
  readonly instances: InstancesClient;
  /** Section 4.2 of the interface. */
  readonly backups: BackupsClient;
  /** Section 4.3 of the interface. */
  readonly account: AccountClient;
  /** Section 4.3 of the interface. */
  readonly events: EventsClient;
  /** Section 4.3 of the interface. */
  readonly invoices: InvoicesClient;
  /** Section 4.3 of the interface. */
  readonly logins: LoginsClient;
  /** Section 4.3 of the interface. */
  readonly maintenance: MaintenanceClient;
  /** Section 4.3 of the interface. */
  readonly notifications: NotificationsClient;
  /** Section 4.4 of the interface. */
  readonly paymentMethods: PaymentMethodsClient;
  /** Section 4.4 of the interface. */
  readonly payments: PaymentsClient;
  /** Section 4.5 of the interface. */
  readonly entityTransfers: EntityTransfersClient;
  /** Section 4.6 of the interface. */
  readonly oauthClients: OauthClientsClient;
  /** Section 4.7 of the interface. */
  readonly regions: RegionsClient;
  /** Section 4.8 of the interface. */
  readonly images: ImagesClient;
}
