import type { Settings } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import type { Inputs } from "./declare-all";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

const resolved: Partial<Settings> = { imageIds: "resolved", uniqueLabels: false };
const lateImage: Partial<Settings> = { imageWhileProvisioning: "null", uniqueLabels: false };
const sent = "node/debian12";
const returned = "node/debian12-20220301";

const createsOf = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/node/instances").length;
const idOf = (stack: TestStack) => stack.outputs("web")?.instanceId;

/** Creates an instance, and loses each response. */
async function createWithLostResponses(settings: Partial<Settings>, inputs: Inputs) {
  const stack = new TestStack({ settings });
  stack.emulator.control.faults.add({
    ...{ operation: "instances.create", when: "after", effect: { reset: true } },
  });
  const outcome = await stack.up(webInstance(inputs));
  return { stack, outcome };
}

/** The plugin is killed after the service has carried out the create. Labels that programs set take two more requests. */
async function killDuringCreate(settings: Partial<Settings>, inputs: Inputs) {
  const stack = new TestStack({ settings });
  const killPlugin = { request: inputs.label === undefined ? 4 : 6, isCarriedOut: true };
  await stack.up(webInstance(inputs), { killPlugin });
  expect(instancesIn(stack)).toHaveLength(1);
  expect(createsOf(stack)).toBe(1);
  return stack;
}

describe("an instance whose image the service returns under a different id from the one that was sent", () => {
  it("is found by a generated label after each response is lost, and is not replaced", async () => {
    const { stack, outcome } = await createWithLostResponses(resolved, {});
    expect(failuresOf(outcome)).toEqual([]);
    expect(createsOf(stack)).toBe(1);
    expect(instancesIn(stack)).toMatchObject([{ id: idOf(stack), status: "running" }]);
    await stack.refresh();
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
  });

  it("is named in a warning with `ignoreChanges` as a way out, which ends the warning", async () => {
    const stack = new TestStack({ settings: resolved });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringContaining(
        `image is "${returned}" and not "${sent}", changed outside the program or by the service. It is not repaired, because that would destroy something: declare the live value or \`ignoreChanges: ["image"]\` to keep it`,
      ),
    ]);
    stack.messages.length = 0;
    const ignoring: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", smallInstance, { ignoreChanges: ["image"] }));
      return {};
    };
    expect(stepsOf(await stack.up(ignoring))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it("is a candidate with a label of the program, and no second one is created", async () => {
    const { stack, outcome } = await createWithLostResponses(resolved, { label: "mine" });
    expect(failuresOf(outcome).join()).toMatch(
      /1 may be the new instance labeled "mine", but not all values match the request\. Run `nodecloud recover`, which asks for the right one, or set `adopt: <id>`/,
    );
    stack.messages.length = 0;
    await stack.refresh();
    expect(warningsOf(stack).join()).not.toContain("instance 1");
    expect(failuresOf(await stack.up(webInstance({ label: "mine" }))).join()).toContain("candidates: 1");
    const replace = stack.store.snapshot.resources.flatMap(({ urn }) => (urn.endsWith("::web") ? [urn] : []));
    expect(failuresOf(await stack.up(webInstance({ label: "mine" }), { replace })).join()).toMatch(
      /an instance labeled "mine" already exists \(1\)/,
    );
    expect(createsOf(stack)).toBe(1);
    const adopting = { label: "mine", adopt: 1 };
    expect(failuresOf(await stack.up(webInstance(adopting))).join()).toContain(
      `image is "${returned}" and not "${sent}". Declare the live values`,
    );
    expect(failuresOf(await stack.up(webInstance({ ...adopting, image: returned })))).toEqual([]);
    expect(stepsOf(await stack.up(webInstance({ ...adopting, image: returned })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it.each<[string, Inputs]>([
    ["a generated label", {}],
    ["no image", { image: undefined, rootPass: undefined }],
  ])("is taken over with %s after the plugin was killed, and not replaced", async (_, inputs) => {
    const stack = await killDuringCreate(resolved, inputs);
    expect(failuresOf(await stack.up(webInstance(inputs)))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: idOf(stack) }]);
    expect(stepsOf(await stack.up(webInstance(inputs)))).toEqual([]);
    expect(createsOf(stack)).toBe(1);
  });

  it("is a candidate with a label of the program after the plugin was killed", async () => {
    const stack = await killDuringCreate(resolved, { label: "mine" });
    expect(failuresOf(await stack.up(webInstance({ label: "mine" }))).join()).toContain(
      "1 may be the new instance",
    );
    expect(createsOf(stack)).toBe(1);
  });

  it("is replaced after the plugin was killed if the program has changed since, and kept if that is undone", async () => {
    const changes: [string, Inputs][] = [
      ["type", { type: "g1-standard-1" }],
      ["image", { image: "node/debian11" }],
      ["region", { region: "us-west" }],
    ];
    for (const [name, change] of changes) {
      const stack = await killDuringCreate(resolved, {});
      expect(failuresOf(await stack.up(webInstance(change))).join()).toContain(
        `An earlier run created instance 1, but the program has changed since (${name}). It is in the state now`,
      );
      expect(stepsOf(await stack.preview(webInstance(change)))).toEqual([
        "createReplacement web",
        "deleteReplaced web",
      ]);
      const undone = webInstance({ rootPass: undefined });
      expect([name, stepsOf(await stack.up(undone))]).toEqual([name, ["update web"]]);
      expect(stepsOf(await stack.up(undone))).toEqual([]);
      expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    }
  });
});

it("an instance that a lost request created late under another image id is reported, and not deleted", async () => {
  const stack = new TestStack({ settings: { ...resolved, listLagSeconds: 0 } });
  await stack.clock.advance(60_000);
  stack.emulator.control.faults.add({
    ...{ operation: "instances.create", when: "later", delay: 120_000, count: 1, effect: { reset: true } },
  });
  expect(failuresOf(await stack.up(webInstance({ label: "mine" })))).toEqual([]);
  await stack.clock.advance(180_000);
  expect(instancesIn(stack)).toHaveLength(2);
  const late = instancesIn(stack).find(({ id }) => id !== idOf(stack))?.id;
  await stack.refresh();
  expect(warningsOf(stack).join()).toContain(
    `instance ${late} may have been created late by an earlier request for this resource. This cannot be proven`,
  );
});

it("an instance that was resized after the plugin was killed is taken over, and not replaced", async () => {
  const stack = await killDuringCreate({}, {});
  stack.emulator.control.changeInstance(1, { type: "g1-standard-1" });
  expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
  expect(instancesIn(stack)).toMatchObject([{ id: 1, type: "g1-standard-1" }]);
});

describe("an instance whose image the service returns once it is provisioned", () => {
  it.each<[string, Inputs]>([
    ["a generated label", {}],
    ["a label of the program", { label: "mine" }],
  ])("is found with %s after each response is lost", async (_, inputs) => {
    const { stack, outcome } = await createWithLostResponses(lateImage, inputs);
    expect(failuresOf(outcome)).toEqual([]);
    expect(createsOf(stack)).toBe(1);
    expect(stack.outputs("web")).toMatchObject({ instanceId: 1, image: sent });
    expect(stepsOf(await stack.up(webInstance(inputs)))).toEqual([]);
  });

  it.each<[string, Inputs]>([
    ["a generated label", {}],
    ["a label of the program", { label: "mine" }],
  ])("is taken over with %s after the plugin was killed", async (_, inputs) => {
    const stack = await killDuringCreate(lateImage, inputs);
    expect(failuresOf(await stack.up(webInstance(inputs)))).toEqual([]);
    expect(createsOf(stack)).toBe(1);
    expect(stepsOf(await stack.up(webInstance(inputs)))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: idOf(stack), status: "running" }]);
  });

  it("is a candidate with a label of the program if it is provisioned longer than lists lag", async () => {
    const { stack, outcome } = await createWithLostResponses(
      { ...lateImage, provisioningSeconds: 200 },
      { label: "mine" },
    );
    expect(failuresOf(outcome).join()).toContain("1 may be the new instance");
    expect(createsOf(stack)).toBe(1);
  });
});
