import { createHash } from "node:crypto";
import { isRecord } from "../unknown";
import { StateError } from "./error";
import { checkIntegrity } from "./integrity";
import { type JsonObject, optionalObject, optionalString, readList, readObject, readString } from "./json";
import type { SecretTexts } from "./property-json";
import { readResource, writeResource } from "./resource-json";
import type { OperationKind, PendingOperation, ResourceState, Snapshot } from "./snapshot";

/** What a stack's file says before its secrets are opened. */
export interface Deployment {
  /** `resources`, `pending_operations` and whatever else the deployment holds. */
  readonly json: JsonObject;
  /** The salt text of the passphrase provider; undefined when the state names no secrets provider. */
  readonly salt: string | undefined;
}

/** What a state may use besides what version 3 has; a state that uses any of it has version 4 and names it. */
const knownFeatures: ReadonlySet<unknown> = new Set(["hooks"]);

/** Reads `{version, checkpoint: {latest}}` of the file backend, or `{version, deployment}` of `stack export`. */
export function readEnvelope(value: unknown, place: string): Deployment {
  const envelope = readObject(value, place);
  const features = Array.isArray(envelope.features) ? envelope.features : [];
  const isKnown = envelope.version === 4 && features.every((feature) => knownFeatures.has(feature));
  if (envelope.version !== 3 && !isKnown) {
    const named = features.length > 0 ? ` (features: ${features.join(", ")})` : "";
    throw new StateError(
      "unsupported",
      `${place} has version ${JSON.stringify(envelope.version)}${named}; the embedded engine knows version 3, and 4 with the feature "hooks" alone. Nothing was changed. Use the Pulumi CLI for this stack.`,
    );
  }
  const json = isRecord(envelope.deployment)
    ? envelope.deployment
    : optionalObject(readObject(envelope.checkpoint, `${place}: checkpoint`).latest, `${place}: latest`);
  for (const refused of ["snippets", "extensions"]) {
    if (json[refused] !== undefined) {
      throw new StateError(
        "unsupported",
        `${place} holds "${refused}", which the embedded engine does not do. Nothing was changed. Use the Pulumi CLI for this stack.`,
      );
    }
  }
  checkManifest(optionalObject(json.manifest, `${place}: manifest`), place);
  return { json, salt: readSalt(json.secrets_providers, place) };
}

/** Reads the resources of a deployment and checks that they hold together. */
export function readSnapshot(
  deployment: Deployment,
  place: string,
  secrets: SecretTexts,
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

/** Writes a deployment; `resource` turns one resource to JSON (its caller may remember those that did not change). */
export function writeDeployment(
  snapshot: Snapshot,
  salt: string,
  time: string,
  resource: (state: ResourceState) => JsonObject,
): JsonObject {
  return {
    manifest: { time, magic: "", version: "" },
    secrets_providers: { type: "passphrase", state: { salt } },
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

/** A deployment as `stack export` gives it. */
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

export { writeResource };

function checkManifest(manifest: JsonObject, place: string): void {
  const magic = optionalString(manifest.magic, `${place}: manifest.magic`);
  const version = optionalString(manifest.version, `${place}: manifest.version`);
  if (magic === "" && version === "") return;
  if (magic !== createHash("sha256").update(version).digest("hex")) {
    throw new StateError(
      "checkpoint",
      `${place}: the manifest's magic does not belong to its version "${version}": the file was damaged or edited. Nothing was changed. Restore it from the .bak next to it, or empty both fields if the edit was meant.`,
    );
  }
}

function readSalt(value: unknown, place: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const provider = readObject(value, `${place}: secrets_providers`);
  const type = optionalString(provider.type, `${place}: secrets_providers.type`);
  if (type === "") return undefined;
  if (type !== "passphrase") {
    throw new StateError(
      "unsupported",
      `${place} keeps its secrets with the provider "${type}"; the embedded engine knows "passphrase" only. Nothing was changed. Use the Pulumi CLI, or move the stack with \`pulumi stack change-secrets-provider passphrase\`.`,
    );
  }
  const state = readObject(provider.state, `${place}: secrets_providers.state`);
  return readString(state.salt, `${place}: secrets_providers.state.salt`);
}

const operationKinds: readonly OperationKind[] = ["creating", "updating", "deleting", "reading", "importing"];

function readOperation(value: unknown, place: string, secrets: SecretTexts): PendingOperation {
  const json = readObject(value, place);
  const type = operationKinds.find((kind) => kind === json.type);
  if (!type) throw new StateError("checkpoint", `${place}.type is not an operation this engine knows.`);
  return { type, resource: readResource(json.resource, `${place}.resource`, secrets) };
}
