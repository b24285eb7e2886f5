import { alternativeSettings, type Settings } from "../../../src/emulator";
import type { ProgramFunction } from "../../../src/engine";
import type { RegistrationArgs } from "../../../src/engine/inprocess";
import type { PropertyMap, PropertyValue } from "../../../src/state";
import { declare, TestStack } from "../../../src/testing";
import { failuresOf, stepsOf } from "../programs";
import { testedResources } from "./index";
import type { TestedResource, Variant } from "./tested-resource";

/** Every variant of every resource with its name, for tests of each. */
export const allVariants = Object.values(testedResources).flatMap((resource) =>
  Object.entries(resource.variants).map(
    ([name, variant]) => [`${resource.type} ${name}`, resource, variant] as const,
  ),
);

/** The settings of the emulator under which every variant is tested. */
export const bothSettings: readonly (readonly [name: string, settings: Partial<Settings>])[] = [
  ["the default settings", {}],
  ["all alternative settings", alternativeSettings],
];

/** A new stack, and a program that declares a resource of the given variant with the name `it`. */
export async function prepareVariant(
  resource: TestedResource,
  variant: Variant,
  settings: Partial<Settings> = {},
  options: Partial<RegistrationArgs> = {},
) {
  const stack = new TestStack({ settings: { ...resource.settings, ...settings } });
  const inputs: Record<string, PropertyValue> = { ...variant.declared };
  for (const [name, make] of Object.entries(variant.prepared)) inputs[name] = await make(stack);
  return { stack, inputs, program: declareIt(resource, inputs, options) };
}

/** Creates a resource of the given variant with the name `it` in a new stack. */
export async function createVariant(...variant: Parameters<typeof prepareVariant>) {
  const { stack, inputs, program } = await prepareVariant(...variant);
  const up = await stack.up(program);
  expect(failuresOf(up)).toEqual([]);
  expect(stepsOf(up)).toEqual(["create it"]);
  // Tests expect the messages of what follows.
  stack.messages.length = 0;
  return { stack, program, inputs, id: idOfIt(stack) };
}

/** A program that declares one resource with the name `it`. */
export function declareIt(
  { type }: TestedResource,
  inputs: PropertyMap,
  options: Partial<RegistrationArgs> = {},
): ProgramFunction {
  return async (register) => {
    await register(declare(type, "it", inputs, options));
    return {};
  };
}

/** The id of the resource `it` in the state; empty if the state does not have it. */
export function idOfIt(stack: TestStack): string {
  return stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id ?? "";
}
