import { z } from "zod";
import { moment } from "./moment";

/**
 * The records of the world, as plain JSON with the interface's names. Times are in milliseconds since 1970 UTC. Passwords and
 * the data of scripts are not stored.
 */
const id = z.int().min(1);
const access = z.enum(["read_only", "read_write"]);

export const userRecord = z.object({
  username: z.string(),
  restricted: z.boolean(),
  ssh_keys: z.array(z.string()),
  /** Grants that are not about a single object, in the brand's names: `add_acmes`. */
  grants: z.array(z.string()),
  instances: z.record(z.string(), access),
  images: z.record(z.string(), access),
  /** The access of a restricted user to the account, its payment methods and its OAuth clients. */
  account: access.nullable(),
});

export const tokenRecord = z.object({
  name: z.string(),
  /** The hash of its text. */
  sha256: z.string(),
  kind: z.enum(["personal", "oauth"]),
  username: z.string(),
  /** In the brand's names: `acmes:read_only`. */
  scopes: z.array(z.string()),
  /** The OAuth client that it was issued to. Null for a personal token. */
  client_id: z.string().nullable(),
});

export const regionRecord = z.object({
  id: z.string(),
  country: z.string(),
  capabilities: z.array(z.string()),
  resolvers: z.object({ ipv4: z.string(), ipv6: z.string() }),
  status: z.enum(["ok", "outage"]),
});

const specs = z.object({ disk: z.number(), memory: z.number(), transfer: z.number(), vcpus: z.number() });

export const typeRecord = z.object({
  id: z.string(),
  label: z.string(),
  specs,
  /** US dollars. */
  price: z.object({ hourly: z.number(), monthly: z.number() }),
  backups_price: z.object({ hourly: z.number(), monthly: z.number() }),
});

export const imageRecord = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  created: moment,
  updated: moment,
  created_by: z.string(),
  deprecated: z.boolean(),
  eol: moment.nullable(),
  expiry: moment.nullable(),
  is_public: z.boolean(),
  size: z.int(),
  status: z.string(),
  type: z.enum(["manual", "automatic"]),
  vendor: z.string().nullable(),
  /** For an uploaded image, the hash of the secret in its address and the number of bytes received. */
  upload: z.object({ sha256: z.string(), received: z.int().nullable() }).nullable(),
  /** The event of the action in progress. */
  event_id: id.nullable(),
  /** Counts its changes, so that a transition that was planned before one can be recognized as outdated. */
  epoch: z.int(),
});

export const scriptRecord = z.object({
  id,
  label: z.string(),
  /** Ids of the images it is compatible with. */
  images: z.array(z.string()),
  fields: z.array(z.object({ name: z.string(), required: z.boolean() })),
});

const networkInterface = z.looseObject({
  purpose: z.string().exactOptional(),
  label: z.string().exactOptional(),
  ipam_address: z.string().exactOptional(),
});

export const diskRecord = z.object({
  id,
  instance_id: id,
  label: z.string(),
  filesystem: z.string(),
  /** MB. */
  size: z.number(),
});

export const configRecord = z.object({
  id,
  instance_id: id,
  label: z.string(),
  disks: z.array(id),
  interfaces: z.array(networkInterface),
});

export const addressRecord = z.object({
  address: z.string(),
  instance_id: id,
  kind: z.enum(["public", "private"]),
});

export const instanceRecord = z.object({
  id,
  label: z.string(),
  group: z.string(),
  tags: z.array(z.string()),
  region: z.string(),
  type: z.string(),
  image: z.string().nullable(),
  status: z.string(),
  ipv6: z.string().nullable(),
  specs,
  alerts: z.object({
    cpu: z.number(),
    io: z.number(),
    network_in: z.number(),
    network_out: z.number(),
    transfer_quota: z.number(),
  }),
  backups: z.object({
    enabled: z.boolean(),
    /** Counts how often backups were enabled, so that transitions of an earlier service can be recognized as outdated. */
    service: z.int(),
    last_successful: moment.nullable(),
    day: z.string().nullable(),
    /** The hour at which a backup starts (UTC): `W10`. */
    window: z
      .string()
      .regex(/^W(1?[02468]|2[02])$/)
      .nullable(),
    cancelled: moment.nullable(),
  }),
  watchdog_enabled: z.boolean(),
  created: moment,
  updated: moment,
  /** Until when it rejects actions as busy although none is running. */
  busy_until: moment.default(0),
  /** Whether its deletion is rejected, until an external change unlocks it. */
  locked: z.boolean().default(false),
  created_by: z.string(),
  /** SSH keys of the root user. */
  authorized_keys: z.array(z.string()),
  stackscript_id: id.nullable(),
  last_booted_config: id.nullable(),
  /** The times of the latest boots, for the watchdog. */
  boots: z.array(moment),
  /** The action in progress. */
  job: z
    .object({
      course: z.string(),
      step: z.int(),
      event_id: id.nullable(),
      username: z.string(),
      source_id: id.nullable(),
    })
    .nullable(),
  /** Counts its actions, so that transitions of an earlier one can be recognized as outdated. */
  epoch: z.int(),
});

export const backupRecord = z.object({
  id,
  instance_id: id,
  type: z.enum(["auto", "snapshot"]),
  label: z.string().nullable(),
  status: z.string(),
  created: moment,
  finished: moment.nullable(),
  updated: moment,
  configs: z.array(configRecord),
  disks: z.array(diskRecord),
  event_id: id.nullable(),
  /** Whether it was taken on the day of the schedule. Such a backup is kept for two weeks. */
  weekly: z.boolean(),
});

const entity = z.object({
  id: z.union([z.number(), z.string()]),
  label: z.string(),
  type: z.string(),
  url: z.string(),
});

export const eventRecord = z.object({
  id,
  /** The contract's name: `node_boot`. */
  action: z.string(),
  created: moment,
  /** The expected duration in seconds. */
  expected: z.number(),
  finished: moment.nullable(),
  entity: entity.nullable(),
  secondary_entity: entity.nullable(),
  message: z.string().nullable(),
  read: z.boolean(),
  seen: z.boolean(),
  status: z.enum(["failed", "finished", "notification", "scheduled", "started"]),
  rate: z.string().nullable().default(null),
  time_remaining: z.string().nullable().default(null),
  username: z.string().nullable(),
});

export type UserRecord = z.output<typeof userRecord>;
export type TokenRecord = z.output<typeof tokenRecord>;
export type RegionRecord = z.output<typeof regionRecord>;
export type TypeRecord = z.output<typeof typeRecord>;
export type ScriptRecord = z.output<typeof scriptRecord>;
export type ImageRecord = z.output<typeof imageRecord>;
export type DiskRecord = z.output<typeof diskRecord>;
export type ConfigRecord = z.output<typeof configRecord>;
export type InstanceRecord = z.output<typeof instanceRecord>;
export type BackupRecord = z.output<typeof backupRecord>;
export type EventRecord = z.output<typeof eventRecord>;
export type NetworkInterface = z.output<typeof networkInterface>;
export type EventEntity = z.output<typeof entity>;
