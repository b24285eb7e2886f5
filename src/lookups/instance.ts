import type * as pulumi from "@pulumi/pulumi";
import type { Client, Instance as Live } from "../client";
import { gather, type LookupOptions, lookUp, present } from "./connection";
import { labelled, type QueryInputs, withLabel } from "./label";
import type { KeysOf } from "./query";
import { itemsIn, textIn } from "./reading";
import { type Condition, findAll, findById, findOne, type Kind } from "./search";

/** A compute instance, whoever manages it (section 2.1). */
export interface InstanceResult {
  readonly id: number;
  /** The name shown to people. */
  readonly label: string;
  /** Group label; deprecated by the service in favour of tags. */
  readonly group: string;
  readonly tags: string[];
  /** Id of the region it is in. */
  readonly region: string;
  /** Id of its type. */
  readonly type: string;
  /** Id of the image it was deployed from; null when it was not. */
  readonly image: string | null;
  /** `running`, `offline`, ... (section 3.1). */
  readonly status: string;
  /** The virtualisation technology of its host: `kvm`. */
  readonly hypervisor: string;
  /** Its IPv4 addresses: a public one, and possibly a private one. */
  readonly ipv4: string[];
  /** Its own IPv6 address with prefix length 128; null when none is assigned. */
  readonly ipv6: string | null;
  /** What its type gives it. Units: not specified. */
  readonly specs: {
    readonly disk: number;
    readonly memory: number;
    readonly transfer: number;
    readonly vcpus: number;
  };
  /** Thresholds at which the service warns. Units: not specified. */
  readonly alerts: {
    readonly cpu: number;
    readonly io: number;
    readonly networkIn: number;
    readonly networkOut: number;
    readonly transferQuota: number;
  };
  /** The state of its backup service. */
  readonly backups: {
    readonly enabled: boolean;
    /** When a backup last succeeded, in UTC; null when none has. */
    readonly lastSuccessful: string | null;
    /** Null values mean that it is not set yet. */
    readonly schedule: { readonly day: string | null; readonly window: string | null };
  };
  /** Whether the service reboots it when it powers off without a shutdown job. */
  readonly watchdogEnabled: boolean;
  /** When it was created, in UTC. */
  readonly created: string;
  /** When it was last changed, in UTC. */
  readonly updated: string;
}

/** Conditions that all have to hold; they are applied on this side. */
export interface InstanceFilters {
  /** The whole label in any case, or an expression that it matches. */
  readonly label?: string | RegExp;
  /** A tag that it bears, in any case. */
  readonly tag?: string;
  /** Id of its region. */
  readonly region?: string;
  /** Id of its type. */
  readonly type?: string;
  /** `running`, `offline`, ... (section 3.1). */
  readonly status?: string;
  /** Id of the image it was deployed from. */
  readonly image?: string;
}

/** The id of an instance, or conditions that exactly one meets. */
export interface InstanceQuery extends InstanceFilters {
  /** With an id, the conditions are not looked at. */
  readonly id?: number;
}

/**
 * Finds an instance by its id or by what it is, whoever manages it. Needs a token.
 * @throws where none is found, or several; the message lists the nearest.
 */
export async function getInstance(query: InstanceQuery, options?: LookupOptions): Promise<InstanceResult> {
  return lookUp({ name: "getInstance", query, keys: queryKeys, options }, async (client, asked) => {
    const { id, ...filters } = asked;
    if (id === undefined) return findOne(kind, await allInstances(client), conditionsOf(filters));
    const live = await present(client.instances.view({ instanceId: id }));
    return live ? resultOf(live) : findById(kind, await allInstances(client), String(id));
  });
}

/** Finds all instances that meet the conditions, by their ids. Needs a token. */
export async function getInstances(
  filters: InstanceFilters = {},
  options?: LookupOptions,
): Promise<InstanceResult[]> {
  return lookUp({ name: "getInstances", query: filters, keys: filterKeys, options }, async (client, asked) =>
    findAll(await allInstances(client), conditionsOf(asked)),
  );
}

/** `getInstance` for arguments that are outputs. */
export function getInstanceOutput(
  query: QueryInputs<InstanceQuery>,
  options?: LookupOptions,
): pulumi.Output<InstanceResult> {
  const { label, ...others } = query;
  return withLabel(others, label).apply((known) => getInstance(known, options));
}

/** `getInstances` for arguments that are outputs. */
export function getInstancesOutput(
  filters: QueryInputs<InstanceFilters> = {},
  options?: LookupOptions,
): pulumi.Output<InstanceResult[]> {
  const { label, ...others } = filters;
  return withLabel(others, label).apply((known) => getInstances(known, options));
}

const filterKeys: KeysOf<InstanceFilters> = {
  label: true,
  tag: true,
  region: true,
  type: true,
  status: true,
  image: true,
};
const queryKeys: KeysOf<InstanceQuery> = { ...filterKeys, id: true };

const kind: Kind<InstanceResult> = {
  noun: "instance",
  idOf: ({ id }) => String(id),
  describe: ({ id, label, region, type, status }) => `${id} (${label}, ${type} in ${region}, ${status})`,
};

function conditionsOf({ label, tag, ...exact }: InstanceFilters): Condition<InstanceResult>[] {
  const conditions: Condition<InstanceResult>[] = [];
  if (label !== undefined) conditions.push(labelled(label));
  if (tag !== undefined) {
    conditions.push({
      words: `tag ${tag}`,
      holds: ({ tags }) => tags.some((one) => one.toLowerCase() === tag.toLowerCase()),
    });
  }
  for (const name of ["region", "type", "status", "image"] as const) {
    const wanted = exact[name];
    if (wanted !== undefined)
      conditions.push({ words: `${name} ${wanted}`, holds: (instance) => instance[name] === wanted });
  }
  return conditions;
}

async function allInstances(client: Client): Promise<InstanceResult[]> {
  const instances = await gather(client.instances.list.all({}));
  return instances.map(resultOf).sort((one, other) => one.id - other.id);
}

/** Nulls where the interface has none are read as empty. */
function resultOf(live: Live): InstanceResult {
  const { specs, alerts, backups } = live;
  return {
    id: live.id,
    label: textIn(live.label),
    group: live.group ?? "",
    tags: itemsIn(live.tags).map(textIn),
    region: live.region ?? "",
    type: live.type ?? "",
    image: live.image ?? null,
    status: live.status ?? "",
    hypervisor: live.hypervisor ?? "",
    ipv4: itemsIn(live.ipv4),
    ipv6: live.ipv6 ?? null,
    specs: {
      disk: specs?.disk ?? 0,
      memory: specs?.memory ?? 0,
      transfer: specs?.transfer ?? 0,
      vcpus: specs?.vcpus ?? 0,
    },
    alerts: {
      cpu: alerts?.cpu ?? 0,
      io: alerts?.io ?? 0,
      networkIn: alerts?.network_in ?? 0,
      networkOut: alerts?.network_out ?? 0,
      transferQuota: alerts?.transfer_quota ?? 0,
    },
    backups: {
      enabled: backups?.enabled ?? false,
      lastSuccessful: backups?.last_successful ?? null,
      schedule: { day: backups?.schedule?.day ?? null, window: backups?.schedule?.window ?? null },
    },
    watchdogEnabled: live.watchdog_enabled ?? false,
    created: live.created ?? "",
    updated: live.updated ?? "",
  };
}
