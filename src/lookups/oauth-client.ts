import type * as pulumi from "@pulumi/pulumi";
import type { OAuthClient as Live } from "../client";
import { runLookup } from "./connection";
import { aLabel, labelFilter, type QueryInputs, withLabel } from "./label";
import { toText } from "./normalize";
import type { LookupOptions } from "./options";
import { aBoolean, aString, type RulesOf } from "./query";
import { type Filter, findAll } from "./search";
import { sharedList } from "./shared-list";

/** An application that can log in users (section 2.12). It does not include the secret, which the service redacts. */
export interface OAuthClientResult {
  /** The public identifier, which is not a secret. */
  readonly id: string;
  /** Name that users see when they are asked for access. */
  readonly label: string;
  /** Whether it is a public client, which uses another authentication workflow. */
  readonly public: boolean;
  /** URL to which a successful login is redirected, with an exchange code. */
  readonly redirectUri: string;
  /** `active`, `disabled` or `suspended` (section 3.5). */
  readonly status: string;
  /** URL of the publicly visible thumbnail; null if there is none. */
  readonly thumbnailUrl: string | null;
}

/** Filters, all of which must match. The package applies them to the full list. */
export interface OAuthClientFilters {
  /** The public identifier. */
  readonly id?: string;
  /** The whole label, ignoring case, or a regular expression. Several clients may have the same label. */
  readonly label?: string | RegExp;
  /** Whether it is a public client. */
  readonly public?: boolean;
}

/** Finds all OAuth clients of the account that match the filters, sorted by id. Requires a token. */
export async function getOAuthClients(
  filters: OAuthClientFilters = {},
  options?: LookupOptions,
): Promise<OAuthClientResult[]> {
  return runLookup(
    { name: "getOAuthClients", query: filters, rules: filterRules, options },
    async (client, wanted) => {
      const clients = await listClients(client);
      const found = findAll(clients.map(resultOf), filtersOf(wanted));
      return found.sort((one, other) => one.id.localeCompare(other.id));
    },
  );
}

/** Same as `getOAuthClients`, with arguments that may be outputs. */
export function getOAuthClientsOutput(
  filters: QueryInputs<OAuthClientFilters> = {},
  options?: LookupOptions,
): pulumi.Output<OAuthClientResult[]> {
  const { label, ...others } = filters;
  return withLabel(others, label).apply((known) => getOAuthClients(known, options));
}

const listClients = sharedList((client) => client.oauthClients.list.all({}));

const filterRules: RulesOf<OAuthClientFilters> = { id: aString, label: aLabel, public: aBoolean };

function filtersOf({ label, ...exact }: OAuthClientFilters): Filter<OAuthClientResult>[] {
  const filters: Filter<OAuthClientResult>[] = [];
  if (label !== undefined) filters.push(labelFilter(label));
  for (const name of ["id", "public"] as const) {
    const value = exact[name];
    if (value !== undefined)
      filters.push({ text: `${name} ${value}`, matches: (client) => client[name] === value });
  }
  return filters;
}

/** Replaces nulls that the interface does not allow with empty values. */
function resultOf(live: Live): OAuthClientResult {
  return {
    id: live.id,
    label: toText(live.label),
    public: live.public ?? false,
    redirectUri: live.redirect_uri ?? "",
    status: live.status ?? "",
    thumbnailUrl: live.thumbnail_url ?? null,
  };
}
