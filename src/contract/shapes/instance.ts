import { z } from "zod";
import { limits } from "../limits";
import { dateTime, filterable, integerId, jsonObject } from "../meta";

/** The statuses of section 3.1. */
export const instanceStatuses = [
  "running",
  "offline",
  "booting",
  "rebooting",
  "shutting_down",
  "provisioning",
  "deleting",
  "migrating",
  "rebuilding",
  "cloning",
  "restoring",
  "stopped",
] as const;

const instanceLabel = z
  .string()
  .min(limits.instanceLabel.min)
  .max(limits.instanceLabel.max)
  .describe("The display name, 3 to 64 characters. Default: the service assigns one.");

const group = z.string().describe("A group label. Deprecated in favor of tags.");
const tags = z
  .array(z.string())
  .describe("Tags to organize instances. Only unrestricted users can add or change them.");
const watchdog = z
  .boolean()
  .describe(
    "Whether the watchdog boots the instance again when it powers off without a shutdown job, unless it has had more than 5 boot jobs within 15 minutes.",
  );

/** The thresholds of section 2.1. Their units, bounds and defaults are not specified. */
const alerts = z
  .object({
    cpu: z.number().describe("CPU threshold. Unit and bounds: not specified."),
    io: z.number().describe("Disk input and output threshold. Unit and bounds: not specified."),
    network_in: z.number().describe("Incoming traffic threshold. Unit and bounds: not specified."),
    network_out: z.number().describe("Outgoing traffic threshold. Unit and bounds: not specified."),
    transfer_quota: z.number().describe("Transfer quota threshold. Unit and bounds: not specified."),
  })
  .meta({ id: "Alerts", description: "Thresholds for the service's warnings." });

const schedule = z
  .object({
    day: z.string().nullable().describe("Day of the week. Allowed values: not specified."),
    window: z.string().nullable().describe("Time window of the day. Allowed values: not specified."),
  })
  .describe("When the automatic backups are taken; null values if it is not set.");

const specs = z
  .object({
    disk: z.number().describe("Disk space. Unit: not specified."),
    memory: z.number().describe("Memory. Unit: not specified."),
    transfer: z.number().describe("Network transfer. Unit: not specified."),
    vcpus: z.number().describe("Number of virtual processors."),
  })
  .meta({ id: "Specs", description: "The capacity that the instance's type provides." });

const backupService = z
  .object({
    enabled: z.boolean().describe("Whether the backup service is on."),
    last_successful: dateTime.nullable().describe("When a backup last succeeded; null if none has."),
    schedule,
  })
  .meta({ id: "BackupService", description: "The state of the instance's backup service." });

/** An instance as the service returns it: section 2.1. */
export const instance = z
  .object({
    id: filterable(integerId.describe("The number that identifies the instance in every path.")),
    label: filterable(instanceLabel),
    group: filterable(group),
    tags: filterable(tags),
    region: filterable(z.string().describe("Id of the region it is in.")),
    type: z.string().describe("Id of the instance type it was deployed with."),
    image: filterable(z.string().nullable().describe("Id of the image it was deployed from; null if none.")),
    status: z.enum(instanceStatuses).describe("Its status (section 3.1)."),
    hypervisor: z.enum(["kvm"]).describe("The virtualization technology of its host."),
    ipv4: filterable(
      z.array(z.ipv4()).describe("Its IPv4 addresses: a public one, and a private one if it was requested."),
    ),
    ipv6: z
      .string()
      .nullable()
      .describe("Its SLAAC address with prefix length 128; null if none is assigned."),
    specs,
    alerts,
    backups: backupService,
    watchdog_enabled: watchdog,
    created: dateTime.describe("When it was created.").meta({ returnedOnly: true }),
    updated: dateTime.describe("When it was last changed.").meta({ returnedOnly: true }),
  })
  .meta({ id: "Instance", description: "A compute instance (section 2.1)." });

const networkInterface = z
  .looseObject({
    purpose: z
      .string()
      .exactOptional()
      .describe("The purpose of the interface. Allowed values: not specified."),
    label: z.string().exactOptional().describe("Name of the virtual network it attaches to."),
    ipam_address: z.string().exactOptional().describe("Its address within the virtual network."),
  })
  .meta({
    id: "NetworkInterface",
    description: "A network interface of the configuration profile. Further fields are sent as they are.",
  });

/** The body of a create request: section 2.1, create-only fields. */
export const instanceCreate = z.strictObject({
  region: z.string().min(1).describe("Id of the region to deploy to."),
  type: z.string().min(1).describe("Id of the instance type to deploy."),
  image: z.string().min(1).exactOptional().describe("Id of the image to deploy the disk from."),
  root_pass: z
    .string()
    .min(limits.rootPass.min)
    .max(limits.rootPass.max)
    .exactOptional()
    .meta({ secret: true })
    .describe("Root password, 7 to 128 characters. Required with an image or a deployment script."),
  authorized_keys: z
    .array(z.string())
    .exactOptional()
    .describe("Public SSH keys appended to the root user's authorized keys."),
  authorized_users: z
    .array(z.string())
    .exactOptional()
    .describe("Users whose SSH keys are appended to the root user's authorized keys."),
  backup_id: integerId.exactOptional().describe("Id of a backup of another instance to deploy from."),
  backups_enabled: z
    .boolean()
    .exactOptional()
    .describe("Whether to enable the backup service, which is charged for."),
  booted: z.boolean().exactOptional().describe("Whether to boot after creation. Default: true."),
  private_ip: z.boolean().exactOptional().describe("Whether to assign a private IPv4 address as well."),
  stackscript_id: integerId
    .exactOptional()
    .describe("Id of the deployment script to run; needs a compatible image."),
  stackscript_data: jsonObject
    .exactOptional()
    .meta({ secret: true })
    .describe("The values of the fields that the deployment script defines."),
  swap_size: z
    .int()
    .min(0)
    .exactOptional()
    .describe("Size of the swap disk. Used only with an image. Default: 512."),
  interfaces: z
    .array(networkInterface)
    .max(limits.interfaces.max)
    .exactOptional()
    .describe("Network interfaces in order, at most 3. An empty array creates a default public one."),
  group: group.exactOptional(),
  label: instanceLabel.exactOptional(),
  tags: tags.exactOptional(),
});

/** The body of an update request: section 2.1, updatable fields. */
export const instanceUpdate = z.strictObject({
  alerts: alerts
    .partial()
    .strict()
    .exactOptional()
    .describe("Thresholds for the service's warnings. Units, bounds and defaults: not specified."),
  backups: z
    .strictObject({
      schedule: z
        .strictObject({
          day: z.string().exactOptional().describe("Day of the week. Allowed values: not specified."),
          window: z.string().exactOptional().describe("Time window. Allowed values: not specified."),
        })
        .exactOptional()
        .describe("When the automatic backups are taken."),
    })
    .exactOptional()
    .describe("The schedule of the automatic backups. The other fields of `backups` are read-only."),
  group: group.exactOptional(),
  label: instanceLabel.exactOptional(),
  tags: tags.exactOptional(),
  watchdog_enabled: watchdog.exactOptional(),
});

/** The body of a clone request: section 4.1, behavior 6. */
export const instanceClone = z.strictObject({
  backups_enabled: z
    .boolean()
    .exactOptional()
    .describe("Whether to enable the backup service on the clone, which is charged for."),
  configs: z.array(integerId).exactOptional().describe("Ids of the configurations to copy. Default: all."),
  disks: z.array(integerId).exactOptional().describe("Ids of the disks to copy. Default: all."),
  group: group.exactOptional(),
  label: instanceLabel.exactOptional(),
  node_id: integerId
    .exactOptional()
    .meta({ brandedName: true })
    .describe("Id of an existing instance to clone onto. Default: a new instance."),
  region: z.string().min(1).exactOptional().describe("Id of the clone's region."),
  type: z.string().min(1).exactOptional().describe("Id of the clone's instance type."),
});

export const boot = z.strictObject({
  config_id: integerId
    .exactOptional()
    .describe(
      "Id of the configuration to boot. Default: the only one, or the one that was booted last; without either the call fails.",
    ),
});
