import { canonicalAddress } from "../client/address";
import { NodecloudError } from "../client/error";
import { settingPlaces, settingSources } from "../client/message";

/** The settings of a connection to the service. */
export interface Settings {
  /** Address of the service with the version segment: `https://HOST/v4`. */
  readonly baseUrl: string;
  /** Access token. Secret. Without one, only operations that require no token can be called. */
  readonly token?: string | undefined;
  /**
   * The operator's word for `node` in paths, field names, scopes and actions. Default: `node`. Ids of images are written with the
   * operator's word: `acme/debian12`.
   */
  readonly brand: string;
  /** Address of the beta operations. Default: `baseUrl` with `v4beta` for `v4`. */
  readonly betaUrl?: string | undefined;
  /** Maximum number of items in a list; reading a longer one fails. An integer of at least 1. Default: 100,000. */
  readonly maxListItems?: number | undefined;
}

/** Where the value of a setting comes from. */
type SettingSource = "argument" | "environment" | "stack" | "default";

export interface ResolvedSettings extends Settings {
  /** The source of each setting that has a value. */
  readonly sources: Readonly<Partial<Record<keyof Settings, SettingSource>>>;
}

export interface SettingPlaces {
  readonly argument?: Partial<Settings> | undefined;
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Reads the stack's configuration by the full key, such as `nodecloud:token`. */
  readonly stack?: ((key: string) => string | undefined) | undefined;
}

/** The environment variable and the configuration key of each setting. */
export const settingNames = {
  baseUrl: { variable: "NODECLOUD_BASE_URL", key: "nodecloud:baseUrl" },
  token: { variable: "NODECLOUD_TOKEN", key: "nodecloud:token", secret: true },
  brand: { variable: "NODECLOUD_BRAND", key: "nodecloud:brand" },
  betaUrl: { variable: "NODECLOUD_BETA_URL", key: "nodecloud:betaUrl" },
  maxListItems: { variable: "NODECLOUD_MAX_LIST_ITEMS", key: "nodecloud:maxListItems" },
} as const satisfies Record<keyof Settings, { variable: string; key: string; secret?: true }>;

/**
 * Takes each setting from the argument, else from the environment, else from the stack's configuration. The environment has
 * priority because `refresh` and `destroy` use the configuration of the last `up`, which may have an old token. An empty string counts
 * as missing. Addresses are returned in canonical form: records on disk, locks and reports identify services by them.
 * @throws NodecloudError `configuration` if there is no address, `maxListItems` is not a number, or an argument is an Output.
 */
export function resolveSettings(places: SettingPlaces = {}): ResolvedSettings {
  const baseUrl = find("baseUrl", places);
  if (!baseUrl) {
    throw new NodecloudError({
      code: "configuration",
      message: `The address of the service, such as https://HOST/v4, is not set, so nothing was sent. ${settingSources("baseUrl", settingNames.baseUrl.variable, settingNames.baseUrl.key)}`,
    });
  }
  const token = find("token", places);
  const brand = find("brand", places) ?? { value: "node", source: "default" };
  const betaUrl = find("betaUrl", places);
  const maxListItems = find("maxListItems", places);
  return {
    baseUrl: canonicalAddress(baseUrl.value),
    brand: brand.value,
    ...(token && { token: token.value }),
    ...(betaUrl && { betaUrl: canonicalAddress(betaUrl.value) }),
    ...(maxListItems && { maxListItems: parseCount("maxListItems", maxListItems.value) }),
    sources: {
      baseUrl: baseUrl.source,
      brand: brand.source,
      ...(token && { token: token.source }),
      ...(betaUrl && { betaUrl: betaUrl.source }),
      ...(maxListItems && { maxListItems: maxListItems.source }),
    },
  };
}

/** The environment variables of the address and the token that take the place of another value in the stack's configuration. */
export function overridingVariables({
  env = process.env,
  stack,
}: Pick<SettingPlaces, "env" | "stack">): readonly string[] {
  return (["baseUrl", "token"] as const).flatMap((name) => {
    const { variable, key } = settingNames[name];
    const [used, configured] = [env[variable], stack?.(key)].map((value) => canonicalAddress(value ?? ""));
    return used && configured && used !== configured ? [variable] : [];
  });
}

/**
 * A warning that the environment takes the place of a provider's own settings. Undefined if it does not.
 * @param use What is done with the settings, as the beginning of the sentence.
 */
export function overrideWarning(
  use: string,
  places: Pick<SettingPlaces, "env" | "stack">,
): string | undefined {
  const names = overridingVariables(places).join(" and ");
  if (names === "") return undefined;
  return `${use} with ${names} of the environment, although its own configuration has other values. Unset ${names} to use those.`;
}

/** The keys of the stack's configuration that `resolveSettings` would read: those of the settings that nothing else sets. */
export function stackKeys({
  argument,
  env = process.env,
}: Pick<SettingPlaces, "argument" | "env">): readonly string[] {
  const given: Readonly<Record<string, unknown>> = { ...argument };
  return Object.entries(settingNames).flatMap(([name, { variable, key }]) =>
    given[name] || env[variable] ? [] : [key],
  );
}

interface FoundSetting {
  readonly value: string;
  readonly source: SettingSource;
}

function find(
  name: keyof Settings,
  { argument, env = process.env, stack }: SettingPlaces,
): FoundSetting | undefined {
  const { variable, key } = settingNames[name];
  const fromArgument = argument?.[name];
  if (fromArgument) {
    if (typeof fromArgument === "object") throw unresolvedSetting(name);
    return { value: String(fromArgument), source: "argument" };
  }
  const fromEnvironment = env[variable];
  if (fromEnvironment) return { value: fromEnvironment, source: "environment" };
  const fromStack = stack?.(key);
  return fromStack ? { value: fromStack, source: "stack" } : undefined;
}

/** Programs in JavaScript can pass an Output, such as that of `requireSecret`, or a promise. */
function unresolvedSetting(name: keyof Settings): NodecloudError {
  const { variable, key, ...rest } = settingNames[name];
  const option = "secret" in rest ? "--secret " : "";
  return new NodecloudError({
    code: "configuration",
    message: `${name}: an Output or a promise has no value yet, so nothing was sent. Pass the value itself, or omit it and set ${settingPlaces(variable, `${option}${key}`)}`,
  });
}

function parseCount(name: keyof Settings, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new NodecloudError({
    code: "configuration",
    message: `${name}: ${JSON.stringify(text)} is not an integer of at least 1, so nothing was sent. ${settingSources(name, settingNames[name].variable, settingNames[name].key)}`,
  });
}
