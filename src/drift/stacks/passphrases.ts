import {
  type Environment,
  openPassphrase,
  type PassphraseSecrets,
  readPassphrase,
  StateError,
} from "../../state";
import { messageOf } from "../../unknown";

/** Opens the secrets of stacks with the passphrase of the environment. Stacks and configurations with the same salt share a key. */
export class Passphrases {
  readonly #env: Environment;
  readonly #opened = new Map<string, Promise<PassphraseSecrets>>();

  constructor(env: Environment) {
    this.#env = env;
  }

  /**
   * @param place Names the encrypted file or state in the error.
   * @throws StateError `passphrase` when it is missing or wrong.
   */
  async open(salt: string, place: string): Promise<PassphraseSecrets> {
    const opening = this.#opened.get(salt) ?? this.#derive(salt);
    this.#opened.set(salt, opening);
    try {
      return await opening;
    } catch (error) {
      throw new StateError("passphrase", `${place}: ${messageOf(error)}`);
    }
  }

  async #derive(salt: string): Promise<PassphraseSecrets> {
    const passphrase = await readPassphrase(this.#env);
    if (passphrase !== undefined) return openPassphrase(passphrase, salt);
    throw new StateError(
      "passphrase",
      "It is encrypted with a passphrase, but none is set. Nothing was changed. Set PULUMI_CONFIG_PASSPHRASE (it may be empty) or PULUMI_CONFIG_PASSPHRASE_FILE.",
    );
  }
}
