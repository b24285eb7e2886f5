import { isRecord } from "../unknown";
import { StateError } from "./error";
import { parseJson, readString } from "./json";
import {
  isList,
  isMap,
  type PropertyMap,
  type PropertyValue,
  reveal,
  Secret,
  secretMask,
  signatureKey,
  signatures,
  Unknown,
  unknown,
  unknownText,
} from "./property";

/** Encrypts and decrypts strings. `place` is the position of a string, so that an unchanged one keeps its ciphertext. */
export interface SecretStrings {
  encrypt(plaintext: string, place: string): string;
  decrypt(ciphertext: string, place: string): string;
}

/** Reads properties in the format of a state. */
export function readProperties(value: unknown, place: string, secrets: SecretStrings): PropertyMap {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw new StateError("checkpoint", `${place} must be an object.`);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, readProperty(item, `${place}.${name}`, secrets)]),
  );
}

function readProperty(value: unknown, place: string, secrets: SecretStrings): PropertyValue {
  if (value === unknownText) return unknown;
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "number")
    return value;
  if (Array.isArray(value)) return value.map((item, at) => readProperty(item, `${place}[${at}]`, secrets));
  if (!isRecord(value)) throw new StateError("checkpoint", `${place} contains a ${typeof value}.`);
  switch (value[signatureKey]) {
    case undefined:
    case signatures.asset:
    case signatures.archive:
    case signatures.resource:
      return readProperties(value, place, secrets);
    case signatures.secret:
      return readSecret(value, place, secrets);
    case signatures.float:
      return Buffer.from(readString(value.value, place), "hex").readDoubleBE();
    default:
      throw new StateError(
        "unsupported",
        `${place} contains a value of a kind that this engine does not support (a byte string or a newer kind). Nothing was changed. Use the Pulumi CLI for this stack.`,
      );
  }
}

function readSecret(value: Readonly<Record<string, unknown>>, place: string, secrets: SecretStrings): Secret {
  const plaintext =
    typeof value.ciphertext === "string" && value.ciphertext !== ""
      ? secrets.decrypt(value.ciphertext, place)
      : readString(value.plaintext, `${place}.plaintext`);
  return new Secret(readProperty(parseJson(plaintext, `The secret at ${place}`), place, plaintextSecrets));
}

/** A secret inside a secret has its JSON in place of the ciphertext. */
export const plaintextSecrets: SecretStrings = { encrypt: (text) => text, decrypt: (text) => text };

/** Reads without a passphrase: the value of every secret is `[secret]`. */
export const maskedSecrets: SecretStrings = {
  encrypt: () => "",
  decrypt: (_, place) => (place.startsWith("config.") ? secretMask : JSON.stringify(secretMask)),
};

/** Writes properties in the format of a state. */
export function writeProperties(map: PropertyMap, place: string, secrets: SecretStrings): object {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, writeProperty(value, `${place}.${name}`, secrets)]),
  );
}

function writeProperty(value: PropertyValue, place: string, secrets: SecretStrings): unknown {
  if (value instanceof Unknown) return unknownText;
  if (value instanceof Secret) {
    const plaintext = JSON.stringify(writeProperty(reveal(value), place, secrets));
    return { [signatureKey]: signatures.secret, ciphertext: secrets.encrypt(plaintext, place) };
  }
  if (isList(value)) return value.map((item, at) => writeProperty(item, `${place}[${at}]`, secrets));
  if (isMap(value)) return writeProperties(value, place, secrets);
  if (typeof value === "number" && !Number.isFinite(value)) {
    return { [signatureKey]: signatures.float, value: bitsOf(value) };
  }
  return value;
}

/** NaN has many bit patterns. This is the one that programs send to the CLI. */
const bitsOfNaN = "7fffffffffffffff";

function bitsOf(value: number): string {
  if (Number.isNaN(value)) return bitsOfNaN;
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(value);
  return bits.toString("hex");
}
