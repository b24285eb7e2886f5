import { createHash } from "node:crypto";
import { isRecord } from "../unknown";
import { StateError } from "./error";
import { checkIntegrity } from "./integrity";
import { type JsonObject, optionalObject, optionalString, readList, readObject, readString } from "./json";
import type { SecretStrings } from "./property-json";
import { readResource } from "./resource-json";
import type { OperationKind, PendingOperation, ResourceState, Snapshot } from "./snapshot";

/** A state as it is stored, whichever features it uses. */
export interface StoredDeployment {
  /** `resources`, `pending_operations` and all other fields of the deployment. */
  readonly json: JsonObject;
  /** The provider that encrypts its secrets. Undefined if it specifies none. */
  readonly secretsProvider: { readonly type: string; readonly state: unknown } | undefined;
  /** `organization/<project>/<stack>`, which only the file backend's envelope contains. Otherwise empty. */
  readonly stack: string;
}

/** A state that the embedded engine supports, before its secrets are decrypted. */
export interface Deployment {
  /** `resources`, `pending_operations` and all other fields of the deployment. */
  readonly json: JsonObject;
  /** The salt text of the passphrase provider; undefined if the state specifies no secrets provider. */
  readonly salt: string | undefined;
}

/** The only secrets provider that the embedded engine supports. */
const passphraseProvider = "passphrase";

/** The supported features beyond version 3. A state that uses one has version 4 and lists it. */
const knownFeatures: ReadonlySet<unknown> = new Set(["hooks"]);

/** The first version with the current format, and the newest supported version. */
const [minVersion, maxVersion] = [3, 4];

/** Reads `{version, checkpoint: {latest}}` of the file backend, or `{version, deployment}` of `stack export`. */
export function readStoredDeployment(value: unknown, place: string): StoredDeployment {
  const { version, deployment, checkpoint } = readObject(value, place);
  if (typeof version !== "number" || version < minVersion || version > maxVersion) {
    const isNewer = typeof version === "number" && version > maxVersion;
    throw new StateError(
      "unsupported",
      `${place} has version ${JSON.stringify(version)}, but only versions ${minVersion} and ${maxVersion} are supported. Nothing was changed. ${isNewer ? "Update pulumi-nodecloud." : "To convert it, run `pulumi stack export` and `pulumi stack import` with a current Pulumi CLI."}`,
    );
  }
  const envelope = isRecord(deployment) ? {} : readObject(checkpoint, `${place}: checkpoint`);
  const json = isRecord(deployment) ? deployment : optionalObject(envelope.latest, `${place}: latest`);
  checkManifest(optionalObject(json.manifest, `${place}: manifest`), place);
  return {
    json,
    secretsProvider: readSecretsProvider(json.secrets_providers, place),
    stack: optionalString(envelope.stack, `${place}: checkpoint.stack`),
  };
}

/** Like `readStoredDeployment`, for the embedded engine, which must be able to write the state again. Throws for unsupported features. */
export function readEnvelope(value: unknown, place: string): Deployment {
  const envelope = readObject(value, place);
  const features = Array.isArray(envelope.features) ? envelope.features : [];
  const isKnown = envelope.version === 4 && features.every((feature) => knownFeatures.has(feature));
  if (envelope.version !== 3 && !isKnown) {
    const named = features.length > 0 ? ` (features: ${features.join(", ")})` : "";
    throw new StateError(
      "unsupported",
      `${place} has version ${JSON.stringify(envelope.version)}${named}, but the embedded engine supports only version 3, and version 4 with the feature "hooks". Nothing was changed. Use the Pulumi CLI for this stack.`,
    );
  }
  const { json, secretsProvider } = readStoredDeployment(envelope, place);
  for (const refused of ["snippets", "extensions"]) {
    if (json[refused] !== undefined) {
      throw new StateError(
        "unsupported",
        `${place} has "${refused}", which the embedded engine does not support. Nothing was changed. Use the Pulumi CLI for this stack.`,
      );
    }
  }
  if (secretsProvider !== undefined && secretsProvider.type !== passphraseProvider) {
    throw new StateError(
      "unsupported",
      `${place} encrypts its secrets with the provider "${secretsProvider.type}"; the embedded engine supports "passphrase" only. Nothing was changed. Use the Pulumi CLI, or move the stack with \`pulumi stack change-secrets-provider passphrase\`.`,
    );
  }
  return { json, salt: saltOf({ secretsProvider }, place) };
}

/** The salt text of the passphrase provider. Undefined if the secrets are encrypted in another way, or not at all. */
export function saltOf(
  { secretsProvider }: Pick<StoredDeployment, "secretsProvider">,
  place: string,
): string | undefined {
  if (secretsProvider?.type !== passphraseProvider) return undefined;
  const state = readObject(secretsProvider.state, `${place}: secrets_providers.state`);
  return readString(state.salt, `${place}: secrets_providers.state.salt`);
}

/** Reads the resources of a deployment and checks their integrity. */
export function readSnapshot(
  deployment: Deployment,
  place: string,
  secrets: SecretStrings,
  check: (resources: readonly ResourceState[], place: string) => void = checkIntegrity,
): Snapshot {
  const resources = readList(deployment.json.resources ?? [], `${place}: resources`).map((item, at) =>
    readResource(item, `${place}: resources[${at}]`, secrets),
  );
  check(resources, place);
  const pendingOperations = readList(
    deployment.json.pending_operations ?? [],
    `${place}: pending_operations`,
  ).map((item, at) => readOperation(item, `${place}: pending_operations[${at}]`, secrets));
  return { resources, pendingOperations };
}

/** Writes a deployment. `resource` converts one resource to JSON, so that the caller can cache unchanged ones. */
export function writeDeployment(
  snapshot: Snapshot,
  salt: string,
  time: string,
  resource: (state: ResourceState) => JsonObject,
): JsonObject {
  return {
    manifest: { time, magic: "", version: "" },
    secrets_providers: { type: passphraseProvider, state: { salt } },
    ...(snapshot.resources.length > 0 && { resources: snapshot.resources.map(resource) }),
    ...(snapshot.pendingOperations.length > 0 && {
      pending_operations: snapshot.pendingOperations.map((pending) => ({
        resource: resource(pending.resource),
        type: pending.type,
      })),
    }),
    metadata: {},
  };
}

/** The file backend's envelope around a deployment. */
export function writeCheckpoint(project: string, stack: string, deployment: JsonObject): JsonObject {
  return {
    ...versionOf(deployment),
    checkpoint: { stack: `organization/${project}/${stack}`, latest: deployment },
  };
}

/** A deployment in the format of `stack export`. */
export function writeExport(deployment: JsonObject): JsonObject {
  return { ...versionOf(deployment), deployment };
}

function versionOf({ resources }: JsonObject): JsonObject {
  const hasHooks =
    Array.isArray(resources) &&
    resources.some(
      (one: unknown) => isRecord(one) && Object.keys(optionalObject(one.resourceHooks, "")).length > 0,
    );
  return hasHooks ? { version: 4, features: ["hooks"] } : { version: 3 };
}

function checkManifest(manifest: JsonObject, place: string): void {
  const magic = optionalString(manifest.magic, `${place}: manifest.magic`);
  const version = optionalString(manifest.version, `${place}: manifest.version`);
  if (magic === "" && version === "") return;
  if (magic !== createHash("sha256").update(version).digest("hex")) {
    throw new StateError(
      "checkpoint",
      `${place}: the manifest's magic does not match its version "${version}": the file was damaged or edited. Nothing was changed. Restore it from the .bak file next to it, or clear both fields if you edited it on purpose.`,
    );
  }
}

function readSecretsProvider(value: unknown, place: string): StoredDeployment["secretsProvider"] {
  const { type, state } = optionalObject(value, `${place}: secrets_providers`);
  const name = optionalString(type, `${place}: secrets_providers.type`);
  return name === "" ? undefined : { type: name, state };
}

const operationKinds: readonly OperationKind[] = ["creating", "updating", "deleting", "reading", "importing"];

function readOperation(value: unknown, place: string, secrets: SecretStrings): PendingOperation {
  const json = readObject(value, place);
  const type = operationKinds.find((kind) => kind === json.type);
  if (!type)
    throw new StateError("checkpoint", `${place}.type is not an operation that this engine supports.`);
  return { type, resource: readResource(json.resource, `${place}.resource`, secrets) };
}
