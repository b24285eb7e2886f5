import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { StateError } from "./error";
import type { SecretStrings } from "./property-json";

const iterations = 1_000_000;
const keyBytes = 32;
const saltBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const checkText = "pulumi";

/** Encrypts and decrypts the secrets of one stack with the key derived from its passphrase. */
export interface PassphraseSecrets extends SecretStrings {
  /** `v1:<salt>:<ciphertext of "pulumi">`: stored in the state and as `encryptionsalt` in `Pulumi.<stack>.yaml`. */
  readonly salt: string;
}

/** Opens the secrets of a stack. Takes about half a second, off the main thread. Throws when the passphrase is wrong. */
export async function openPassphrase(passphrase: string, salt: string): Promise<PassphraseSecrets> {
  const parts = /^v1:([^:]+):(v1:.+)$/.exec(salt);
  const bytes = Buffer.from(parts?.[1] ?? "", "base64");
  if (!parts?.[2] || bytes.length !== saltBytes) {
    throw new StateError(
      "passphrase",
      "The encryption salt of this stack is not in the form v1:<salt>:<check>.",
    );
  }
  const secrets = secretsOf(await deriveKey(passphrase, bytes), salt);
  try {
    if (secrets.decrypt(parts[2], "") === checkText) return secrets;
  } catch {
    // The error below says more.
  }
  throw new StateError(
    "passphrase",
    "The passphrase is wrong for this stack: its check value cannot be decrypted. Nothing was read or changed. Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the passphrase that the stack was created with.",
  );
}

/** Creates a salt for a new stack. */
export async function createPassphrase(passphrase: string): Promise<PassphraseSecrets> {
  const bytes = randomBytes(saltBytes);
  const key = await deriveKey(passphrase, bytes);
  return secretsOf(key, `v1:${bytes.toString("base64")}:${encryptText(key, checkText)}`);
}

function secretsOf(key: Buffer, salt: string): PassphraseSecrets {
  const byPlace = new Map<string, string>();
  const byText = new Map<string, string>();
  const remember = (plaintext: string, place: string, ciphertext: string) => {
    byPlace.set(`${place}\n${plaintext}`, ciphertext);
    if (!byText.has(plaintext)) byText.set(plaintext, ciphertext);
  };
  return {
    salt,
    decrypt: (ciphertext, place) => {
      const plaintext = decryptText(key, ciphertext);
      if (place !== "") remember(plaintext, place, ciphertext);
      return plaintext;
    },
    encrypt: (plaintext, place) => {
      const ciphertext =
        byPlace.get(`${place}\n${plaintext}`) ?? byText.get(plaintext) ?? encryptText(key, plaintext);
      remember(plaintext, place, ciphertext);
      return ciphertext;
    },
  };
}

/** Reads `pbkdf2` when it is called, so that tests can replace it. */
function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return promisify(pbkdf2)(passphrase, salt, iterations, keyBytes, "sha256");
}

function encryptText(key: Buffer, plaintext: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

function decryptText(key: Buffer, ciphertext: string): string {
  const [version, nonceText, sealedText] = ciphertext.split(":");
  const nonce = Buffer.from(nonceText ?? "", "base64");
  const sealed = Buffer.from(sealedText ?? "", "base64");
  if (version !== "v1" || nonce.length !== nonceBytes || sealed.length < tagBytes) {
    throw new StateError("passphrase", "A secret of this stack is not in the form v1:<nonce>:<ciphertext>.");
  }
  const decipher = createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    const opened = decipher.update(sealed.subarray(0, sealed.length - tagBytes));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    throw new StateError(
      "passphrase",
      "A secret of this stack cannot be decrypted: the passphrase is wrong, or the file was damaged. Nothing was changed.",
    );
  }
}
