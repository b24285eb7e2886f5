import type { Environment } from "./backend";
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
import { type LocatedStack, locateProject, type StackAddress } from "./locate-stack";
import { openSecrets } from "./open-stack";
import type { PassphraseSecrets } from "./passphrase";
import { maskedSecrets } from "./property-json";
import { readStackFile } from "./stack-file";
import { parseStackName } from "./stack-name";
import { readStackSettings, writeStackSettings } from "./stack-settings";

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
  const located = await locateConfiguration(address);
  const { project, settings } = located;
  const parsedKey = parseConfigurationKey(key, project.name, { asPath: path });
  const plain = parsedKey.path.length > 0 ? parseTypedValue(value) : value;
  const written = secret ? { secure: await encrypt() } : plain;
  setConfigurationAt(settings, project.name, parsedKey, written);
  await writeStackSettings(settings);

  async function encrypt() {
    const secrets = await openConfiguration(located, address.env, { dryRun: false });
    return secrets.encrypt(value, formatKey(parsedKey));
  }
}

/** Reads a value of a stack's configuration and decrypts it. Undefined if it is not set. */
export async function getConfiguration(
  address: StackAddress,
  key: string,
  options: KeyOptions = {},
): Promise<string | undefined> {
  return (await getConfigurationValue(address, key, { ...options, showSecrets: true }))?.value;
}

/** Like `getConfiguration`, and also returns whether the value is secret or structured. */
export async function getConfigurationValue(
  address: StackAddress,
  key: string,
  { path = false, showSecrets }: KeyOptions & { readonly showSecrets: boolean },
): Promise<ConfigurationValue | undefined> {
  const located = await locateConfiguration(address);
  const { project, settings } = located;
  const parsedKey = parseConfigurationKey(key, project.name, { asPath: path });
  const source = configurationSource(project, settings, maskedSecrets);
  const found = valueAt(source[parsedKey.key], parsedKey.path);
  if (found === undefined) return undefined;
  const mustDecrypt = showSecrets && containsSecure(found);
  const secrets = mustDecrypt
    ? await openConfiguration(located, address.env, { dryRun: true })
    : maskedSecrets;
  const actual = mustDecrypt ? configurationSource(project, settings, secrets) : source;
  return decryptValue(valueAt(actual[parsedKey.key], parsedKey.path), formatKey(parsedKey), secrets);
}

/** All values that are set or declared, by full key. Secrets are decrypted, or replaced by `[secret]`. */
export async function listConfiguration(
  address: StackAddress,
  options: { readonly showSecrets: boolean },
): Promise<Configuration> {
  const located = await locateConfiguration(address);
  const { project, settings } = located;
  const masked = configurationSource(project, settings, maskedSecrets);
  if (!options.showSecrets || !containsSecure(masked)) return decryptConfiguration(masked, maskedSecrets);
  const secrets = await openConfiguration(located, address.env, { dryRun: true });
  return decryptConfiguration(configurationSource(project, settings, secrets), secrets);
}

/** Removes a value of a stack's configuration. Returns whether it was set. */
export async function removeConfiguration(
  address: StackAddress,
  key: string,
  { path = false }: KeyOptions = {},
): Promise<boolean> {
  const { project, settings } = await locateConfiguration(address);
  const parsedKey = parseConfigurationKey(key, project.name, { asPath: path });
  const removed = removeConfigurationAt(settings, project.name, parsedKey);
  if (removed) await writeStackSettings(settings);
  return removed;
}

/** Opens the secrets of a stack's configuration. */
export async function openConfigurationSecrets(address: StackAddress): Promise<PassphraseSecrets> {
  return openConfiguration(await locateConfiguration(address), address.env, { dryRun: true });
}

type LocatedConfiguration = Omit<LocatedStack, "deployment">;

/** Does not read the state, which may be one that only the Pulumi CLI can read. */
async function locateConfiguration(address: StackAddress): Promise<LocatedConfiguration> {
  const { project, backend } = await locateProject(address);
  const stack = parseStackName(address.stack, project.name);
  const settings = await readStackSettings(project, stack, address.configFile);
  return { project, stack, backend, settings };
}

/** A configuration without a salt uses that of the state. */
async function openConfiguration(
  located: LocatedConfiguration,
  env: Environment,
  options: { readonly dryRun: boolean },
): Promise<PassphraseSecrets> {
  const { project, stack, backend, settings } = located;
  const deployment =
    settings.salt === undefined ? await readStackFile(backend, project.name, stack) : undefined;
  return openSecrets({ ...located, deployment }, env, options);
}

const formatKey = ({ key, path }: ConfigurationKey) => ["config", key, ...path].join(".");
