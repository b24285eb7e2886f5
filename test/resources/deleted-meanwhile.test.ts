import { TestStack } from "../../src/testing";
import { clientsIn, declareClient } from "./oauth-clients";
import { callsTo, failuresOf, instancesIn, warningsOf, webInstance } from "./programs";

/** Views and lists lag behind by this many seconds. */
const startStack = (lag: number) => new TestStack({ settings: { viewLagSeconds: lag, listLagSeconds: lag } });

describe("an object that views still return after someone else deleted it", () => {
  it.each([5, 45])("counts as deleted in a destroy, within %i s", async (lag) => {
    const stack = startStack(lag);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    await stack.clock.advance(120_000);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(stack.outputs("web")).toBeUndefined();
    expect(stack.messages.map(({ message }) => message).join("\n")).toMatch(/instance 1 was already deleted/);
  });

  it("counts as deleted in a destroy after one that was killed", async () => {
    const stack = startStack(20);
    await stack.up(declareClient());
    await stack.clock.advance(120_000);
    await stack.destroy({ killPlugin: { request: 3, isCarriedOut: true } });
    expect([clientsIn(stack), callsTo(stack).at(-1)?.split(" ")[0]]).toEqual([[], "DELETE"]);
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(stack.outputs("app")).toBeUndefined();
  });

  it("fails an update, which names the reason and the commands that create it again", async () => {
    const stack = startStack(20);
    await stack.up(webInstance());
    await stack.clock.advance(120_000);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    expect(failuresOf(await stack.up(webInstance({ label: "renamed" })))).toEqual([
      "instance 1 no longer exists: while this run changed it, it was deleted by somebody else, or by the service. The state still has it. Run `pulumi refresh`, and the next `pulumi up` creates it again.",
    ]);
    await stack.clock.advance(120_000);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(failuresOf(await stack.up(webInstance({ label: "renamed" })))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 2, label: "renamed" }]);
  });
});

describe("an object that no longer exists when a run changes it", () => {
  it.each([
    [{}, "Run"],
    [{ adopt: 1 }, "Remove `adopt` from the program and run"],
  ])("fails the update, which does not claim to know who deleted it (%j)", async (adopted, advice) => {
    const stack = startStack(0);
    await stack.up(webInstance());
    await stack.clock.advance(120_000);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    expect(failuresOf(await stack.up(webInstance({ label: "renamed", ...adopted })))).toEqual([
      `instance 1 no longer exists: it was deleted outside this run. Nothing was changed. ${advice} \`pulumi refresh\`, and the next \`pulumi up\` creates it again.`,
    ]);
  });
});

describe("a new object whose changes return 404 at first", () => {
  it("is changed in the same run", async () => {
    const stack = startStack(0);
    await stack.up(webInstance());
    stack.emulator.control.faults.add({
      operation: "instances.update",
      effect: { status: 404 },
      count: 4,
    });
    expect(failuresOf(await stack.up(webInstance({ label: "renamed" })))).toEqual([]);
    expect([instancesIn(stack), warningsOf(stack)]).toMatchObject([[{ label: "renamed" }], []]);
  });

  it("is deleted, and no message attributes that to someone else", async () => {
    const stack = startStack(0);
    await stack.up(declareClient());
    stack.emulator.control.faults.add({
      operation: "oauthClients.delete",
      effect: { status: 404 },
      count: 2,
    });
    stack.messages.length = 0;
    expect(failuresOf(await stack.destroy())).toEqual([]);
    expect(clientsIn(stack)).toEqual([]);
    expect(stack.messages.filter(({ message }) => message.includes("already deleted"))).toEqual([]);
  });
});

it.each([
  [
    "still sets `adopt`",
    { adopt: 1 },
    /Nothing was changed\. Remove `adopt` from the program and run `pulumi refresh`/,
  ],
  ["does not set `adopt`", {}, /Nothing was changed\. Run `pulumi refresh`/],
])(
  "a deleted object whose program %s is created again by the advice of the error",
  async (_, adopt, advice) => {
    const stack = startStack(0);
    await stack.up(webInstance({ label: "mine" }));
    stack.endPlugin();
    if ("adopt" in adopt)
      expect(failuresOf(await stack.up(webInstance({ label: "mine", ...adopt })))).toEqual([]);
    await stack.clock.advance(120_000);
    stack.emulator.control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(120_000);
    const [failure] = failuresOf(await stack.up(webInstance({ label: "mine", tags: ["shop"], ...adopt })));
    expect(failure).toMatch(advice);
    const next = webInstance({ label: "mine", tags: ["shop"] });
    await stack.refresh({ allowEmpty: true });
    expect(failuresOf(await stack.up(next))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 2, tags: ["shop"] }]);
  },
);
