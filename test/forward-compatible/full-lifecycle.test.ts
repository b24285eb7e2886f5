import type { InProcessOutcome } from "../../src/engine";
import type { PropertyValue } from "../../src/state";
import { TestStack } from "../../src/testing";
import { testedResources } from "../resources/every-resource";
import { declareIt } from "../resources/every-resource/create";
import { files } from "../resources/every-resource/files";
import type { TestedResource } from "../resources/every-resource/tested-resource";
import { emptyProgram, failuresOf } from "../resources/programs";
import { changeResponsesOf } from "./changed-responses";
import { expectClear } from "./expect-clear";
import { type Change, changesOf, quick, testedVariant } from "./tested-service";

afterAll(() => files.remove());

/** The changes that leave a value open. An id is whatever the service assigned. */
function isOpen({ variation, places }: Change): boolean {
  const isId = places.some(({ path }) => path.join(".") === "id");
  const isTop = places.some(({ path }) => path.length === 1 || path.includes("last_four"));
  const isValue = variation.name !== "null" || places.some(({ nullable }) => nullable);
  return isTop && !isId && isValue && ["null", "missing", "an unknown word"].includes(variation.name);
}

describe.each(Object.entries(testedResources))("%s", (_, resource) => {
  it("is created once, changed and deleted, whatever a later version of the service writes into one field", async () => {
    const odd: unknown[] = [];
    for (const change of changesOf(resource.forwardCompatibility).filter(isOpen)) {
      const problems = await live(resource, change);
      if (problems.length > 0) odd.push([change.name, problems]);
    }
    expect(odd).toEqual([]);
  });
});

/** Creates, changes and deletes a resource, with changed responses and then with today's. Returns the problems. */
async function live(resource: TestedResource, change: Change): Promise<readonly unknown[]> {
  const { count, forwardCompatibility } = resource;
  const variant = testedVariant(resource);
  const stack = new TestStack({ settings: { ...resource.settings, ...quick } });
  const timeouts = { create: "4m", update: "3m", delete: "3m" };
  const inputs: Record<string, PropertyValue> = { ...variant.declared, timeouts };
  for (const [name, make] of Object.entries(variant.prepared)) inputs[name] = await make(stack);
  const responses = changeResponsesOf(stack, forwardCompatibility.path);
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
  Object.assign(inputs, forwardCompatibility.changed);
  verify("change with changed responses", await up(), false);
  if (count(stack) !== before + 1) odd.push(["changed", count(stack) - before]);
  verify("delete with changed responses", await stack.up(emptyProgram), false);
  responses.change = undefined;
  verify("delete", await stack.up(emptyProgram), true);
  if (count(stack) !== before) odd.push(["deleted", count(stack) - before]);
  return odd;
}
