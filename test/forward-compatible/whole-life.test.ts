import type { InProcessOutcome } from "../../src/engine";
import { type ResourceClass, resourceClasses } from "../../src/resources/resource-class";
import type { PropertyValue } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareIt } from "../resources/every-resource/create";
import { files } from "../resources/every-resource/files";
import { emptyProgram, failuresOf } from "../resources/programs";
import { changeResponsesOf } from "./changed-responses";
import { expectClear } from "./expect-clear";
import { type Change, changesOf, quick, type ReadResource, readResources } from "./tested-service";

afterAll(() => files.remove());

/** The service's objects of the kind, in any state. */
type Count = (stack: TestStack) => number;

const counts: Readonly<Record<ResourceClass, Count>> = {
  Instance: ({ emulator }) => emulator.control.world().instances.length,
  Image: ({ emulator }) => emulator.control.world().images.filter((one) => !one.is_public).length,
  OAuthClient: ({ emulator }) => emulator.control.world().oauth_clients.length,
  PaymentMethod: ({ emulator }) =>
    emulator.control.world().payment_methods.filter(({ state }) => state !== "deleted").length,
  BackupSchedule: ({ emulator }) =>
    emulator.control.world().instances.filter(({ backups }) => backups.enabled && backups.day === "Saturday")
      .length,
};

/** The changes that leave a value open. An id is whatever the service assigned. */
function isOpen({ variation, places }: Change): boolean {
  const isId = places.some(({ path }) => path.join(".") === "id");
  const isTop = places.some(({ path }) => path.length === 1 || path.includes("last_four"));
  const isValue = variation.name !== "null" || places.some(({ nullable }) => nullable);
  return isTop && !isId && isValue && ["null", "missing", "an unknown word"].includes(variation.name);
}

describe.each(resourceClasses)("%s", (type) => {
  const read = readResources[type];
  it("is created once, changed and deleted, whatever a later version of the service writes into one field", async () => {
    const odd: unknown[] = [];
    for (const change of changesOf(read).filter(isOpen)) {
      const problems = await live(read, counts[type], change);
      if (problems.length > 0) odd.push([change.name, problems]);
    }
    expect(odd).toEqual([]);
  });
});

/** Creates, changes and deletes a resource, with changed responses and then with today's. Returns the problems. */
async function live(
  { resource, variant, path, changed }: ReadResource,
  count: Count,
  change: Change,
): Promise<readonly unknown[]> {
  const stack = new TestStack({ settings: { ...resource.settings, ...quick } });
  const timeouts = { create: "4m", update: "3m", delete: "3m" };
  const inputs: Record<string, PropertyValue> = { ...variant.declared, timeouts };
  for (const [name, make] of Object.entries(variant.prepared)) inputs[name] = await make(stack);
  const responses = changeResponsesOf(stack, path);
  const before = count(stack);
  const odd: unknown[] = [];
  const verify = (step: string, outcome: InProcessOutcome, isClean: boolean) => {
    expectClear(`${change.name}, ${step}`, failuresOf(outcome));
    if (isClean && failuresOf(outcome).length > 0) odd.push([step, failuresOf(outcome)]);
  };
  const up = () => stack.up(declareIt(resource, inputs));
  responses.change = change.of;
  verify("create with changed responses", await up(), false);
  if (count(stack) > before + 1) odd.push("made twice");
  responses.change = undefined;
  const settled = await up();
  const [, candidate] = /\(candidates: (\d+)\).* set `adopt: <id>`/.exec(failuresOf(settled).join()) ?? [];
  if (candidate !== undefined) inputs.adopt = Number(candidate);
  verify("create", candidate === undefined ? settled : await up(), true);
  if (count(stack) !== before + 1) odd.push(["created", count(stack) - before]);
  responses.change = change.of;
  Object.assign(inputs, changed);
  verify("change with changed responses", await up(), false);
  if (count(stack) !== before + 1) odd.push(["changed", count(stack) - before]);
  verify("delete with changed responses", await stack.up(emptyProgram), false);
  responses.change = undefined;
  verify("delete", await stack.up(emptyProgram), true);
  if (count(stack) !== before) odd.push(["deleted", count(stack) - before]);
  return odd;
}
