import type * as pulumi from "@pulumi/pulumi";
import type { OAuthClient as Live } from "../client";
import { gather, type LookupOptions, lookUp } from "./connection";
import { labelled, type QueryInputs, withLabel } from "./label";
import type { KeysOf } from "./query";
import { textIn } from "./reading";
import { type Condition, findAll } from "./search";

/** An application that logs users in (section 2.12). Its secret is not part of it: the service redacts it. */
export interface OAuthClientResult {
  /** The public identifier, which is no secret. */
  readonly id: string;
  /** The name shown to users when they are asked for access. */
  readonly label: string;
  /** Whether it is a public client, which uses another authentication workflow. */
  readonly public: boolean;
  /** Where a successful login is redirected, with an exchange code. */
  readonly redirectUri: string;
  /** `active`, `disabled` or `suspended` (section 3.5). */
  readonly status: string;
  /** Where everybody can see its thumbnail; null when there is none. */
  readonly thumbnailUrl: string | null;
}

/** Conditions that all have to hold; they are applied on this side. */
export interface OAuthClientFilters {
  readonly id?: string;
  /** The whole label in any case, or an expression that it matches. Several clients may bear the same. */
  readonly label?: string | RegExp;
  readonly public?: boolean;
}

/** Finds all OAuth clients of the account that meet the conditions, by their ids. Needs a token. */
export async function getOAuthClients(
  filters: OAuthClientFilters = {},
  options?: LookupOptions,
): Promise<OAuthClientResult[]> {
  return lookUp(
    { name: "getOAuthClients", query: filters, keys: filterKeys, options },
    async (client, asked) => {
      const clients = await gather(client.oauthClients.list.all({}));
      const found = findAll(clients.map(resultOf), conditionsOf(asked));
      return found.sort((one, other) => one.id.localeCompare(other.id));
    },
  );
}

/** `getOAuthClients` for arguments that are outputs. */
export function getOAuthClientsOutput(
  filters: QueryInputs<OAuthClientFilters> = {},
  options?: LookupOptions,
): pulumi.Output<OAuthClientResult[]> {
  const { label, ...others } = filters;
  return withLabel(others, label).apply((known) => getOAuthClients(known, options));
}

const filterKeys: KeysOf<OAuthClientFilters> = { id: true, label: true, public: true };

function conditionsOf({ label, ...exact }: OAuthClientFilters): Condition<OAuthClientResult>[] {
  const conditions: Condition<OAuthClientResult>[] = [];
  if (label !== undefined) conditions.push(labelled(label));
  for (const name of ["id", "public"] as const) {
    const wanted = exact[name];
    if (wanted !== undefined)
      conditions.push({ words: `${name} ${wanted}`, holds: (client) => client[name] === wanted });
  }
  return conditions;
}

/** Nulls where the interface has none are read as empty. */
function resultOf(live: Live): OAuthClientResult {
  return {
    id: live.id,
    label: textIn(live.label),
    public: live.public ?? false,
    redirectUri: live.redirect_uri ?? "",
    status: live.status ?? "",
    thumbnailUrl: live.thumbnail_url ?? null,
  };
}
