import type { Configuration } from "../../state";

type Variables = Readonly<Record<string, string>>;

/** The stack's configuration as the SDK reads it in a program (engine.md 6). */
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
 * What the plugin's environment holds of it, as with the CLI: the keys of its own package, by their names alone, and no
 * word of which are secret. A provider gets the whole configuration in its `configure`.
 */
export function pluginEnvironment(configuration: Configuration): Variables {
  const own = [...configuration].filter(([key]) => key.startsWith(pluginNamespace));
  const values = own.map(([key, { value }]) => [key.slice(pluginNamespace.length), value]);
  return { PULUMI_CONFIG: JSON.stringify(Object.fromEntries(values)) };
}
