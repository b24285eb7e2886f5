import { isRecord } from "../unknown";
import { writeExport } from "./checkpoint";
import type { JsonObject } from "./json";
import { locateExisting, type StackAddress } from "./locate-stack";
import { openSecrets } from "./open-stack";
import { findSecrets, mapSecrets } from "./secret-json";

/** A stack's state in the format of the CLI's `stack export`. With `showSecrets`, secrets are in plain text. */
export async function exportStack(
  address: StackAddress,
  options: { readonly showSecrets: boolean },
): Promise<JsonObject> {
  const located = await locateExisting(address);
  const { json } = located.deployment;
  if (!options.showSecrets || !findSecrets(json).hasEncrypted) return writeExport(json);
  const secrets = await openSecrets(located, address.env, { dryRun: true });
  const decrypted = mapSecrets(json, (secret, place) =>
    secret.ciphertext === undefined ? secret : { plaintext: secrets.decrypt(secret.ciphertext, place) },
  );
  return writeExport(isRecord(decrypted) ? decrypted : json);
}
