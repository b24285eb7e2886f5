import { configurationSource, decryptConfiguration } from "./configuration";
import {
  type ConfigurationKey,
  parseConfigurationKey,
  parseTypedValue,
  removeConfigurationAt,
  setConfigurationAt,
  valueAt,
} from "./configuration-edit";
import {
  type Configuration,
  type ConfigurationValue,
  containsSecure,
  decryptValue,
} from "./configuration-value";
import { locateStack, type StackAddress } from "./locate-stack";
import { openSecrets } from "./open-stack";
import { maskedSecrets } from "./property-json";
import { writeStackSettings } from "./stack-settings";

/** `path`: whether the key is a path into a value (`outer.inner`, `names[0]`), as with `--path` of the CLI. */
export interface KeyOptions {
  readonly path?: boolean;
}

/** Sets a value of a stack's configuration, encrypted if it is secret. Creates the stack's file if there is none. */
export async function setConfiguration(
  address: StackAddress,
  key: string,
  value: string,
  { secret, path = false }: KeyOptions & { readonly secret: boolean },
): Promise<void> {
  const located = await locateStack(address);
  const { project, settings } = located;
  const parsedKey = parseConfigurationKey(key, project.name, { asPath: path });
  const plain = parsedKey.path.length > 0 ? parseTypedValue(value) : value;
  const written = secret ? { secure: await encrypt() } : plain;
  setConfigurationAt(settings, project.name, parsedKey, written);
  await writeStackSettings(settings);

  async function encrypt() {
    const secrets = await openSecrets(located, address.env, { dryRun: false });
    return secrets.encrypt(value, formatKey(parsedKey));
  }
}

/** Reads a value of a stack's configuration and decrypts it. Undefined: it is not set. */
export async function getConfiguration(
  address: StackAddress,
  key: string,
  options: KeyOptions = {},
): Promise<string | undefined> {
  return (await getConfigurationValue(address, key, { ...options, showSecrets: true }))?.value;
}

/** The same value with whether it is secret or structured. */
export async function getConfigurationValue(
  address: StackAddress,
  key: string,
  { path = false, showSecrets }: KeyOptions & { readonly showSecrets: boolean },
): Promise<ConfigurationValue | undefined> {
  const located = await locateStack(address);
  const { project, settings } = located;
  const parsedKey = parseConfigurationKey(key, project.name, { asPath: path });
  const source = configurationSource(project, settings, maskedSecrets);
  const found = valueAt(source[parsedKey.key], parsedKey.path);
  if (found === undefined) return undefined;
  const mustDecrypt = showSecrets && containsSecure(found);
  const secrets = mustDecrypt ? await openSecrets(located, address.env, { dryRun: true }) : maskedSecrets;
  const actual = mustDecrypt ? configurationSource(project, settings, secrets) : source;
  return decryptValue(valueAt(actual[parsedKey.key], parsedKey.path), formatKey(parsedKey), secrets);
}

/** All values that are set or declared, by full key. Secrets are decrypted, or read `[secret]`. */
export async function listConfiguration(
  address: StackAddress,
  options: { readonly showSecrets: boolean },
): Promise<Configuration> {
  const located = await locateStack(address);
  const { project, settings } = located;
  const masked = configurationSource(project, settings, maskedSecrets);
  if (!options.showSecrets || !containsSecure(masked)) return decryptConfiguration(masked, maskedSecrets);
  const secrets = await openSecrets(located, address.env, { dryRun: true });
  return decryptConfiguration(configurationSource(project, settings, secrets), secrets);
}

/** Removes a value of a stack's configuration. Returns whether it was set. */
export async function removeConfiguration(
  address: StackAddress,
  key: string,
  { path = false }: KeyOptions = {},
): Promise<boolean> {
  const { project, settings } = await locateStack(address);
  const parsedKey = parseConfigurationKey(key, project.name, { asPath: path });
  const removed = removeConfigurationAt(settings, project.name, parsedKey);
  if (removed) await writeStackSettings(settings);
  return removed;
}

const formatKey = ({ key, path }: ConfigurationKey) => ["config", key, ...path].join(".");
