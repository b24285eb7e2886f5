import { sharedObjectWarnings } from "../../../src/drift/scan/shared-objects";
import type { ProgramFunction } from "../../../src/engine";
import { declare, TestStack } from "../../../src/testing";
import { failuresOf, smallInstance } from "../../resources/programs";
import { recordedStackOf, scan } from "./recorded";

const adopting =
  (name: string): ProgramFunction =>
  async (register) => {
    await register(declare("Instance", name, { ...smallInstance, label: "web", adopt: 1 }));
    return {};
  };

it("warns about an object that two stacks manage", async () => {
  const one = new TestStack();
  await one.up(async (register) => {
    await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
    return {};
  });
  const two = new TestStack({ beside: one, backend: "other" });
  await two.clock.advance(120_000);
  expect(failuresOf(await two.up(adopting("front")))).toEqual([]);
  const alone = await scan(one, { unmanaged: false });
  expect(alone.warnings).toEqual([]);
  const stacks = [recordedStackOf(one), recordedStackOf(two, { stack: "prod" })];
  const report = await scan(one, { unmanaged: false }, stacks);
  expect(report.warnings).toEqual([
    'Instance 1 is managed by several resources: "web" of project/dev, "front" of project/prod. Deleting one of them deletes the object for all of them. Keep one, and remove the others from their states with `state delete`.',
  ]);
  expect(report.verdict).toBe("inSync");
});

it("counts neither objects that a program only reads nor those that a replacement has deleted", async () => {
  const stack = new TestStack();
  await stack.up(async (register) => {
    await register(declare("Instance", "web", smallInstance));
    return {};
  });
  const recorded = recordedStackOf(stack);
  const [resource] = recorded.resources;
  if (resource === undefined) throw new Error("The state has no instance.");
  const warningsWith = (changes: object) =>
    sharedObjectWarnings([
      { ...recorded, resources: [resource, { ...resource, name: "other", ...changes }] },
    ]);
  expect(warningsWith({})).toHaveLength(1);
  for (const changes of [
    { isExternal: true },
    { isPendingReplacement: true },
    { id: undefined },
    { id: "2" },
  ])
    expect(warningsWith(changes)).toEqual([]);
});
