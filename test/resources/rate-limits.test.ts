import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { failuresOf, instancesIn, smallInstance, webInstance } from "./programs";

const waitMessagesIn = (stack: TestStack) =>
  stack.messages.filter(({ message }) => message.includes("when the service accepts calls again"));

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
        message: expect.stringMatching(/^waiting until \d\d:\d\d:\d\d, .* \(instances\.create\)$/),
        about: "",
      },
    ]);
  });

  it.each([
    ["9", 0],
    ["10", 1],
  ])("that makes it wait for %s s prints %i messages", async (seconds, count) => {
    const stack = new TestStack();
    const effect = { status: 429, headers: { "Retry-After": seconds } };
    stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(waitMessagesIn(stack)).toHaveLength(count);
  });

  it("fails immediately and creates nothing if the wait would exceed the deadline", async () => {
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

describe("a wait for an instance to be running", () => {
  /** The service responds so to all reads after the create. */
  function failReads(stack: TestStack, effect: FaultRuleInput["effect"]) {
    for (const operation of ["instances.list", "instances.view"])
      stack.emulator.control.faults.add({ operation, effect });
  }
  const maintenance = (seconds: number) => ({
    status: 503,
    headers: { "Retry-After": `${seconds}`, "X-Maintenance-Mode": "yes" },
  });

  it("ends immediately if the service asks not to be called before the deadline, and the next up resumes it", async () => {
    const stack = new TestStack();
    failReads(stack, { status: 503, headers: { "Retry-After": "3600" } });
    const start = stack.clock.now();
    expect(failuresOf(await stack.up(webInstance())).join()).toMatch(
      /instance 1 exists and is in the state.*Stopped waiting for instance 1 to be running: .* 503.*\. The timeout ends before the service accepts calls again, in 1h\. Run the command again then\./,
    );
    expect(stack.clock.now() - start).toBeLessThan(30_000);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it("calls the service no earlier than it asks", async () => {
    const stack = new TestStack();
    failReads(stack, maintenance(90));
    const running = stack.up(webInstance());
    await stack.clock.advance(300_000);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await running)).toEqual([]);
    const reads = stack.emulator.control
      .requests()
      .filter(({ operation }) => /^instances\.(list|view)$/.test(operation ?? ""))
      .map(({ time }) => Date.parse(time));
    expect(reads.length).toBeGreaterThan(3);
    for (const [index, time] of reads.slice(1, -1).entries())
      expect(time - (reads[index] ?? 0)).toBeGreaterThanOrEqual(90_000);
  });

  it("reports its failed polls", async () => {
    const stack = new TestStack();
    failReads(stack, { status: 500 });
    const running = stack.up(webInstance());
    await stack.clock.advance(120_000);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await running)).toEqual([]);
    const progress = stack.messages.map(({ message }) => message);
    expect(progress.join()).toMatch(
      /waiting for instance 1 to be running: the last poll failed \(.* 500.*\), 1m\d+s so far/,
    );
  });
});
