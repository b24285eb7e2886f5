import { StateError } from "./error";
import {
  type JsonObject,
  optionalBoolean,
  optionalObject,
  optionalString,
  optionalStrings,
  readObject,
  readString,
} from "./json";
import { readProperties, type SecretStrings, writeProperties } from "./property-json";
import type { HookKind, ResourceHooks, ResourceState } from "./snapshot";

/** Fields of features that this engine does not support. A state with one is refused, not written without it. */
const refusedFields = {
  taint: "a resource marked for replacement (`pulumi state taint`)",
  replaceWith: "the option replaceWith",
  refreshBeforeUpdate: "a resource that must be refreshed before each update",
  viewOf: "a view of another resource",
  replacementTrigger: "the option replacementTrigger",
  extensionRef: "a provider extension",
  snippetID: "a snippet",
} as const;

/** The names of the refused fields. */
export const unsupportedFields: readonly string[] = Object.keys(refusedFields);

export function readResource(value: unknown, place: string, secrets: SecretStrings): ResourceState {
  const json = readObject(value, place);
  const urn = readString(json.urn, `${place}.urn`);
  for (const [field, meaning] of Object.entries(refusedFields)) {
    if (isSet(json[field])) {
      throw new StateError(
        "unsupported",
        `The state of ${urn} uses ${meaning} (field "${field}"), which the embedded engine does not support. Nothing was changed. Use the Pulumi CLI for this stack.`,
      );
    }
  }
  return {
    urn,
    type: readString(json.type, `${place}.type`),
    custom: optionalBoolean(json.custom, `${place}.custom`),
    delete: optionalBoolean(json.delete, `${place}.delete`),
    id: optionalString(json.id, `${place}.id`),
    inputs: readProperties(json.inputs, `${urn}#inputs`, secrets),
    outputs: readProperties(json.outputs, `${urn}#outputs`, secrets),
    parent: optionalString(json.parent, `${place}.parent`),
    protect: optionalBoolean(json.protect, `${place}.protect`),
    external: optionalBoolean(json.external, `${place}.external`),
    dependencies: optionalStrings(json.dependencies, `${place}.dependencies`),
    initErrors: optionalStrings(json.initErrors, `${place}.initErrors`),
    provider: optionalString(json.provider, `${place}.provider`),
    propertyDependencies: Object.fromEntries(
      Object.entries(optionalObject(json.propertyDependencies, `${place}.propertyDependencies`)).map(
        ([name, urns]) => [name, optionalStrings(urns, `${place}.propertyDependencies.${name}`)],
      ),
    ),
    pendingReplacement: optionalBoolean(json.pendingReplacement, `${place}.pendingReplacement`),
    additionalSecretOutputs: optionalStrings(
      json.additionalSecretOutputs,
      `${place}.additionalSecretOutputs`,
    ),
    aliases: optionalStrings(json.aliases, `${place}.aliases`),
    customTimeouts: readNumbers(json.customTimeouts, `${place}.customTimeouts`),
    retainOnDelete: optionalBoolean(json.retainOnDelete, `${place}.retainOnDelete`),
    deletedWith: optionalString(json.deletedWith, `${place}.deletedWith`),
    created: optionalString(json.created, `${place}.created`),
    modified: optionalString(json.modified, `${place}.modified`),
    sourcePosition: optionalString(json.sourcePosition, `${place}.sourcePosition`),
    ignoreChanges: optionalStrings(json.ignoreChanges, `${place}.ignoreChanges`),
    hideDiff: optionalStrings(json.hideDiff, `${place}.hideDiff`),
    replaceOnChanges: optionalStrings(json.replaceOnChanges, `${place}.replaceOnChanges`),
    resourceHooks: readHooks(json.resourceHooks, `${place}.resourceHooks`),
    rest: Object.fromEntries(Object.entries(json).filter(([name]) => !knownFields.has(name))),
  };
}

const knownFields: ReadonlySet<string> = new Set([
  ..."urn type custom delete id inputs outputs parent protect external dependencies initErrors".split(" "),
  ..."provider propertyDependencies pendingReplacement additionalSecretOutputs aliases".split(" "),
  ..."customTimeouts retainOnDelete deletedWith created modified sourcePosition".split(" "),
  ..."ignoreChanges hideDiff replaceOnChanges resourceHooks".split(" "),
  ...unsupportedFields,
]);

/** Writes a resource with the fields in the CLI's order, and omits the fields that the CLI omits. */
export function writeResource(state: ResourceState, secrets: SecretStrings): JsonObject {
  const { urn, custom, type, inputs, outputs, rest, ...others } = state;
  const { importID, stackTrace, ...unknown } = rest;
  const written = {
    urn,
    custom,
    delete: others.delete,
    id: others.id,
    type,
    inputs: writeProperties(inputs, `${urn}#inputs`, secrets),
    outputs: writeProperties(outputs, `${urn}#outputs`, secrets),
    parent: others.parent,
    protect: others.protect,
    external: others.external,
    dependencies: others.dependencies,
    initErrors: others.initErrors,
    provider: others.provider,
    propertyDependencies: others.propertyDependencies,
    pendingReplacement: others.pendingReplacement,
    additionalSecretOutputs: others.additionalSecretOutputs,
    aliases: others.aliases,
    customTimeouts: others.customTimeouts,
    importID,
    retainOnDelete: others.retainOnDelete,
    deletedWith: others.deletedWith,
    created: others.created,
    modified: others.modified,
    sourcePosition: others.sourcePosition,
    stackTrace,
    ignoreChanges: others.ignoreChanges,
    hideDiff: others.hideDiff,
    replaceOnChanges: others.replaceOnChanges,
    resourceHooks: others.resourceHooks,
    ...unknown,
  };
  return Object.fromEntries(
    Object.entries(written).filter(([name, value]) => name === "custom" || isSet(value)),
  );
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

const hookKinds: readonly HookKind[] = [
  "BeforeCreate",
  "AfterCreate",
  "BeforeUpdate",
  "AfterUpdate",
  "BeforeDelete",
  "AfterDelete",
  "OnError",
];

function readHooks(value: unknown, place: string): ResourceHooks {
  const json = optionalObject(value, place);
  const unknown = Object.keys(json).find((kind) => !hookKinds.some((known) => known === kind));
  if (unknown !== undefined) {
    throw new StateError(
      "unsupported",
      `${place} has hooks of the kind "${unknown}", which the embedded engine does not support. Nothing was changed. Use the Pulumi CLI for this stack.`,
    );
  }
  return Object.fromEntries(
    hookKinds
      .map((kind) => [kind, optionalStrings(json[kind], `${place}.${kind}`)] as const)
      .filter(([, names]) => names.length > 0),
  );
}

function readNumbers(value: unknown, place: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(optionalObject(value, place)).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    ),
  );
}
