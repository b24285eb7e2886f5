import type { Configuration } from "../../state";

type Variables = Readonly<Record<string, string>>;

/** The environment variables from which the SDK reads the configuration in a program. */
export function programEnvironment(configuration: Configuration): Variables {
  const values = [...configuration].map(([key, { value }]) => [key.replace(":", ":config:"), value]);
  const secretKeys = [...configuration].filter(([, { secret }]) => secret).map(([key]) => key);
  return {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(values)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
  };
}

const pluginNamespace = "pulumi-nodejs:";

/**
 * The environment variables from which the SDK reads the configuration in the plugin. As with the CLI, they contain only the keys in the
 * namespace `pulumi-nodejs`, without that prefix, and do not say which are secret. A provider receives the whole configuration in `configure`.
 */
export function pluginEnvironment(configuration: Configuration): Variables {
  const own = [...configuration].filter(([key]) => key.startsWith(pluginNamespace));
  const values = own.map(([key, { value }]) => [key.slice(pluginNamespace.length), value]);
  return { PULUMI_CONFIG: JSON.stringify(Object.fromEntries(values)) };
}
