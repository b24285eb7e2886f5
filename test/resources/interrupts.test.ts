import { randomBytes } from "node:crypto";
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

const instances = (stack: TestStack) =>
  instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)]));
const images = (stack: TestStack) =>
  stack.emulator.control
    .world()
    .images.flatMap(({ id, is_public }) => (is_public || id === "private/1" ? [] : [id]));
const methods = (stack: TestStack) =>
  paymentMethodsIn(stack).flatMap(({ id }) => (id === 1 ? [] : [String(id)]));
const clients = (stack: TestStack) => clientsIn(stack).map(({ id }) => id);

const always = (
  operation: string,
  effect: FaultRuleInput["effect"],
  when: "before" | "after" = "before",
) => ({
  ...{ operation, effect, when },
});
const limited = { status: 429, headers: { "Retry-After": "600" } };
type Ids = (stack: TestStack) => readonly string[];

/** What a run waits for, ten seconds after its begin. */
const waits: readonly (readonly [string, string, PropertyMap, Ids, readonly FaultRuleInput[]])[] = [
  ["an instance to be running", "Instance", smallInstance, instances, []],
  ["a rate limit", "Instance", smallInstance, instances, [always("instances.create", limited)]],
  ["an answer", "Instance", smallInstance, instances, [always("instances.create", { hang: true }, "after")]],
  [
    "a page",
    "Instance",
    { ...smallInstance, label: "mine" },
    instances,
    [always("instances.list", { hang: true })],
  ],
  [
    "the result of a lost answer",
    "Instance",
    smallInstance,
    instances,
    [always("instances.create", { status: 500 })],
  ],
  [
    "another try",
    "Instance",
    smallInstance,
    instances,
    [always("instances.view", { status: 500 }), always("instances.list", { status: 500 })],
  ],
  ["an image to be available", "Image", { file, region: "us-east" }, images, []],
  [
    "a lost image",
    "Image",
    { file, region: "us-east" },
    images,
    [always("images.upload", { reset: true }, "after"), always("images.list", { staleList: 60_000 })],
  ],
  [
    "an OAuth client's secret",
    "OAuthClient",
    shop,
    clients,
    [always("oauthClients.resetSecret", { hang: true })],
  ],
  [
    "a payment method to be listed",
    "PaymentMethod",
    { card: visa },
    methods,
    [always("paymentMethods.list", { staleList: 600_000 })],
  ],
];

const programOf =
  (type: string, inputs: PropertyMap): ProgramFunction =>
  async (register) => {
    await register(declare(type, "it", inputs));
    return {};
  };

/** Runs it and interrupts it; answers how long that took from then on, in milliseconds. */
async function interrupted(
  stack: TestStack,
  run: (cancel: AbortSignal) => ReturnType<TestStack["up"]>,
  after = 10_000,
) {
  const user = new AbortController();
  const running = run(user.signal);
  await stack.clock.advance(after);
  const at = stack.clock.now();
  user.abort();
  const outcome = await running;
  return { outcome, took: stack.clock.now() - at };
}

describe("a run that is interrupted", () => {
  it.each(waits)(
    "while it waits for %s ends within 5 s, and the next one goes on there",
    async (_, type, inputs, ids, faults) => {
      const stack = new TestStack();
      for (const rule of faults) stack.emulator.control.faults.add(rule);
      const program = programOf(type, inputs);
      const { outcome, took } = await interrupted(stack, (cancel) => stack.up(program, { cancel }));
      expect(outcome.result).toBe("cancelled");
      expect(took).toBeLessThanOrEqual(5000);
      const made = ids(stack);
      expect(made.length).toBeLessThan(2);
      stack.emulator.control.faults.clear();
      await stack.clock.advance(120_000);
      const again = await stack.up(program);
      expect(failuresOf(again)).toEqual([]);
      const id = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id;
      expect(ids(stack)).toEqual([id]);
    },
  );

  it("keeps what exists, and says that it was interrupted", async () => {
    const stack = new TestStack();
    const { outcome } = await interrupted(
      stack,
      (cancel) => stack.up(programOf("Instance", smallInstance), { cancel }),
      1000,
    );
    expect(failuresOf(outcome).join()).toMatch(/instance 1 exists and is in the state.*interrupted/s);
    expect(stack.outputs("it")).toMatchObject({ instanceId: 1 });
  });

  it("while it deletes ends within 5 s, and the next one goes on there", async () => {
    const stack = new TestStack({ settings: { deletingSeconds: 300 } });
    await stack.up(programOf("Instance", smallInstance));
    const { took } = await interrupted(stack, (cancel) => stack.up(emptyProgram, { cancel }));
    expect(took).toBeLessThanOrEqual(5000);
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it.each([
    ["accepted", []],
    ["possibly carried out", [always("instances.delete", { hang: true }, "after")]],
  ] as const)("says of a delete that was %s that the instance may no longer exist", async (_, faults) => {
    const stack = new TestStack({ settings: { deletingSeconds: 300 } });
    await stack.up(programOf("Instance", smallInstance));
    for (const rule of faults) stack.emulator.control.faults.add(rule);
    const { outcome } = await interrupted(stack, (cancel) => stack.up(emptyProgram, { cancel }));
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(
        /interrupted.* The delete request for instance 1 was sent, so it may no longer exist\. It stays in the state/s,
      ),
    ]);
    expect(stack.outputs("it")).toMatchObject({ instanceId: 1 });
  });

  it("does not say so of a delete that was not sent", async () => {
    const stack = new TestStack();
    await stack.up(programOf("Instance", smallInstance));
    stack.emulator.control.faults.add(
      always("instances.delete", { status: 429, headers: { "Retry-After": "60" } }),
    );
    const { outcome } = await interrupted(stack, (cancel) => stack.up(emptyProgram, { cancel }));
    expect(failuresOf(outcome)).toEqual([expect.not.stringContaining("delete request")]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1, status: "running" }]);
  });
});
