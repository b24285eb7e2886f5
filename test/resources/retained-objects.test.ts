import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { emptyInstance } from "./backup-schedules";
import { declareAll } from "./declare-all";
import { failuresOf, instancesIn, smallInstance } from "./programs";

const urnOfWeb = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";
const broken = declare("Instance", "broken", { cloneFrom: { instanceId: 77 } });
const existing = (stack: TestStack) => instancesIn(stack).map(({ id }) => id);

describe("an instance that the state has twice, with a current entry that retains it, survives destroy", () => {
  it("after a requested replacement that adopted it again", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", label: "prod" }));
    await stack.clock.advance(60_000);
    const program =
      (retainOnDelete: boolean): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "web", { ...smallInstance, adopt: 1 }, { retainOnDelete }));
        if (retainOnDelete) await register(broken);
        return {};
      };
    expect(failuresOf(await stack.up(program(false)))).toEqual([]);
    expect(failuresOf(await stack.up(program(true), { replace: [urnOfWeb], parallel: 1 }))).toHaveLength(1);
    expect(stack.store.snapshot.resources.filter(({ id }) => id === "1")).toHaveLength(2);
    stack.endPlugin();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(existing(stack)).toEqual([1]);
  });

  it("on another machine, after a rename that adopts it in a run that failed elsewhere", async () => {
    const stack = new TestStack();
    const prod = { ...emptyInstance, label: "prod" };
    await stack.up(declareAll("Instance", { old: prod }));
    stack.endPlugin();
    const renamed: ProgramFunction = async (register) => {
      await register(declare("Instance", "next", { ...prod, adopt: 1 }, { retainOnDelete: true }));
      await register(broken);
      return {};
    };
    expect(failuresOf(await stack.up(renamed, { parallel: 1 }))).toHaveLength(1);
    stack.changeMachine();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(existing(stack)).toEqual([1]);
  });
});

it("an instance that a requested replacement took over survives the next replacement of the entry that retains it", async () => {
  const stack = new TestStack();
  const program =
    (region: string, isLast: boolean): ProgramFunction =>
    async (register) => {
      await register(declare("Instance", "web", { ...smallInstance, region }, { retainOnDelete: true }));
      if (!isLast) await register(broken);
      return {};
    };
  // The plugin does not complete the record of the create, so the replacement takes the instance over.
  expect(failuresOf(await stack.up(declareAll("Instance", { web: smallInstance })))).toEqual([]);
  const options = { replace: [urnOfWeb], parallel: 1 };
  expect(failuresOf(await stack.up(program("us-east", false), options))).toHaveLength(1);
  expect(stack.store.snapshot.resources.filter(({ id }) => id === "1")).toHaveLength(2);
  expect(failuresOf(await stack.up(program("eu-west", true)))).toEqual([]);
  expect(existing(stack)).toEqual([1, 2]);
});
