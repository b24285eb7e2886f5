import { type ResolvedSettings, stackKeys } from "../../config";
import {
  configurationSource,
  containsSecure,
  decryptValue,
  type JsonObject,
  type Project,
  readStoredSettings,
  StateError,
  type StoredStackSettings,
  saltOfConfiguration,
} from "../../state";
import type { ReadContext } from "./read-context";
import { settingsFor } from "./settings";

export interface ConfiguredStack {
  readonly project: Project;
  /** The short name: `dev`. */
  readonly stack: string;
  readonly configFile?: string | undefined;
  /** The salt of the stack's state. */
  readonly salt: string | undefined;
  /** Whether its state shows that only the Pulumi CLI can decrypt its secrets. */
  readonly isForeign: boolean;
  /** Reads the configuration with all secrets in plain text. Undefined if nothing can decrypt them. */
  readonly readShown?: (() => Promise<ReadonlyMap<string, string>>) | undefined;
}

/** The settings of a project's stack. Decrypts a value of its configuration only if no source with higher priority sets it. */
export async function settingsOf(
  configured: ConfiguredStack,
  context: ReadContext,
): Promise<ResolvedSettings> {
  const { project, stack, configFile } = configured;
  const stored = await readStoredSettings(project, stack, configFile);
  const source = configurationSource(project, stored, declaredSecrets);
  const wanted = stackKeys({ argument: context.settings, env: context.env });
  const values = isShownOnly(configured, stored, source, wanted)
    ? await readShown(configured, stored)
    : await openValues(configured, stored, source, wanted, context);
  return settingsFor(`${project.name}/${stack}`, context, (key) => values.get(key));
}

/** Whether only the Pulumi CLI can read the values, because another provider encrypts them or a Pulumi environment contains them. */
function isShownOnly(
  { isForeign }: ConfiguredStack,
  { salt, unsupportedFeature }: StoredStackSettings,
  source: JsonObject,
  wanted: readonly string[],
): boolean {
  if (unsupportedFeature === "environment" && wanted.some((key) => source[key] === undefined)) return true;
  // The file does not mention Pulumi Cloud's own provider.
  const isEncryptedElsewhere = unsupportedFeature !== undefined || (isForeign && salt === undefined);
  return isEncryptedElsewhere && wanted.some((key) => containsSecure(source[key]));
}

function readShown(
  { readShown: read }: ConfiguredStack,
  { file, unsupportedFeature = "another secrets provider" }: StoredStackSettings,
): Promise<ReadonlyMap<string, string>> {
  if (read) return read();
  throw new StateError(
    "configuration",
    `${file} uses ${unsupportedFeature}, and only the Pulumi CLI can read such values. Nothing was read. Put \`pulumi\` on the PATH, or set NODECLOUD_BASE_URL and NODECLOUD_TOKEN.`,
  );
}

async function openValues(
  { salt: saltOfState }: ConfiguredStack,
  stored: StoredStackSettings,
  source: JsonObject,
  wanted: readonly string[],
  { passphrases }: ReadContext,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const key of wanted.filter((one) => source[one] !== undefined)) {
    const salt = containsSecure(source[key]) ? saltOfConfiguration(stored, saltOfState) : undefined;
    const opened = salt === undefined ? undefined : await passphrases.open(salt, `${key} in ${stored.file}`);
    const decrypt = (text: string, place: string) =>
      text.startsWith(declared) ? text.slice(declared.length) : (opened?.decrypt(text, place) ?? "");
    values.set(key, decryptValue(source[key], `config.${key}`, { ...declaredSecrets, decrypt }).value);
  }
  return values;
}

/** The project file declares secrets in plain text. The mark distinguishes them from encrypted values. */
const declared = "declared:";
const declaredSecrets = { encrypt: (text: string) => `${declared}${text}`, decrypt: (text: string) => text };
