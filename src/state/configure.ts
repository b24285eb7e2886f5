import { configurationSource, openConfiguration } from "./configuration";
import {
  type ConfigurationPlace,
  configurationPlace,
  removeConfigurationAt,
  setConfigurationAt,
  typedValue,
  valueAt,
} from "./configuration-edit";
import { type Configuration, type ConfigurationValue, hasSecure, openValue } from "./configuration-value";
import { locateStack, type StackAddress } from "./locate-stack";
import { openSecrets } from "./open-stack";
import { blindSecrets } from "./property-json";
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
  const place = configurationPlace(key, project.name, { asPath: path });
  const plain = place.path.length > 0 ? typedValue(value) : value;
  const written = secret ? { secure: await encrypt() } : plain;
  setConfigurationAt(settings, project.name, place, written);
  await writeStackSettings(settings);

  async function encrypt() {
    const secrets = await openSecrets(located, address.env, { dryRun: false });
    return secrets.encrypt(value, placeName(place));
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
  const place = configurationPlace(key, project.name, { asPath: path });
  const source = configurationSource(project, settings, blindSecrets);
  const found = valueAt(source[place.key], place.path);
  if (found === undefined) return undefined;
  const closed = showSecrets && hasSecure(found);
  const secrets = closed ? await openSecrets(located, address.env, { dryRun: true }) : blindSecrets;
  const actual = closed ? configurationSource(project, settings, secrets) : source;
  return openValue(valueAt(actual[place.key], place.path), placeName(place), secrets);
}

/** All values that are set or declared, by full key. Secrets are decrypted, or read `[secret]`. */
export async function listConfiguration(
  address: StackAddress,
  options: { readonly showSecrets: boolean },
): Promise<Configuration> {
  const located = await locateStack(address);
  const { project, settings } = located;
  const closed = configurationSource(project, settings, blindSecrets);
  if (!options.showSecrets || !hasSecure(closed)) return openConfiguration(closed, blindSecrets);
  const secrets = await openSecrets(located, address.env, { dryRun: true });
  return openConfiguration(configurationSource(project, settings, secrets), secrets);
}

/** Removes a value of a stack's configuration. Returns whether it was set. */
export async function removeConfiguration(
  address: StackAddress,
  key: string,
  { path = false }: KeyOptions = {},
): Promise<boolean> {
  const { project, settings } = await locateStack(address);
  const place = configurationPlace(key, project.name, { asPath: path });
  const removed = removeConfigurationAt(settings, project.name, place);
  if (removed) await writeStackSettings(settings);
  return removed;
}

const placeName = ({ key, path }: ConfigurationPlace) => ["config", key, ...path].join(".");
