import type * as pulumi from "@pulumi/pulumi";
import type { Client, Instance as Live } from "../client";
import { scheduleIn } from "../client/backup-schedule";
import { orUndefined, runLookup } from "./connection";
import { aLabel, labelFilter, type QueryInputs, withLabel } from "./label";
import { toItems, toText } from "./normalize";
import type { LookupOptions } from "./options";
import { aNumber, aString, type RulesOf } from "./query";
import { type Filter, findAll, findById, findOne, type Kind } from "./search";
import { sharedList } from "./shared-list";

/** A compute instance, whoever manages it (section 2.1). */
export interface InstanceResult {
  /** Id of the instance. */
  readonly id: number;
  /** Display name. */
  readonly label: string;
  /** Group label. Deprecated by the service in favor of tags. */
  readonly group: string;
  /** Tags, as the service returns them. */
  readonly tags: string[];
  /** Id of the region. */
  readonly region: string;
  /** Id of the instance type. */
  readonly type: string;
  /** Id of the image that the instance was deployed from; null if there was none. */
  readonly image: string | null;
  /** `running`, `offline`, ... (section 3.1). */
  readonly status: string;
  /** Virtualization technology of the host: `kvm`. */
  readonly hypervisor: string;
  /** IPv4 addresses: a public one and possibly a private one. */
  readonly ipv4: string[];
  /** IPv6 address with prefix length 128; null if none is assigned. */
  readonly ipv6: string | null;
  /** Resources of the instance, which its type determines. Units: not specified. */
  readonly specs: {
    readonly disk: number;
    readonly memory: number;
    readonly transfer: number;
    readonly vcpus: number;
  };
  /** Thresholds at which the service sends alerts. Units: not specified. */
  readonly alerts: {
    readonly cpu: number;
    readonly io: number;
    readonly networkIn: number;
    readonly networkOut: number;
    readonly transferQuota: number;
  };
  /** The backup service of the instance. */
  readonly backups: {
    readonly enabled: boolean;
    /** Time of the last successful backup, in UTC; null if there is none. */
    readonly lastSuccessful: string | null;
    /** Day of the week and time window of the backups; null while they are not set. */
    readonly schedule: { readonly day: string | null; readonly window: string | null };
  };
  /** Whether the service reboots the instance when it powers off without a shutdown job. */
  readonly watchdogEnabled: boolean;
  /** Creation time, in UTC. */
  readonly created: string;
  /** Time of the last change, in UTC. */
  readonly updated: string;
}

/** Filters, all of which must match. The package applies them to the full list. */
export interface InstanceFilters {
  /** The whole label, ignoring case, or a regular expression. */
  readonly label?: string | RegExp;
  /** One of the tags, ignoring case. */
  readonly tag?: string;
  /** Id of the region. */
  readonly region?: string;
  /** Id of the instance type. */
  readonly type?: string;
  /** `running`, `offline`, ... (section 3.1). */
  readonly status?: string;
  /** Id of the image that the instance was deployed from. */
  readonly image?: string;
}

/** The id of an instance, or filters that exactly one instance matches. */
export interface InstanceQuery extends InstanceFilters {
  /** Id of the instance. With an id, the filters are ignored. */
  readonly id?: number;
}

/**
 * Finds one instance by its id or by filters, whoever manages it. Requires a token.
 * @throws if none matches, or several do; the message lists the nearest ones.
 */
export async function getInstance(query: InstanceQuery, options?: LookupOptions): Promise<InstanceResult> {
  return runLookup({ name: "getInstance", query, rules: queryRules, options }, async (client, wanted) => {
    const { id, ...filters } = wanted;
    if (id === undefined) return findOne(kind, await allInstances(client), filtersOf(filters));
    const live = await orUndefined(client.instances.view({ instanceId: id }));
    if (live) return resultOf(live);
    // A lagging list still contains an instance that was just deleted.
    const others = (await allInstances(client)).filter((instance) => instance.id !== id);
    return findById(kind, others, String(id));
  });
}

/** Finds all instances that match the filters, sorted by id. Requires a token. */
export async function getInstances(
  filters: InstanceFilters = {},
  options?: LookupOptions,
): Promise<InstanceResult[]> {
  return runLookup(
    { name: "getInstances", query: filters, rules: filterRules, options },
    async (client, wanted) => findAll(await allInstances(client), filtersOf(wanted)),
  );
}

/** Same as `getInstance`, with arguments that may be outputs. */
export function getInstanceOutput(
  query: QueryInputs<InstanceQuery>,
  options?: LookupOptions,
): pulumi.Output<InstanceResult> {
  const { label, ...others } = query;
  return withLabel(others, label).apply((known) => getInstance(known, options));
}

/** Same as `getInstances`, with arguments that may be outputs. */
export function getInstancesOutput(
  filters: QueryInputs<InstanceFilters> = {},
  options?: LookupOptions,
): pulumi.Output<InstanceResult[]> {
  const { label, ...others } = filters;
  return withLabel(others, label).apply((known) => getInstances(known, options));
}

const filterRules: RulesOf<InstanceFilters> = {
  label: aLabel,
  tag: aString,
  region: aString,
  type: aString,
  status: aString,
  image: aString,
};
const queryRules: RulesOf<InstanceQuery> = { ...filterRules, id: aNumber };

const kind: Kind<InstanceResult> = {
  name: "instance",
  idOf: ({ id }) => String(id),
  describe: ({ id, label, region, type, status }) => `${id} (${label}, ${type} in ${region}, ${status})`,
};

function filtersOf({ label, tag, ...exact }: InstanceFilters): Filter<InstanceResult>[] {
  const filters: Filter<InstanceResult>[] = [];
  if (label !== undefined) filters.push(labelFilter(label));
  if (tag !== undefined) {
    filters.push({
      text: `tag ${tag}`,
      matches: ({ tags }) => tags.some((one) => one.toLowerCase() === tag.toLowerCase()),
    });
  }
  for (const name of ["region", "type", "status", "image"] as const) {
    const value = exact[name];
    if (value !== undefined)
      filters.push({ text: `${name} ${value}`, matches: (instance) => instance[name] === value });
  }
  return filters;
}

const listInstances = sharedList((client) => client.instances.list.all({}));

async function allInstances(client: Client): Promise<InstanceResult[]> {
  return (await listInstances(client)).map(resultOf).sort((one, other) => one.id - other.id);
}

/** Replaces nulls that the interface does not allow with empty values. */
function resultOf(live: Live): InstanceResult {
  const { specs, alerts, backups } = live;
  const { day, window } = scheduleIn(live);
  return {
    id: live.id,
    label: toText(live.label),
    group: live.group ?? "",
    tags: toItems(live.tags).map(toText),
    region: live.region ?? "",
    type: live.type ?? "",
    image: live.image ?? null,
    status: live.status ?? "",
    hypervisor: live.hypervisor ?? "",
    ipv4: toItems(live.ipv4),
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
      schedule: { day: day ?? null, window: window ?? null },
    },
    watchdogEnabled: live.watchdog_enabled ?? false,
    created: live.created ?? "",
    updated: live.updated ?? "",
  };
}
