import { z } from "zod";
import { moment } from "./moment";

/** The records of instances and of what belongs to one: disks, configuration profiles and addresses. */
const id = z.int().min(1);

export const specs = z.object({
  disk: z.number(),
  memory: z.number(),
  transfer: z.number(),
  vcpus: z.number(),
});

const networkInterface = z.looseObject({
  purpose: z.string().exactOptional(),
  label: z.string().exactOptional(),
  ipam_address: z.string().exactOptional(),
});

export const diskRecord = z
  .object({
    id,
    instance_id: id,
    label: z.string(),
    filesystem: z.string(),
    size: z.number().describe("MB."),
  })
  .meta({ id: "DiskRecord" });

export const configRecord = z
  .object({
    id,
    instance_id: id,
    label: z.string(),
    disks: z.array(id),
    interfaces: z.array(networkInterface),
  })
  .meta({ id: "ConfigRecord" });

export const addressRecord = z
  .object({
    address: z.string(),
    instance_id: id,
    kind: z.enum(["public", "private"]),
  })
  .meta({ id: "AddressRecord" });

export const instanceRecord = z
  .object({
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
      service: z
        .int()
        .describe(
          "Counts how often backups were enabled, so that transitions of an earlier service can be recognized as outdated.",
        ),
      last_successful: moment.nullable(),
      day: z.string().nullable(),
      window: z
        .string()
        .regex(/^W(1?[02468]|2[02])$/)
        .nullable()
        .describe("The hour at which a backup starts (UTC): `W10`."),
      cancelled: moment.nullable(),
    }),
    watchdog_enabled: z.boolean(),
    created: moment,
    updated: moment,
    busy_until: moment
      .default(0)
      .describe("Until when it rejects actions as busy although no action is running."),
    locked: z
      .boolean()
      .default(false)
      .describe("Whether its deletion is rejected, until an external change unlocks it."),
    created_by: z.string(),
    authorized_keys: z.array(z.string()).describe("SSH keys of the root user."),
    stackscript_id: id.nullable(),
    last_booted_config: id.nullable(),
    boots: z.array(moment).describe("The times of the latest boots, for the watchdog."),
    job: z
      .object({
        course: z.string(),
        step: z.int(),
        event_id: id.nullable(),
        username: z.string(),
        source_id: id.nullable(),
      })
      .nullable()
      .describe("The action in progress."),
    epoch: z
      .int()
      .describe("Counts its actions, so that transitions of an earlier one can be recognized as outdated."),
  })
  .meta({ id: "InstanceRecord" });

export type DiskRecord = z.output<typeof diskRecord>;
export type ConfigRecord = z.output<typeof configRecord>;
export type InstanceRecord = z.output<typeof instanceRecord>;
export type NetworkInterface = z.output<typeof networkInterface>;
