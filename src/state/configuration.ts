import { type ConfigurationType, describeType, matchesType } from "./configuration-types";
import {
  type Configuration,
  type ConfigurationValue,
  containsSecure,
  decryptValue,
  isSecure,
  isStructured,
  toText,
} from "./configuration-value";
import { StateError } from "./error";
import type { JsonObject } from "./json";
import type { Project } from "./project";
import type { SecretStrings } from "./property-json";
import { configurationInFile, type StackSettings } from "./stack-settings";

/** Whether the stack's file has encrypted values. */
export function hasSecureValues(settings: StackSettings): boolean {
  return containsSecure(configurationInFile(settings));
}

/** Merges the project's defaults with the stack's values and decrypts secrets. Each declared key must have a value of its type. */
export function mergeConfiguration(
  project: Project,
  settings: StackSettings,
  secrets: SecretStrings,
): Configuration {
  const source = configurationSource(project, settings, secrets);
  const missing = [...project.configuration.keys()].find((key) => !Object.hasOwn(source, key));
  if (missing !== undefined) {
    throw new StateError(
      "configuration",
      `${project.file} declares the configuration ${missing} without a default, but ${settings.file} does not set it. Nothing was done. Set it with \`pulumi config set\` or \`nodecloud config set\`.`,
    );
  }
  const values = decryptConfiguration(source, secrets);
  for (const [key, { type, secret }] of project.configuration) {
    const value = values.get(key);
    const problem = type && value && findProblem(value, type, secret);
    if (problem) {
      throw new StateError(
        "configuration",
        `${project.file} declares the configuration ${key} ${problem.declared}, but ${settings.file} ${problem.set}. Nothing was done. Set it again with \`pulumi config set${problem.option}\` or \`nodecloud config set${problem.option}\`.`,
      );
    }
  }
  return values;
}

/** Does not repeat the value: it can be a secret. */
function findProblem(value: ConfigurationValue, type: ConfigurationType, secret: boolean) {
  if (secret && !value.secret)
    return { declared: "secret", set: "stores it in plain text", option: " --secret" };
  if (matchesType(type, value)) return undefined;
  return { declared: `to be of type ${describeType(type)}`, set: "sets a value of another type", option: "" };
}

/** The merged configuration by full key, in the format of the stack's file: scalars as text, secrets as `{secure}`. */
export function configurationSource(
  project: Project,
  settings: StackSettings,
  secrets: SecretStrings,
): JsonObject {
  const source = new Map<string, unknown>();
  for (const [key, value] of Object.entries(configurationInFile(settings))) {
    source.set(fullKey(key, project.name), isStructured(value) || isSecure(value) ? value : toText(value));
  }
  for (const [key, { value, secret }] of project.configuration) {
    if (source.has(key) || value === undefined || value === null) continue;
    const plain = isStructured(value) ? value : toText(value);
    source.set(key, secret ? { secure: secrets.encrypt(toText(value), `config.${key}`) } : plain);
  }
  return Object.fromEntries(source);
}

export function decryptConfiguration(source: JsonObject, secrets: SecretStrings): Configuration {
  return new Map(
    Object.entries(source).map(([key, value]) => [key, decryptValue(value, `config.${key}`, secrets)]),
  );
}

/** `name`, `ns:name` and `ns:config:name` as `ns:name`. */
export function fullKey(key: string, project: string): string {
  const parts = key.split(":");
  if (parts.length === 1) return `${project}:${key}`;
  if (parts.length === 3 && parts[1] === "config") return `${parts[0]}:${parts[2]}`;
  if (parts.length === 2) return key;
  throw new StateError("configuration", `"${key}" is not a configuration key: write name or namespace:name.`);
}
