import {
  type JsonObject,
  parseJson,
  readList,
  readObject,
  replaceSecrets,
  StateError,
  type StoredDeployment,
  type StoredSecret,
  saltOf,
} from "../../state";
import { messageOf } from "../../unknown";
import { SealedSecret } from "../recorded-stack";
import type { Passphrases } from "./passphrases";

export interface StackSecretsOptions {
  /** Human-readable name of the stack: `shop/dev in <place>`. */
  readonly name: string;
  readonly deployment: StoredDeployment;
  readonly passphrases: Passphrases;
  /** Reads the state with all secrets in plain text. Undefined if nothing can decrypt them. */
  readonly readShown?: (() => Promise<StoredDeployment>) | undefined;
}

/** The secrets of one stack's state. Each is decrypted only when it is opened. */
export class StackSecrets {
  readonly #options: StackSecretsOptions;
  #shown: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(options: StackSecretsOptions) {
    this.#options = options;
  }

  seal(secret: StoredSecret, place: string): SealedSecret {
    return new SealedSecret(async () => {
      const text = secret.plaintext ?? (await this.#decrypt(secret.ciphertext ?? "", place));
      return revealNested(parseJson(text, `The secret at ${place}`));
    });
  }

  async #decrypt(ciphertext: string, place: string): Promise<string> {
    const { deployment, name, passphrases } = this.#options;
    const salt = saltOf(deployment, name);
    if (salt === undefined) return this.#readShown(place);
    const secrets = await passphrases.open(salt, `The state of ${name}`);
    try {
      return secrets.decrypt(ciphertext, "");
    } catch (error) {
      throw new StateError("passphrase", `The secret at ${place} of ${name}: ${messageOf(error)}`);
    }
  }

  async #readShown(place: string): Promise<string> {
    const { deployment, name, readShown } = this.#options;
    const provider = deployment.secretsProvider?.type;
    if (!readShown) {
      const by = provider === undefined ? "and its state specifies no secrets provider" : `by "${provider}"`;
      throw new StateError(
        "passphrase",
        `The secret at ${place} of ${name} is encrypted ${by}, so only the Pulumi CLI can open it. Nothing was changed. Pass the output of \`pulumi stack export --show-secrets\`, or specify the folder of the project, with \`pulumi\` on the PATH.`,
      );
    }
    this.#shown ??= readShown().then(plaintextsOf);
    const plaintext = (await this.#shown).get(place);
    if (plaintext !== undefined) return plaintext;
    throw new StateError(
      "checkpoint",
      `The secret at ${place} of ${name} is no longer in the state: the stack was updated after its state was read. Nothing was changed. Run the command again.`,
    );
  }
}

/** Replaces the secrets among the inputs or outputs of a resource. Their places are the same whenever the state is read. */
export function replaceSecretsOf(
  resource: JsonObject,
  properties: "inputs" | "outputs",
  replace: (secret: StoredSecret, place: string) => unknown,
): unknown {
  return replaceSecrets(resource[properties], replace, `${resource.urn}::${resource.id}#${properties}`);
}

function plaintextsOf({ json }: StoredDeployment): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const value of readList(json.resources ?? [], "resources")) {
    const resource = readObject(value, "resources");
    for (const properties of ["inputs", "outputs"] as const) {
      replaceSecretsOf(resource, properties, ({ plaintext }, place) => {
        if (plaintext !== undefined) found.set(place, plaintext);
      });
    }
  }
  return found;
}

/** A secret inside a secret has its JSON in place of the ciphertext. */
function revealNested(value: unknown): unknown {
  return replaceSecrets(
    value,
    ({ ciphertext, plaintext }, place) =>
      revealNested(parseJson(ciphertext ?? plaintext ?? "null", `The secret at ${place}`)),
    "",
  );
}
