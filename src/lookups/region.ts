import * as pulumi from "@pulumi/pulumi";
import type { Client, Region as Live } from "../client";
import { gather, type LookupOptions, lookUp } from "./connection";
import type { KeysOf } from "./query";
import { itemsIn, textIn } from "./reading";
import { type Condition, findAll, findById, findOne, type Kind } from "./search";

/** A place where instances can be deployed (section 2.14). */
export interface RegionResult {
  readonly id: string;
  readonly country: string;
  /** The services available there. */
  readonly capabilities: string[];
  /** Its name servers' addresses, separated by commas. */
  readonly resolvers: { readonly ipv4: string; readonly ipv6: string };
  /** `ok` or `outage`. */
  readonly status: string;
}

/** Conditions that all have to hold; they are applied on this side. */
export interface RegionFilters {
  /** Two letters, in any case. */
  readonly country?: string;
  /** One capability or several, in any case; the region has them all. */
  readonly capability?: string | readonly string[];
  /** `ok` or `outage`. */
  readonly status?: string;
}

/** The id of a region, or conditions that exactly one meets unless `first` is set. */
export interface RegionQuery extends RegionFilters {
  readonly id?: string;
  /** Of several, take the one that the service lists first. Default: several are an error. */
  readonly first?: boolean;
}

/**
 * Finds a region by its id or by what it has. Needs no token.
 * @throws where none is found, or several where one was asked for; the message lists the nearest.
 */
export async function getRegion(query: RegionQuery, options?: LookupOptions): Promise<RegionResult> {
  return lookUp({ name: "getRegion", query, keys: queryKeys, options }, async (client, asked) => {
    const regions = await allRegions(client);
    if (asked.id !== undefined) return findById(kind, regions, asked.id);
    const [first] = asked.first ? findAll(regions, conditionsOf(asked)) : [];
    return first ?? findOne(kind, regions, conditionsOf(asked));
  });
}

/** Finds all regions that meet the conditions, in the service's order. Needs no token. */
export async function getRegions(
  filters: RegionFilters = {},
  options?: LookupOptions,
): Promise<RegionResult[]> {
  return lookUp({ name: "getRegions", query: filters, keys: filterKeys, options }, async (client, asked) =>
    findAll(await allRegions(client), conditionsOf(asked)),
  );
}

/** `getRegion` for arguments that are outputs. */
export function getRegionOutput(
  query: pulumi.Inputs & { [K in keyof RegionQuery]: pulumi.Input<RegionQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<RegionResult> {
  return pulumi.output(query).apply((known) => getRegion(known, options));
}

/** `getRegions` for arguments that are outputs. */
export function getRegionsOutput(
  filters: { [K in keyof RegionFilters]: pulumi.Input<RegionFilters[K]> } = {},
  options?: LookupOptions,
): pulumi.Output<RegionResult[]> {
  return pulumi.output(filters).apply((known) => getRegions(known, options));
}

const filterKeys: KeysOf<RegionFilters> = { country: true, capability: true, status: true };
const queryKeys: KeysOf<RegionQuery> = { ...filterKeys, id: true, first: true };

const kind: Kind<RegionResult> = {
  noun: "region",
  idOf: ({ id }) => id,
  describe: ({ id, country, status, capabilities }) =>
    `${id} (${country}, ${status}: ${capabilities.join(", ")})`,
};

function conditionsOf({ country, capability, status }: RegionFilters): Condition<RegionResult>[] {
  const conditions: Condition<RegionResult>[] = [];
  if (country !== undefined) {
    conditions.push({
      words: `country ${country}`,
      holds: (region) => region.country.toLowerCase() === country.toLowerCase(),
    });
  }
  for (const one of capability === undefined
    ? []
    : typeof capability === "string"
      ? [capability]
      : capability) {
    conditions.push({
      words: `capability ${one}`,
      holds: (region) => region.capabilities.some((has) => has.toLowerCase() === one.toLowerCase()),
    });
  }
  if (status !== undefined)
    conditions.push({ words: `status ${status}`, holds: (region) => region.status === status });
  return conditions;
}

async function allRegions(client: Client): Promise<RegionResult[]> {
  const regions = await gather(client.regions.list.all());
  return regions.map(resultOf);
}

/** Nulls are read as empty. */
function resultOf({ id, country, capabilities, resolvers, status }: Live): RegionResult {
  return {
    id,
    country: textIn(country),
    capabilities: itemsIn(capabilities).map(textIn),
    resolvers: { ipv4: resolvers?.ipv4 ?? "", ipv6: resolvers?.ipv6 ?? "" },
    status: status ?? "",
  };
}
