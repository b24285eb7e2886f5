import { readFile } from "node:fs/promises";
import { type Backend, chooseBackend } from "./backend";
import { type Deployment, readSnapshot } from "./checkpoint";
import {
  type Configuration,
  holdsSecureValues,
  mergeConfiguration,
  readStackSettings,
  type StackSettings,
  writeSalt,
} from "./configuration";
import { StateError } from "./error";
import { createPassphrase, openPassphrase, type PassphraseSecrets } from "./passphrase";
import { type Project, readProject } from "./project";
import { emptySnapshot, type Snapshot } from "./snapshot";
import { readStackFile } from "./stack-file";
import { parseStackName } from "./stack-name";

/** A stack on disk, opened: its project, its configuration, its secrets. */
export interface OpenedStack {
  readonly project: Project;
  readonly stack: string;
  readonly backend: Backend;
  readonly settings: StackSettings;
  readonly secrets: PassphraseSecrets;
  /** Opens the secrets of another stack under the same passphrase: each has a salt of its own. */
  readonly openOther: (salt: string) => Promise<PassphraseSecrets>;
  readonly configuration: Configuration;
  /** Undefined: the stack does not exist yet. */
  readonly deployment: Deployment | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface StackAddress {
  /** A folder in or below the project's. */
  readonly cwd: string;
  readonly stack: string;
  readonly env: Environment;
}

/** Opens a stack. One that does not exist is opened as new: nothing is written but the salt of its secrets. */
export async function openStack(
  address: StackAddress,
  options: { readonly mayCreate: boolean; readonly dryRun: boolean },
): Promise<OpenedStack> {
  const { env } = address;
  const project = await readProject(address.cwd);
  const stack = parseStackName(address.stack, project.name);
  const backend = chooseBackend({
    env,
    projectFolder: project.folder,
    projectBackendUrl: project.backendUrl,
  });
  const [deployment, settings] = await Promise.all([
    readStackFile(backend, project.name, stack),
    readStackSettings(project, stack),
  ]);
  if (!deployment && !options.mayCreate) {
    throw new StateError(
      "noStack",
      `There is no stack "${stack}" of the project "${project.name}" in ${backend.url}. Nothing was done. \`up\` makes it; \`stack ls\` lists those that exist.`,
    );
  }
  const secrets = await openSecrets(env, stack, deployment, settings, options.dryRun);
  const configuration = mergeConfiguration(project, settings, secrets);
  const openOther = async (salt: string) => openPassphrase(await readPassphrase(env, stack), salt);
  return { project, stack, backend, settings, secrets, openOther, configuration, deployment };
}

/** What the state of an opened stack says, as it was when it was opened. */
export function snapshotOf(opened: OpenedStack): Snapshot {
  return opened.deployment
    ? readSnapshot(opened.deployment, `The state of ${opened.stack}`, opened.secrets)
    : emptySnapshot;
}

/** The state and the stack's file name the same salt; a new stack gets one. */
export async function openSecrets(
  env: Environment,
  stack: string,
  deployment: Deployment | undefined,
  settings: StackSettings,
  dryRun: boolean,
): Promise<PassphraseSecrets> {
  const salt = settings.salt ?? deployment?.salt;
  if (!settings.salt && holdsSecureValues(settings) && !deployment?.salt) {
    throw new StateError(
      "passphrase",
      `${settings.file} holds encrypted values but no encryptionsalt: they cannot be opened. Nothing was done. Restore the encryptionsalt line.`,
    );
  }
  const passphrase = await readPassphrase(env, stack);
  const secrets = salt ? await openPassphrase(passphrase, salt) : await createPassphrase(passphrase);
  if (!settings.salt && !dryRun) await writeSalt(settings, secrets.salt);
  if (!deployment?.salt || deployment.salt === secrets.salt) return secrets;
  const ofState = await openPassphrase(passphrase, deployment.salt);
  return {
    salt: ofState.salt,
    encrypt: ofState.encrypt,
    // The two files have salts of their own: configuration is told apart by its place.
    decrypt: (ciphertext, place) =>
      (place.startsWith("config.") ? secrets : ofState).decrypt(ciphertext, place),
  };
}

async function readPassphrase(env: Environment, stack: string): Promise<string> {
  const { PULUMI_CONFIG_PASSPHRASE: text, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env;
  if (text !== undefined) return text;
  if (file) {
    try {
      return (await readFile(file, "utf8")).trim();
    } catch {
      throw new StateError(
        "passphrase",
        `PULUMI_CONFIG_PASSPHRASE_FILE names ${file}, which cannot be read. Nothing was done.`,
      );
    }
  }
  throw new StateError(
    "passphrase",
    `The stack "${stack}" keeps its secrets under a passphrase, and none is set. Nothing was done. Set PULUMI_CONFIG_PASSPHRASE (it may be empty) or PULUMI_CONFIG_PASSPHRASE_FILE.`,
  );
}
