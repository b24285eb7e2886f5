import * as pulumi from "@pulumi/pulumi";
import type { Client, Region as Live } from "../client";
import { runLookup } from "./connection";
import { toItems, toText } from "./normalize";
import type { LookupOptions } from "./options";
import { aBoolean, aString, type Rule, type RulesOf } from "./query";
import { type Filter, findAll, findById, findOne, type Kind } from "./search";
import { sharedList } from "./shared-list";

/** A region to which instances can be deployed (section 2.14). */
export interface RegionResult {
  /** Id of the region, for `region` of an `Instance` or an `Image`. */
  readonly id: string;
  /** Two-letter country code. */
  readonly country: string;
  /** Features that are available in the region. */
  readonly capabilities: string[];
  /** Addresses of its name servers, separated by commas. */
  readonly resolvers: { readonly ipv4: string; readonly ipv6: string };
  /** `ok` or `outage` (section 3.7). */
  readonly status: string;
}

/** Filters, all of which must match. The package applies them to the full list. */
export interface RegionFilters {
  /** Two-letter country code, ignoring case. */
  readonly country?: string;
  /** One or more capabilities, ignoring case; the region has to have all of them. */
  readonly capability?: string | readonly string[];
  /** `ok` or `outage` (section 3.7). */
  readonly status?: string;
}

/** The id of a region, or filters that exactly one region matches, unless `first` is set. */
export interface RegionQuery extends RegionFilters {
  /** Id of the region. With an id, the filters are ignored. */
  readonly id?: string;
  /** Whether to take the first of several matches, in the service's order. Default: several matches are an error. */
  readonly first?: boolean;
}

/**
 * Finds one region by its id or by filters. Requires no token.
 * @throws if none matches, or several do; the message lists the nearest ones.
 */
export async function getRegion(query: RegionQuery, options?: LookupOptions): Promise<RegionResult> {
  return runLookup({ name: "getRegion", query, rules: queryRules, options }, async (client, wanted) => {
    const regions = await allRegions(client);
    if (wanted.id !== undefined) return findById(kind, regions, wanted.id);
    const [first] = wanted.first ? findAll(regions, filtersOf(wanted)) : [];
    return first ?? findOne(kind, regions, filtersOf(wanted));
  });
}

/** Finds all regions that match the filters, in the service's order. Requires no token. */
export async function getRegions(
  filters: RegionFilters = {},
  options?: LookupOptions,
): Promise<RegionResult[]> {
  return runLookup(
    { name: "getRegions", query: filters, rules: filterRules, options },
    async (client, wanted) => findAll(await allRegions(client), filtersOf(wanted)),
  );
}

/** Same as `getRegion`, with arguments that may be outputs. */
export function getRegionOutput(
  query: pulumi.Inputs & { [K in keyof RegionQuery]: pulumi.Input<RegionQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<RegionResult> {
  return pulumi.output(query).apply((known) => getRegion(known, options));
}

/** Same as `getRegions`, with arguments that may be outputs. */
export function getRegionsOutput(
  filters: { [K in keyof RegionFilters]: pulumi.Input<RegionFilters[K]> } = {},
  options?: LookupOptions,
): pulumi.Output<RegionResult[]> {
  return pulumi.output(filters).apply((known) => getRegions(known, options));
}

const someStrings: Rule<string | readonly string[]> = {
  noun: "a string or an array of strings",
  accepts: (value): value is string | readonly string[] =>
    [value].flat().every((one) => typeof one === "string"),
};
const filterRules: RulesOf<RegionFilters> = { country: aString, capability: someStrings, status: aString };
const queryRules: RulesOf<RegionQuery> = { ...filterRules, id: aString, first: aBoolean };

const kind: Kind<RegionResult> = {
  name: "region",
  idOf: ({ id }) => id,
  describe: ({ id, country, status, capabilities }) =>
    `${id} (${country}, ${status}: ${capabilities.join(", ")})`,
};

function filtersOf({ country, capability, status }: RegionFilters): Filter<RegionResult>[] {
  const filters: Filter<RegionResult>[] = [];
  if (country !== undefined) {
    filters.push({
      text: `country ${country}`,
      matches: (region) => region.country.toLowerCase() === country.toLowerCase(),
    });
  }
  for (const one of capability === undefined
    ? []
    : typeof capability === "string"
      ? [capability]
      : capability) {
    filters.push({
      text: `capability ${one}`,
      matches: (region) => region.capabilities.some((has) => has.toLowerCase() === one.toLowerCase()),
    });
  }
  if (status !== undefined)
    filters.push({ text: `status ${status}`, matches: (region) => region.status === status });
  return filters;
}

const listRegions = sharedList((client) => client.regions.list.all());

async function allRegions(client: Client): Promise<RegionResult[]> {
  return (await listRegions(client)).map(resultOf);
}

/** Replaces nulls with empty values. */
function resultOf({ id, country, capabilities, resolvers, status }: Live): RegionResult {
  return {
    id,
    country: toText(country),
    capabilities: toItems(capabilities).map(toText),
    resolvers: { ipv4: resolvers?.ipv4 ?? "", ipv6: resolvers?.ipv6 ?? "" },
    status: status ?? "",
  };
}
