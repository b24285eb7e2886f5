import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, parseDocument } from "yaml";
import { isMissing, writeAtomically } from "./atomic-write";
import { StateError } from "./error";
import { isObject, optionalObject, optionalString } from "./json";
import type { Project } from "./project";
import type { SecretTexts } from "./property-json";

/** One configuration value as programs get it: text, objects as JSON text. */
export interface ConfigurationValue {
  readonly value: string;
  readonly secret: boolean;
}

/** Configuration by full key, `namespace:name`. */
export type Configuration = ReadonlyMap<string, ConfigurationValue>;

/** `Pulumi.<stack>.yaml`. Its comments survive a write. */
export interface StackSettings {
  readonly file: string;
  /** `encryptionsalt`; undefined when the file or the field is missing. */
  readonly salt: string | undefined;
  readonly document: Document;
}

export async function readStackSettings(project: Project, stack: string): Promise<StackSettings> {
  const file = join(project.stackConfigFolder, `Pulumi.${stack}.yaml`);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    if (isMissing(cause)) return "";
    throw cause;
  });
  const document = parseDocument(text);
  const problem = document.errors[0];
  if (problem) throw new StateError("configuration", `${file} cannot be read: ${problem.message}`);
  const json: unknown = document.toJS();
  const settings = optionalObject(json, file);
  const provider = optionalString(settings.secretsprovider, `${file}: secretsprovider`);
  const refused =
    provider !== "" && provider !== "passphrase"
      ? `the secrets provider "${provider}"`
      : ["encryptedkey", "environment"].find((name) => settings[name] !== undefined);
  if (refused) {
    throw new StateError(
      "unsupported",
      `${file} uses ${refused}, which the embedded engine does not do. Nothing was changed. Use the Pulumi CLI (--engine pulumi).`,
    );
  }
  const salt = optionalString(settings.encryptionsalt, `${file}: encryptionsalt`) || undefined;
  return { file, salt, document };
}

/** Writes `encryptionsalt` into the stack's file, making the file where there is none. */
export async function writeSalt(settings: StackSettings, salt: string): Promise<void> {
  settings.document.set("encryptionsalt", salt);
  await writeStackSettings(settings);
}

export async function writeStackSettings(settings: StackSettings): Promise<void> {
  await writeAtomically(settings.file, settings.document.toString(), { mode: 0o644 });
}

/** Whether the stack's file holds encrypted values, which only the right passphrase opens. */
export function holdsSecureValues(settings: StackSettings): boolean {
  const json: unknown = settings.document.toJS();
  return hasSecure(optionalObject(json, settings.file).config);
}

/** Merges what the project declares with what the stack sets, secrets opened. */
export function mergeConfiguration(
  project: Project,
  settings: StackSettings,
  secrets: SecretTexts,
): Configuration {
  const merged = new Map<string, ConfigurationValue>();
  const json: unknown = settings.document.toJS();
  const set = optionalObject(optionalObject(json, settings.file).config, `${settings.file}: config`);
  for (const [key, value] of Object.entries(set)) {
    const full = fullKey(key, project.name);
    const opened = open(value, `config.${full}`, secrets);
    merged.set(full, { value: asText(opened), secret: hasSecure(value) });
  }
  for (const [key, declared] of project.configuration) {
    if (merged.has(key)) continue;
    if (declared.value === undefined || declared.value === null) {
      throw new StateError(
        "configuration",
        `${project.file} declares the configuration ${key} without a default, and ${settings.file} does not set it. Nothing was done. Set it with \`pulumi config set\` or \`nodecloud config set\`.`,
      );
    }
    merged.set(key, { value: asText(declared.value), secret: declared.secret });
  }
  return merged;
}

/** `name`, `ns:name` and `ns:config:name` as `ns:name`. */
export function fullKey(key: string, project: string): string {
  const parts = key.split(":");
  if (parts.length === 1) return `${project}:${key}`;
  if (parts.length === 3 && parts[1] === "config") return `${parts[0]}:${parts[2]}`;
  if (parts.length === 2) return key;
  throw new StateError("configuration", `"${key}" is not a configuration key: write name or namespace:name.`);
}

function open(value: unknown, place: string, secrets: SecretTexts): unknown {
  if (isSecure(value)) return secrets.decrypt(value.secure, place);
  if (Array.isArray(value)) return value.map((item, at) => open(item, `${place}[${at}]`, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, open(item, `${place}.${name}`, secrets)]),
  );
}

function isSecure(value: unknown): value is { readonly secure: string } {
  return isObject(value) && Object.keys(value).length === 1 && typeof value.secure === "string";
}

function hasSecure(value: unknown): boolean {
  if (isSecure(value)) return true;
  if (Array.isArray(value)) return value.some(hasSecure);
  return isObject(value) && Object.values(value).some(hasSecure);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
