import {
  explicitProviderOf,
  nameInUrn,
  optionalBoolean,
  optionalObject,
  optionalString,
  optionalStrings,
  readList,
  readObject,
  readString,
  type StoredDeployment,
} from "../../state";
import type { RecordedResource, RecordedStack } from "../recorded-stack";
import { replaceSecretsOf, type StackSecrets } from "./stack-secrets";

/** Reads the resources of this package. Classes that this version does not support are kept; resources of other packages are not read. */
export function readRecordedResources(
  { json }: StoredDeployment,
  place: string,
  secrets: StackSecrets,
): Pick<RecordedStack, "resources" | "pendingOperations"> {
  const resources: RecordedResource[] = [];
  for (const [at, value] of readList(json.resources ?? [], `${place}: resources`).entries()) {
    const resource = readResource(value, `${place}: resources[${at}]`, secrets);
    if (resource) resources.push(resource);
  }
  const operations = readList(json.pending_operations ?? [], `${place}: pending_operations`);
  const pendingOperations = operations.flatMap((value, at) => {
    const inside = `${place}: pending_operations[${at}]`;
    const operation = readObject(value, inside);
    const resource = readResource(operation.resource, `${inside}.resource`, secrets);
    if (resource === undefined) return [];
    const { urn, provider } = resource;
    return [{ urn, provider, operation: readString(operation.type, `${inside}.type`) }];
  });
  return { resources, pendingOperations };
}

/** Undefined if it belongs to another package. */
function readResource(value: unknown, place: string, secrets: StackSecrets): RecordedResource | undefined {
  const json = readObject(value, place);
  const type = ownType.exec(readString(json.type, `${place}.type`))?.[1];
  if (type === undefined) return undefined;
  const urn = readString(json.urn, `${place}.urn`);
  const seal = (properties: "inputs" | "outputs") =>
    replaceSecretsOf(json, properties, (secret, at) => secrets.seal(secret, at));
  return {
    ...{ urn, type, name: nameInUrn(urn) },
    id: optionalString(json.id, `${place}.id`) || undefined,
    inputs: optionalObject(seal("inputs"), `${place}.inputs`),
    outputs: optionalObject(seal("outputs"), `${place}.outputs`),
    provider: explicitProviderOf(optionalString(json.provider, `${place}.provider`)),
    argumentsFrom: Object.entries(
      optionalObject(json.propertyDependencies, `${place}.propertyDependencies`),
    ).flatMap(([name, urns]) => optionalStrings(urns, `${place}.propertyDependencies.${name}`)),
    isPendingDeletion: optionalBoolean(json.delete, `${place}.delete`),
    isPendingReplacement: optionalBoolean(json.pendingReplacement, `${place}.pendingReplacement`),
    isExternal: optionalBoolean(json.external, `${place}.external`),
    isProtected: optionalBoolean(json.protect, `${place}.protect`),
    isRetained: optionalBoolean(json.retainOnDelete, `${place}.retainOnDelete`),
    initErrors: optionalStrings(json.initErrors, `${place}.initErrors`),
  };
}

const ownType = /^pulumi-nodejs:dynamic\/nodecloud:(.+)$/;
