import { isRecord } from "../unknown";
import type { JsonObject } from "./json";
import { signatureKey, signatures } from "./property";

/** A secret in a state's JSON. It has one of the two fields. */
export interface StoredSecret {
  readonly ciphertext?: string;
  readonly plaintext?: string;
}

/** Applies `change` to each secret in a deployment's JSON. `place` is its position, named by the resource's URN. */
export function mapSecrets(
  value: unknown,
  change: (secret: StoredSecret, place: string) => StoredSecret,
): unknown {
  return replaceSecrets(
    value,
    (secret, place) => ({ [signatureKey]: signatures.secret, ...change(secret, place) }),
    "",
  );
}

/** Replaces each secret in a deployment's JSON, or in the part of it at `place`. */
export function replaceSecrets(
  value: unknown,
  replace: (secret: StoredSecret, place: string) => unknown,
  place: string,
): unknown {
  if (Array.isArray(value)) return value.map((item, at) => replaceSecrets(item, replace, `${place}[${at}]`));
  if (!isRecord(value)) return value;
  if (value[signatureKey] === signatures.secret) {
    const { ciphertext, plaintext } = value;
    return replace(
      {
        ...(typeof ciphertext === "string" && ciphertext !== "" && { ciphertext }),
        ...(typeof plaintext === "string" && { plaintext }),
      },
      place,
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      replaceSecrets(item, replace, placeOf(value, name) ?? `${place}.${name}`),
    ]),
  );
}

/** The same place that `property-json.ts` uses, so that unchanged values keep their ciphertexts. */
function placeOf(resource: JsonObject, name: string): string | undefined {
  const holdsProperties = name === "inputs" || name === "outputs";
  return holdsProperties && typeof resource.urn === "string" ? `${resource.urn}#${name}` : undefined;
}

/** Which kinds of secrets a deployment contains. */
export function findSecrets(value: unknown): {
  readonly hasEncrypted: boolean;
  readonly hasPlaintext: boolean;
} {
  let hasEncrypted = false;
  let hasPlaintext = false;
  mapSecrets(value, (secret) => {
    if (secret.ciphertext === undefined) hasPlaintext = true;
    else hasEncrypted = true;
    return secret;
  });
  return { hasEncrypted, hasPlaintext };
}
