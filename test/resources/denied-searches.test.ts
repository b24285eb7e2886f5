import type { FaultRuleInput } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, webInstance } from "./programs";

const denied = (status: number): FaultRuleInput["effect"] => ({
  status,
  body: { errors: [{ reason: "Invalid Token" }] },
});
const createsOf = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/node/instances").length;

describe.each([401, 403])("a search for the object of a create that is answered with %i", (status) => {
  it("ends the run after a killed one immediately, and sends nothing", async () => {
    const stack = new TestStack();
    await stack.up(webInstance(), { killPlugin: { request: 4, isCarriedOut: true } });
    stack.emulator.control.faults.add({ operation: "instances.list", effect: denied(status) });
    const startedAt = stack.clock.now();
    const [message = ""] = failuresOf(await stack.up(webInstance()));
    expect(message).toMatch(
      /^An earlier run was interrupted while creating this instance, and the search for it failed: instances\.list .*Invalid Token/,
    );
    expect(message).toMatch(
      /Nothing was sent\. Run the command again with a token that may list instances\.$/,
    );
    expect(stack.clock.now() - startedAt).toBeLessThan(10_000);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(createsOf(stack)).toBe(1);
  });

  it.each([
    ["a generated label", undefined, 2, "deletes any object with this label and creates a new one"],
    ["a label of the program", "mine", 1, "searches for it again"],
  ])("leaves a create with %s unresolved immediately", async (_, label, creates, next) => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.create", when: "after", effect: { reset: true } });
    faults.add({
      operation: "instances.list",
      from: label === undefined ? 1 : 3,
      effect: denied(status),
    });
    const program = webInstance(label === undefined ? {} : { label });
    const startedAt = stack.clock.now();
    const [message = ""] = failuresOf(await stack.up(program));
    expect(stack.clock.now() - startedAt).toBeLessThan(60_000);
    expect(message).toContain("Could not check whether an instance labeled");
    expect(message).toContain("Invalid Token");
    expect(message).toContain(next);
    faults.clear();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
    expect(createsOf(stack)).toBe(creates);
  });
});
