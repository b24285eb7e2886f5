import type { RegistrationArgs } from "../engine/inprocess";
import { type LifecycleName, lifecycles } from "../resources/lifecycles";
import { replacementOrder } from "../resources/replacement-order";
import { type PropertyMap, type PropertyValue, Secret } from "../state";

/** Declares a resource as its class does, for programs written as functions. */
export function declare(
  type: string,
  name: string,
  inputs: PropertyMap,
  options: Partial<RegistrationArgs> = {},
): RegistrationArgs {
  const lifecycle = lifecycleNameOf(type);
  const { fields, keptSecrets = [] } = lifecycles[lifecycle].definition;
  const properties: Record<string, PropertyValue> = {
    ...inputs,
    __provider: `exports.handler = () => require("pulumi-nodecloud/provider").${lifecycle}`,
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

/** The name of a resource's lifecycle: that of its class, with a different case. */
function lifecycleNameOf(type: string): LifecycleName {
  const name = lifecycleNames.find((known) => known.toLowerCase() === type.toLowerCase());
  if (name !== undefined) return name;
  throw new Error(`No resource has the type ${JSON.stringify(type)}.`);
}

/** The name of the lifecycle that the line `__provider` exports. */
export function lifecycleNameIn(provider: string): LifecycleName {
  const name = /\.(\w+)$/.exec(provider)?.[1];
  const known = lifecycleNames.find((one) => one === name);
  if (known !== undefined) return known;
  throw new Error(
    "Its provider is not part of pulumi-nodecloud, and only those run in tests. Leave the resource out of the program.",
  );
}

const lifecycleNames = Object.keys(lifecycles).filter((name): name is LifecycleName => name in lifecycles);
