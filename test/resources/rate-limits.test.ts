import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { failuresOf, instancesIn, smallInstance, webInstance } from "./programs";

const waitMessagesIn = (stack: TestStack) =>
  stack.messages.filter(({ message }) => message.startsWith("waiting for the service's rate limit"));

describe("a run that reaches the rate limit of the service", () => {
  it("prints one message for all resources with the time until which it waits", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    const effect = { status: 429, headers: { "Retry-After": "45" } };
    faults.add({ operation: "instances.create", count: 3, effect });
    const program: ProgramFunction = async (register) => {
      await Promise.all(
        [1, 2, 3].map((number) => register(declare("Instance", `web-${number}`, smallInstance))),
      );
      return {};
    };
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(waitMessagesIn(stack)).toEqual([
      {
        kind: "info",
        message: expect.stringMatching(/until \d\d:\d\d:\d\d \(instances\.create\)$/),
        about: "",
      },
    ]);
  });

  it("fails at once and creates nothing if the wait would exceed the deadline", async () => {
    const stack = new TestStack();
    const effect = { status: 429, headers: { "Retry-After": "3600" } };
    stack.emulator.control.faults.add({ operation: "instances.create", effect });
    const start = stack.clock.now();
    const outcome = await stack.up(webInstance({ timeouts: { create: "2m" } }));
    expect(failuresOf(outcome).join()).toMatch(
      /asks to wait until .* after the deadline.*Nothing was changed/s,
    );
    expect(stack.clock.now() - start).toBeLessThan(5000);
    expect(instancesIn(stack)).toEqual([]);
    expect(waitMessagesIn(stack)).toEqual([]);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
  });
});
