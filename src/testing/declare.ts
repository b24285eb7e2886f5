import type { RegistrationArgs } from "../engine/inprocess";
import { providerLine } from "../resources/provider-line";
import { replacementOrder } from "../resources/replacement-order";
import {
  isResourceClass,
  providerExports,
  type ResourceClass,
  resourceClasses,
} from "../resources/resource-class";
import { resourceTypes } from "../resources/resource-types";
import { type PropertyMap, type PropertyValue, Secret } from "../state";

/** Declares a resource as its class does, for programs written as functions. */
export function declare(
  type: string,
  name: string,
  inputs: PropertyMap,
  options: Partial<RegistrationArgs> = {},
): RegistrationArgs {
  if (!isResourceClass(type)) throw new Error(`No resource has the type ${JSON.stringify(type)}.`);
  const { fields, keptSecrets = [] } = resourceTypes[type].definition;
  const properties: Record<string, PropertyValue> = {
    ...inputs,
    __provider: providerLine(type),
    origin: {
      ...{ project: "project", stack: "dev", type, name },
      ...(options.parent ? { parent: options.parent } : {}),
    },
    ...(options.ignoreChanges ? { ignoreChanges: [...options.ignoreChanges] } : {}),
    ...(options.ignoreChanges?.includes("label") && inputs.label === undefined
      ? { generatedLabel: true }
      : {}),
  };
  for (const [argument, { secret }] of Object.entries(fields)) {
    const value = properties[argument];
    if (secret && value !== undefined) properties[argument] = new Secret(value);
  }
  return {
    type: `pulumi-nodejs:dynamic/nodecloud:${type}`,
    name,
    custom: true,
    inputs: properties,
    additionalSecretOutputs: ["applied", ...keptSecrets],
    ...options,
    ...replacementOrder(fields, inputs, options),
  };
}

/** The class whose resources the line `__provider` runs. */
export function classRunBy(provider: string): ResourceClass {
  const name = /\.(\w+)$/.exec(provider)?.[1];
  const known = resourceClasses.find((type) => providerExports[type] === name);
  if (known !== undefined) return known;
  throw new Error(
    "Its provider is not part of pulumi-nodecloud, and only those run in tests. Leave the resource out of the program.",
  );
}
