import { NodecloudError } from "../client/error";
import { settingSources } from "../client/message";

/** What it takes to reach the service. */
export interface Settings {
  /** The service's address with the version segment: `https://HOST/v4`. */
  readonly baseUrl: string;
  /** Secret. Without one, only what needs no token can be called. */
  readonly token?: string | undefined;
  /** The word that the operator writes where the interface writes `node`. Default: `node`. */
  readonly brand: string;
  /** The address of the beta operations. Default: `baseUrl` with `v4beta` for `v4`. */
  readonly betaUrl?: string | undefined;
  /** The most items that a list may have; reading a longer one fails. Default: 100,000. */
  readonly maxListItems?: number | undefined;
}

/** Where a setting was found. */
export type SettingSource = "argument" | "environment" | "stack" | "default";

export interface ResolvedSettings extends Settings {
  /** Of each setting that there is, where it was found. */
  readonly sources: Readonly<Partial<Record<keyof Settings, SettingSource>>>;
}

export interface SettingPlaces {
  readonly argument?: Partial<Settings> | undefined;
  /** Default: this process's. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Reads the stack's configuration by the full key, `nodecloud:token`. */
  readonly stack?: ((key: string) => string | undefined) | undefined;
}

/** The names that each setting goes by. */
const names = {
  baseUrl: { variable: "NODECLOUD_BASE_URL", key: "nodecloud:baseUrl" },
  token: { variable: "NODECLOUD_TOKEN", key: "nodecloud:token" },
  brand: { variable: "NODECLOUD_BRAND", key: "nodecloud:brand" },
  betaUrl: { variable: "NODECLOUD_BETA_URL", key: "nodecloud:betaUrl" },
  maxListItems: { variable: "NODECLOUD_MAX_LIST_ITEMS", key: "nodecloud:maxListItems" },
} as const satisfies Record<keyof Settings, { variable: string; key: string }>;

/**
 * Finds address, token and brand: in the argument, else in the environment, else in the stack's configuration. The
 * environment stands before the stack because `refresh` and `destroy` see the configuration as it was saved, so that a
 * token changed since would never arrive. An empty text counts as missing.
 * @throws NodecloudError `configuration` where there is no address.
 */
export function resolveSettings(places: SettingPlaces = {}): ResolvedSettings {
  const baseUrl = find("baseUrl", places);
  if (!baseUrl) {
    throw new NodecloudError({
      code: "configuration",
      message: `The address of the service is not set. Nothing was sent. ${settingSources("baseUrl", names.baseUrl.variable, names.baseUrl.key)} It looks like https://HOST/v4.`,
    });
  }
  const token = find("token", places);
  const brand = find("brand", places) ?? { value: "node", source: "default" };
  const betaUrl = find("betaUrl", places);
  const maxListItems = find("maxListItems", places);
  return {
    baseUrl: baseUrl.value,
    brand: brand.value,
    ...(token && { token: token.value }),
    ...(betaUrl && { betaUrl: betaUrl.value }),
    ...(maxListItems && { maxListItems: wholeNumber("maxListItems", maxListItems.value) }),
    sources: {
      baseUrl: baseUrl.source,
      brand: brand.source,
      ...(token && { token: token.source }),
      ...(betaUrl && { betaUrl: betaUrl.source }),
      ...(maxListItems && { maxListItems: maxListItems.source }),
    },
  };
}

interface Found {
  readonly value: string;
  readonly source: SettingSource;
}

function find(
  name: keyof Settings,
  { argument, env = process.env, stack }: SettingPlaces,
): Found | undefined {
  const { variable, key } = names[name];
  const given = argument?.[name];
  if (given) return { value: String(given), source: "argument" };
  const set = env[variable];
  if (set) return { value: set, source: "environment" };
  const configured = stack?.(key);
  return configured ? { value: configured, source: "stack" } : undefined;
}

function wholeNumber(name: keyof Settings, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new NodecloudError({
    code: "configuration",
    message: `${name}: ${JSON.stringify(text)} is no whole number from 1. Nothing was sent. ${settingSources(name, names[name].variable, names[name].key)}`,
  });
}
