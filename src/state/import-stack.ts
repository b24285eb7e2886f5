import { isRecord } from "../unknown";
import { type Deployment, readEnvelope, readSnapshot, writeCheckpoint } from "./checkpoint";
import { StateError } from "./error";
import { checkIntegrity } from "./integrity";
import { type JsonObject, readList, readObject } from "./json";
import { type LocatedStack, locateExisting, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { openSecrets } from "./open-stack";
import type { PassphraseSecrets } from "./passphrase";
import { isUnresolved, pendingCreatesIn } from "./pending-creates";
import { maskedSecrets } from "./property-json";
import { findSecrets, mapSecrets } from "./secret-json";
import type { Snapshot } from "./snapshot";
import { backUpStack, readStackFile, writeStackFile } from "./stack-file";

const place = "The state to import";

/**
 * Replaces a stack's state with an exported one, after a backup. Refuses a broken state and one of another stack unless forced.
 * Keeps the pending operations of the export, which the CLI drops: the object of an interrupted create would be created again. Drops those
 * of the current state.
 * Returns warnings for the user. `time` in milliseconds since 1970.
 */
export async function importStack(
  address: StackAddress,
  value: unknown,
  options: { readonly force: boolean; readonly time: number },
): Promise<readonly string[]> {
  const located = await locateExisting(address);
  const { project, stack, backend } = located;
  if (!isRecord(value) || !isRecord(value.deployment))
    throw new StateError(
      "checkpoint",
      `${place} must be the output of \`stack export\`. Nothing was changed.`,
    );
  const deployment = readEnvelope(value, place);
  const { hasEncrypted, hasPlaintext } = findSecrets(deployment.json);
  const secrets =
    hasEncrypted || hasPlaintext ? await openSecretsOf(located, deployment, address) : undefined;
  const encrypted = secrets && hasPlaintext ? encryptPlaintext(deployment, located, secrets) : deployment;
  const warnings: string[] = [];
  const warnOrRefuse = (problem: string) => {
    if (!options.force)
      throw new StateError("checkpoint", `${problem} Nothing was changed. --force imports it anyway.`);
    warnings.push(problem);
  };
  const snapshot = readSnapshot(encrypted, place, secrets ?? maskedSecrets, (resources) => {
    try {
      checkIntegrity(resources, place);
    } catch (cause) {
      if (!options.force || !(cause instanceof StateError)) throw cause;
      warnings.push(cause.message);
    }
  });
  const pending = snapshot.pendingOperations.map(({ resource }) => resource);
  const foreign = [...snapshot.resources, ...pending].find(
    ({ urn }) => !urn.startsWith(`urn:pulumi:${stack}::${project.name}::`),
  );
  if (foreign)
    warnOrRefuse(
      `${place} contains ${foreign.urn}, which does not belong to the stack "${stack}" of the project "${project.name}".`,
    );
  warnings.push(...describeKeptOperations(snapshot));
  const { pending_operations: operations, secrets_providers: _, ...rest } = encrypted.json;
  // If nothing is encrypted, nothing proves that the passphrase of the import is that of the stack.
  const salt = secrets
    ? (deployment.salt ?? secrets.salt)
    : (located.deployment.salt ?? located.settings.salt);
  const written: JsonObject = {
    ...rest,
    ...(pending.length > 0 && { pending_operations: withoutTimes(operations) }),
    ...(salt !== undefined && { secrets_providers: { type: "passphrase", state: { salt } } }),
  };
  const unlock = await lockStack(backend, project.name, stack, new Date(options.time).toISOString());
  try {
    const current = (await readStackFile(backend, project.name, stack)) ?? located.deployment;
    warnings.push(...describeLostCreates(current, snapshot));
    await backUpStack(backend, project.name, stack, `${Math.trunc(options.time)}000000`);
    await writeStackFile(backend, project.name, stack, writeCheckpoint(project.name, stack, written));
  } finally {
    await unlock();
  }
  return warnings;
}

/** The creates that are pending or unresolved in the current state, and missing in the imported one. */
function describeLostCreates({ json }: Deployment, imported: Snapshot): readonly string[] {
  const kept = new Set([
    ...imported.pendingOperations.map(({ resource }) => resource.urn),
    ...imported.resources.filter(isUnresolved).map(({ urn }) => urn),
  ]);
  const current = readList(json.resources ?? [], "The state: resources").filter(isRecord);
  const isRecorded = (urn: string) =>
    imported.resources.some(
      (state) => state.urn === urn && !current.some((one) => one.urn === urn && one.id === state.id),
    );
  const operations = readList(json.pending_operations ?? [], "The state: pending_operations");
  const unresolved = current.filter(isUnresolved).map(({ urn }) => String(urn));
  return [...new Set([...pendingCreatesIn(operations), ...unresolved])]
    .filter((urn) => !kept.has(urn) && !isRecorded(urn))
    .map(
      (urn) =>
        `The stack's unresolved create of ${urn} was dropped, and the imported state does not contain the object that it may have created. Check the service before the next \`up\`, or run \`nodecloud recover\` on the machine of that run.`,
    );
}

/** The secrets of the imported state; if it specifies no provider, those of the stack. */
function openSecretsOf(located: LocatedStack, deployment: Deployment, { env }: StackAddress) {
  return openSecrets(deployment.salt ? { ...located, deployment } : located, env, { dryRun: false });
}

/** Encrypts secrets in plain text (`stack export --show-secrets`). Unchanged ones keep their ciphertexts. */
function encryptPlaintext(
  deployment: Deployment,
  located: LocatedStack,
  secrets: PassphraseSecrets,
): Deployment {
  if (located.deployment?.salt === secrets.salt) {
    mapSecrets(located.deployment.json, (secret, at) => {
      if (secret.ciphertext !== undefined) secrets.decrypt(secret.ciphertext, at);
      return secret;
    });
  }
  const json = mapSecrets(deployment.json, (secret, at) =>
    secret.plaintext === undefined ? secret : { ciphertext: secrets.encrypt(secret.plaintext, at) },
  );
  return { ...deployment, json: readObject(json, place) };
}

/** Removes the times by which this machine would recognize its own creates: their results may have been in a later state. */
function withoutTimes(operations: unknown): unknown {
  return readList(operations, `${place}: pending_operations`).map((operation) => {
    const { resource, ...rest } = readObject(operation, place);
    const { created: _, ...others } = readObject(resource, place);
    return { resource: others, ...rest };
  });
}

function describeKeptOperations({ pendingOperations }: Snapshot): readonly string[] {
  return pendingOperations.map(
    ({ type, resource }) =>
      `The pending operation "${type}" of ${resource.urn} is kept. Run \`nodecloud recover\` to resolve it.`,
  );
}
