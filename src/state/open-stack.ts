import type { Environment } from "./backend";
import {
  configurationSource,
  decryptConfiguration,
  hasSecureValues,
  mergeConfiguration,
} from "./configuration";
import type { Configuration } from "./configuration-value";
import { StateError } from "./error";
import { type LocatedStack, noSuchStackError } from "./locate-stack";
import { createPassphrase, openPassphrase, type PassphraseSecrets } from "./passphrase";
import { readFileOrPipe } from "./read-file-or-pipe";
import { listStacks } from "./stack-file";
import { type StackSettings, writeSalt } from "./stack-settings";

/** A stack with its project, its decrypted configuration and its secrets. */
export interface OpenedStack extends LocatedStack {
  readonly secrets: PassphraseSecrets;
  /** Opens the secrets of another stack with the same passphrase. Each stack has its own salt. */
  readonly openOther: (salt: string) => Promise<PassphraseSecrets>;
  readonly configuration: Configuration;
}

/** Opens a stack. If it does not exist, it is opened as an empty one, and only the salt of its secrets is written. */
export async function openStack(
  located: LocatedStack,
  env: Environment,
  options: {
    readonly mayCreate: boolean;
    readonly dryRun: boolean;
    readonly skipConfigurationCheck?: boolean;
  },
): Promise<OpenedStack> {
  const { project, stack, settings } = located;
  if (!located.deployment && !options.mayCreate) {
    const { backend } = located;
    throw noSuchStackError(project, stack, backend.url, await listStacks(backend, project.name));
  }
  const secrets = await openSecrets(located, env, options);
  const configuration = options.skipConfigurationCheck
    ? decryptConfiguration(configurationSource(project, settings, secrets), secrets)
    : mergeConfiguration(project, settings, secrets);
  const openOther = async (salt: string) => openPassphrase(await requirePassphrase(env, stack), salt);
  return { ...located, secrets, openOther, configuration };
}

/** Opens the secrets with the salt of the state or of `Pulumi.<stack>.yaml`. A new stack gets a salt. */
export async function openSecrets(
  { stack, settings, deployment }: LocatedStack,
  env: Environment,
  options: { readonly dryRun: boolean },
): Promise<PassphraseSecrets> {
  const salt = saltOfConfiguration(settings, deployment?.salt);
  const passphrase = await requirePassphrase(env, stack);
  const secrets = salt ? await openPassphrase(passphrase, salt) : await createPassphrase(passphrase);
  if (!settings.salt && !options.dryRun) await writeSalt(settings, secrets.salt);
  if (!deployment?.salt || deployment.salt === secrets.salt) return secrets;
  const ofState = await openPassphrase(passphrase, deployment.salt);
  // The two files can have different salts. Places that begin with `config` belong to the configuration.
  const of = (place: string) => (place.startsWith("config.") ? secrets : ofState);
  return {
    salt: ofState.salt,
    encrypt: (plaintext, place) => of(place).encrypt(plaintext, place),
    decrypt: (ciphertext, place) => of(place).decrypt(ciphertext, place),
  };
}

/** The salt of the configuration: its own, else that of the state. Undefined if there is none, and nothing is encrypted. */
export function saltOfConfiguration(
  settings: StackSettings,
  saltOfState: string | undefined,
): string | undefined {
  const salt = settings.salt ?? saltOfState;
  if (salt || !hasSecureValues(settings)) return salt;
  throw new StateError(
    "passphrase",
    `${settings.file} has encrypted values but no encryptionsalt, so they cannot be decrypted. Nothing was done. Restore the encryptionsalt line.`,
  );
}

async function requirePassphrase(env: Environment, stack: string): Promise<string> {
  const passphrase = await readPassphrase(env);
  if (passphrase !== undefined) return passphrase;
  throw new StateError(
    "passphrase",
    `The stack "${stack}" encrypts its secrets with a passphrase, but none is set. Nothing was done. Set PULUMI_CONFIG_PASSPHRASE (it may be empty) or PULUMI_CONFIG_PASSPHRASE_FILE.`,
  );
}

/** The passphrase from the environment. Undefined if none is set. */
export async function readPassphrase(env: Environment): Promise<string | undefined> {
  const { PULUMI_CONFIG_PASSPHRASE: text, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env;
  if (text !== undefined || !file) return text;
  try {
    return (await readFileOrPipe(file)).trim();
  } catch {
    throw new StateError(
      "passphrase",
      `PULUMI_CONFIG_PASSPHRASE_FILE is set to ${file}, which cannot be read. Nothing was done.`,
    );
  }
}
