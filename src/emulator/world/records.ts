import { z } from "zod";
import { configRecord, diskRecord, specs } from "./instance-records";
import { moment } from "./moment";

/**
 * The records of the world, as plain JSON with the interface's names. Times are in milliseconds since 1970 UTC. Passwords and
 * the data of scripts are not stored.
 */
const id = z.int().min(1);
const access = z.enum(["read_only", "read_write"]);

export const userRecord = z
  .object({
    username: z.string(),
    restricted: z.boolean(),
    ssh_keys: z.array(z.string()),
    grants: z
      .array(z.string())
      .describe("Grants that are not about a single object, in the brand's names: `add_acmes`."),
    instances: z.record(z.string(), access),
    images: z.record(z.string(), access),
    account: access
      .nullable()
      .describe("The access of a restricted user to the account, its payment methods and its OAuth clients."),
  })
  .meta({ id: "UserRecord" });

export const tokenRecord = z
  .object({
    name: z.string(),
    sha256: z.string().describe("The hash of the token."),
    kind: z.enum(["personal", "oauth"]),
    username: z.string(),
    scopes: z.array(z.string()).describe("In the brand's names: `acmes:read_only`."),
    client_id: z
      .string()
      .nullable()
      .describe("The OAuth client that it was issued to. Null for a personal token."),
  })
  .meta({ id: "TokenRecord" });

export const regionRecord = z
  .object({
    id: z.string(),
    country: z.string(),
    capabilities: z.array(z.string()),
    resolvers: z.object({ ipv4: z.string(), ipv6: z.string() }),
    status: z.enum(["ok", "outage"]),
  })
  .meta({ id: "RegionRecord" });

export const typeRecord = z
  .object({
    id: z.string(),
    label: z.string(),
    specs,
    price: z.object({ hourly: z.number(), monthly: z.number() }).describe("US dollars."),
    backups_price: z.object({ hourly: z.number(), monthly: z.number() }),
  })
  .meta({ id: "TypeRecord" });

export const imageRecord = z
  .object({
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
    upload: z
      .object({ sha256: z.string(), received: z.int().nullable() })
      .nullable()
      .describe(
        "For an uploaded image, the hash of the secret in its address and the number of bytes received.",
      ),
    event_id: id.nullable().describe("The event of the action in progress."),
    epoch: z
      .int()
      .describe(
        "Counts its changes of status, so that transitions that were planned before the last one can be recognized as outdated.",
      ),
  })
  .meta({ id: "ImageRecord" });

export const scriptRecord = z
  .object({
    id,
    label: z.string(),
    images: z.array(z.string()).describe("Ids of the images it is compatible with."),
    fields: z.array(z.object({ name: z.string(), required: z.boolean() })),
  })
  .meta({ id: "ScriptRecord" });

export const backupRecord = z
  .object({
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
    weekly: z
      .boolean()
      .describe("Whether it was taken on the day of the schedule. Such a backup is kept for two weeks."),
  })
  .meta({ id: "BackupRecord" });

const entity = z.object({
  id: z.union([z.number(), z.string()]),
  label: z.string(),
  type: z.string(),
  url: z.string(),
});

export const eventRecord = z
  .object({
    id,
    action: z.string().describe("The contract's name: `node_boot`."),
    created: moment,
    expected: z.number().describe("The expected duration in seconds."),
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
  })
  .meta({ id: "EventRecord" });

export type UserRecord = z.output<typeof userRecord>;
export type TokenRecord = z.output<typeof tokenRecord>;
export type RegionRecord = z.output<typeof regionRecord>;
export type TypeRecord = z.output<typeof typeRecord>;
export type ScriptRecord = z.output<typeof scriptRecord>;
export type ImageRecord = z.output<typeof imageRecord>;
export type BackupRecord = z.output<typeof backupRecord>;
export type EventRecord = z.output<typeof eventRecord>;
export type EventEntity = z.output<typeof entity>;
