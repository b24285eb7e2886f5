import { randomBytes } from "node:crypto";
import { readdirSync, truncateSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { setImmediate } from "node:timers/promises";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, shop } from "./oauth-clients";
import { paymentMethodsIn, visa } from "./payment-methods";
import { emptyProgram, failuresOf, instancesIn, smallInstance } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img", randomBytes(1000));

const instanceIds = (stack: TestStack) =>
  instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)]));
const imageIds = (stack: TestStack) =>
  stack.emulator.control
    .world()
    .images.flatMap(({ id, is_public }) => (is_public || id === "private/1" ? [] : [id]));
const methodIds = (stack: TestStack) =>
  paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)]));
const clientIds = (stack: TestStack) => clientsIn(stack).map(({ id }) => id);

const failAlways = (
  operation: string,
  effect: FaultRuleInput["effect"],
  when: "before" | "after" = "before",
) => ({
  ...{ operation, effect, when },
});
const rateLimited = { status: 429, headers: { "Retry-After": "600" } };
type ListIds = (stack: TestStack) => readonly string[];

/** The goal that a run waits for ten seconds after its start, and the resource and faults that cause it. */
const waitingRuns: readonly (readonly [string, string, PropertyMap, ListIds, readonly FaultRuleInput[]])[] = [
  ["an instance to be running", "Instance", smallInstance, instanceIds, []],
  ["a rate limit", "Instance", smallInstance, instanceIds, [failAlways("instances.create", rateLimited)]],
  [
    "a response",
    "Instance",
    smallInstance,
    instanceIds,
    [failAlways("instances.create", { hang: true }, "after")],
  ],
  [
    "a page",
    "Instance",
    { ...smallInstance, label: "mine" },
    instanceIds,
    [failAlways("instances.list", { hang: true })],
  ],
  [
    "the result of a lost response",
    "Instance",
    smallInstance,
    instanceIds,
    [failAlways("instances.create", { status: 500 })],
  ],
  [
    "another attempt",
    "Instance",
    smallInstance,
    instanceIds,
    [failAlways("instances.view", { status: 500 }), failAlways("instances.list", { status: 500 })],
  ],
  ["an image to be available", "Image", { file, region: "us-east" }, imageIds, []],
  [
    "a lost image",
    "Image",
    { file, region: "us-east" },
    imageIds,
    [failAlways("images.upload", { reset: true }, "after"), failAlways("images.list", { staleList: 60_000 })],
  ],
  [
    "an OAuth client's secret",
    "OAuthClient",
    shop,
    clientIds,
    [failAlways("oauthClients.resetSecret", { hang: true })],
  ],
  [
    "a payment method to be listed",
    "PaymentMethod",
    { card: visa },
    methodIds,
    [failAlways("paymentMethods.list", { staleList: 600_000 })],
  ],
];

const declareIt =
  (type: string, inputs: PropertyMap): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", inputs));
    return {};
  };

/** Starts a run and interrupts it after a number of milliseconds. `took` is how long the run took to end after that, in milliseconds. */
async function runAndInterrupt(
  stack: TestStack,
  run: (cancel: AbortSignal) => ReturnType<TestStack["up"]>,
  after = 10_000,
) {
  const controller = new AbortController();
  const running = run(controller.signal);
  await stack.clock.advance(after);
  const at = stack.clock.now();
  controller.abort();
  const outcome = await running;
  return { outcome, took: stack.clock.now() - at };
}

describe("an interrupted run", () => {
  it.each(waitingRuns)(
    "that waits for %s ends within 5 s and is resumed by the next run",
    async (_, type, inputs, ids, faults) => {
      const stack = new TestStack();
      for (const rule of faults) stack.emulator.control.faults.add(rule);
      const program = declareIt(type, inputs);
      const { outcome, took } = await runAndInterrupt(stack, (cancel) => stack.up(program, { cancel }));
      expect(outcome.result).toBe("cancelled");
      expect(took).toBeLessThanOrEqual(5000);
      expect(ids(stack).length).toBeLessThan(2);
      stack.emulator.control.faults.clear();
      await stack.clock.advance(120_000);
      const again = await stack.up(program);
      expect(failuresOf(again)).toEqual([]);
      const id = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id;
      expect(ids(stack)).toEqual([id]);
    },
  );

  it("that compresses an image stops compressing, and is resumed by the next run", async () => {
    const large = files.write("large.img", "raw");
    truncateSync(large, 50_000_000);
    const isCompressing = () =>
      readdirSync(tmpdir()).some((name) => name.startsWith(`nodecloud-image-${hostname()}-${process.pid}-`));
    const stack = new TestStack();
    const program = declareIt("Image", { file: large, region: "us-east" });
    const controller = new AbortController();
    const running = stack.up(program, { cancel: controller.signal });
    while (!isCompressing()) await setImmediate();
    controller.abort();
    expect(failuresOf(await running)).toEqual([
      expect.stringMatching(/Compressing the image file .* was aborted/),
    ]);
    expect(isCompressing()).toBe(false);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(imageIds(stack)).toEqual([stack.outputs("it")?.imageId]);
  });

  it("keeps the created instance in the state and reports the interrupt", async () => {
    const stack = new TestStack();
    const { outcome } = await runAndInterrupt(
      stack,
      (cancel) => stack.up(declareIt("Instance", smallInstance), { cancel }),
      1000,
    );
    expect(failuresOf(outcome).join()).toMatch(/instance 1 exists and is in the state.*interrupted/s);
    expect(stack.outputs("it")).toMatchObject({ instanceId: 1 });
  });

  it("that waits for a delete ends within 5 s and is resumed by the next run", async () => {
    const stack = new TestStack({ settings: { deletingSeconds: 300 } });
    await stack.up(declareIt("Instance", smallInstance));
    const { took } = await runAndInterrupt(stack, (cancel) => stack.up(emptyProgram, { cancel }));
    expect(took).toBeLessThanOrEqual(5000);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it.each([
    ["accepted", []],
    ["possibly carried out", [failAlways("instances.delete", { hang: true }, "after")]],
  ] as const)(
    "reports that the instance may no longer exist after a delete that was %s",
    async (_, faults) => {
      const stack = new TestStack({ settings: { deletingSeconds: 300 } });
      await stack.up(declareIt("Instance", smallInstance));
      for (const rule of faults) stack.emulator.control.faults.add(rule);
      const { outcome } = await runAndInterrupt(stack, (cancel) => stack.up(emptyProgram, { cancel }));
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(
          /interrupted.* The delete request for instance 1 was sent, so it may no longer exist\. Run the command again, or `pulumi refresh` before/s,
        ),
      ]);
      expect(stack.outputs("it")).toMatchObject({ instanceId: 1 });
    },
  );

  it("keeps an instance in the state until a refresh finds that it no longer exists", async () => {
    const stack = new TestStack({ settings: { deletingSeconds: 300 } });
    await stack.up(declareIt("Instance", smallInstance));
    await runAndInterrupt(stack, (cancel) => stack.destroy({ cancel }));
    await stack.refresh();
    expect(stack.messages.at(-1)).toMatchObject({
      kind: "warn",
      message:
        "instance 1 is being deleted. Run `pulumi refresh` again when it no longer exists: until then, it stays in the state.",
    });
    expect(stack.outputs("it")).toMatchObject({ instanceId: 1 });
    await stack.clock.advance(300_000);
    await stack.refresh();
    await stack.up(declareIt("Instance", smallInstance));
    expect(stack.outputs("it")).toMatchObject({ instanceId: 2 });
  });

  it("says why a delete was not accepted yet", async () => {
    const stack = new TestStack();
    await stack.up(declareIt("Instance", smallInstance));
    stack.emulator.control.faults.add(
      failAlways("instances.delete", { status: 400, body: { errors: [{ reason: "Node busy." }] } }),
    );
    const { outcome } = await runAndInterrupt(stack, (cancel) => stack.up(emptyProgram, { cancel }));
    expect(failuresOf(outcome)).toEqual([
      "The run was interrupted. The last attempt to delete instance 1 failed: instances.delete (DELETE /node/instances/{instanceId}, instanceId 1): the service returned 400: Node busy.",
    ]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });

  it("says that a delete was not sent", async () => {
    const stack = new TestStack();
    await stack.up(declareIt("Instance", smallInstance));
    stack.emulator.control.faults.add(
      failAlways("instances.delete", { status: 429, headers: { "Retry-After": "60" } }),
    );
    const { outcome } = await runAndInterrupt(stack, (cancel) => stack.up(emptyProgram, { cancel }));
    expect(failuresOf(outcome)).toEqual([
      "The run was interrupted before the request to delete instance 1 was sent. Run the command again.",
    ]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });
});
