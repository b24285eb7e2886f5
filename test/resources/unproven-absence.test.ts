import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { emptyInstance } from "./backup-schedules";
import { callsTo, failuresOf, instancesIn, webInstance } from "./programs";

const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";
const advice = `Nothing was changed. If instance 1 no longer exists, run \`nodecloud state delete ${urn}\` (under the Pulumi CLI, \`pulumi state delete\`) for the resource with id 1.`;
const page = { body: "<h1>Not found</h1>", headers: { "content-type": "text/html" } };
const runs: [string, (stack: TestStack) => ReturnType<TestStack["up"]>][] = [
  ["refresh", (stack) => stack.refresh()],
  ["destroy", (stack) => stack.destroy()],
  ["up --refresh", (stack) => stack.up(webInstance(), { refreshFirst: true })],
];

/** A stack whose instance somebody else has deleted. The service answers its views in this way. */
async function startWithDeleted(effect: FaultRuleInput["effect"]): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(webInstance());
  const { control } = stack.emulator;
  control.externalChange({ kind: "instance_delete", instanceId: 1 });
  await stack.clock.advance(120_000);
  expect(instancesIn(stack)).toEqual([]);
  control.faults.add({ operation: "instances.view", effect });
  return stack;
}

describe.each(runs)("%s of an object that somebody else deleted", (_, run) => {
  it.each([
    ["404 with a page", { status: 404, ...page }],
    ["410 without a body", { status: 410, body: "" }],
  ])("names the way out if the service answers with %s", async (__, effect) => {
    const stack = await startWithDeleted(effect);
    const before = callsTo(stack).length;
    const [message = ""] = failuresOf(await run(stack));
    expect(message).toMatch(/^instances\.view .*: the service returned 4\d\d: /);
    expect(message.endsWith(advice)).toBe(true);
    const calls = callsTo(stack).slice(before);
    expect(calls.filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  it("names no command for another failure", async () => {
    const stack = await startWithDeleted({ status: 403, ...page });
    const [message = ""] = failuresOf(await run(stack));
    expect(message).toContain("the service returned 403");
    expect(message).not.toContain("state delete");
  });

  it("needs no advice if the service answers as the interface says", async () => {
    const stack = await startWithDeleted({ status: 404, body: { errors: [{ reason: "Not found" }] } });
    expect(failuresOf(await run(stack))).toEqual([]);
  });
});

describe("the advice after the resource was renamed and another one has its former name", () => {
  const aliases = [{ urn }];
  const program =
    (...names: readonly string[]): ProgramFunction =>
    async (register) => {
      for (const name of names)
        await register(declare("Instance", name, emptyInstance, name === "renamed" ? { aliases } : {}));
      return {};
    };

  it.each([
    ["the embedded engine", { knowsState: true }, "<urn>"],
    ["the Pulumi CLI with a state in a folder", { knowsState: false, readsState: true }, "<urn>"],
    ["the Pulumi CLI with another state", { knowsState: false }, urn],
  ])("names the id, and no URN that is known to be out of date, under %s", async (_, options, named) => {
    const stack = new TestStack(options);
    await stack.up(program("web"));
    await stack.up(program("renamed"));
    await stack.up(program("renamed", "web"));
    stack.endPlugin();
    const { control } = stack.emulator;
    control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(120_000);
    control.faults.add({ operation: "instances.view", effect: { status: 404, ...page } });
    const [message = ""] = failuresOf(await stack.refresh());
    expect(message.endsWith(advice.replace(urn, named))).toBe(true);
  });
});
