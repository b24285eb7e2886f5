import type { FaultRuleInput } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { declarePaymentMethods, paymentMethodsIn, visa } from "./payment-methods";
import { callsTo, failuresOf, instancesIn, stepsOf, webInstance } from "./programs";

const moved = (status: number, path: string) => ({
  status,
  headers: { location: `https://new.test/api/v4${path}?token=hidden` },
});
const createPath = "/node/instances";
const createsOf = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/node/instances").length;
const redirectText = (call: string, status = 302) =>
  `${call}: the service returned ${status}, a redirect to https://new.test/api/v4, which is never followed`;
const addressText = "Change the service's address from http://emulator.test/v4 to the new one.";
const isInState = (stack: TestStack) =>
  stack.store.snapshot.resources.some(({ urn }) => urn.endsWith("::web"));

/** A stack whose emulator redirects these calls. */
function startRedirected(rules: readonly FaultRuleInput[]) {
  const stack = new TestStack();
  for (const rule of rules) stack.emulator.control.faults.add(rule);
  return stack;
}

describe("a service that responds with redirects", () => {
  it.each([301, 302, 303, 307, 308])(
    "is sent no create if the view of the account returns %i",
    async (status) => {
      const stack = startRedirected([{ operation: "account.view", effect: moved(status, "/account") }]);
      expect(failuresOf(await stack.up(webInstance()))).toEqual([
        `No instance was created or adopted: ${redirectText("account.view (GET /account)", status)}. ${addressText}`,
      ]);
      expect(callsTo(stack).filter((call) => !call.startsWith("GET "))).toEqual([]);
      expect(isInState(stack)).toBe(false);
      expect(stack.messages.filter(({ kind }) => kind === "warn")).toEqual([]);
    },
  );

  it.each([
    ["a generated label", undefined],
    ["a label of the program", "mine"],
  ])("leaves a create with %s unresolved immediately if lists are redirected too", async (_, label) => {
    const stack = startRedirected([
      { operation: "instances.create", effect: moved(302, createPath) },
      { operation: "instances.list", from: label === undefined ? 1 : 3, effect: moved(302, createPath) },
    ]);
    const program = webInstance(label === undefined ? {} : { label });
    const startedAt = stack.clock.now();
    const [message = ""] = failuresOf(await stack.up(program));
    expect(stack.clock.now() - startedAt).toBeLessThan(60_000);
    expect(message).toContain(
      `${redirectText("instances.create (POST /node/instances)")}. Could not check whether an`,
    );
    expect(message).toContain(`exists: ${redirectText("instances.list (GET /node/instances)")}. The state`);
    expect(message).toContain(
      "The state records it as unresolved. Change the service's address from http://emulator.test/v4 to the new one, and run `pulumi up` again",
    );
    expect(message).not.toContain("hidden");
    expect(isInState(stack)).toBe(true);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
    expect(createsOf(stack)).toBe(2);
  });

  it("is named by the run after a killed one, which sends nothing", async () => {
    const stack = new TestStack();
    await stack.up(webInstance(), { killPlugin: { request: 4, isCarriedOut: true } });
    stack.emulator.control.faults.add({ operation: "instances.list", effect: moved(302, createPath) });
    const startedAt = stack.clock.now();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([
      `An earlier run was interrupted while creating this instance, and the search for it failed: ${redirectText("instances.list (GET /node/instances)")}. Nothing was sent. ${addressText}`,
    ]);
    expect(stack.clock.now() - startedAt).toBeLessThan(60_000);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(createsOf(stack)).toBe(1);
  });
});

describe("a create that is rejected ambiguously", () => {
  const errors = { errors: [{ reason: "No more of this type.", field: "type" }] };
  const rejections: [string, FaultRuleInput["effect"], string][] = [
    ["a redirect", moved(302, createPath), addressText],
    [
      "errors in a success",
      { status: 200, body: errors },
      "Fix the problem that the service reports, and run the command again.",
    ],
  ];

  it.each(rejections)(
    "fails after %s once lists prove that it created nothing",
    async (_, effect, advice) => {
      const stack = startRedirected([{ operation: "instances.create", effect }]);
      const startedAt = stack.clock.now();
      const [message = ""] = failuresOf(await stack.up(webInstance()));
      expect(message).toMatch(
        /^instances\.create \(POST \/node\/instances\): the service returned (302|200)/,
      );
      expect(message).toContain(
        `No list contained the instance for 1m15s, so it was probably not created. ${advice}`,
      );
      const passed = stack.clock.now() - startedAt;
      expect(passed >= 75_000 && passed < 100_000).toBe(true);
      expect(createsOf(stack)).toBe(1);
      expect(isInState(stack)).toBe(false);
      stack.emulator.control.faults.clear();
      expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
      expect(instancesIn(stack)).toHaveLength(1);
    },
  );

  it.each(rejections)("is taken over after %s if it was carried out", async (_, effect) => {
    const stack = startRedirected([{ operation: "instances.create", when: "after", effect }]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(createsOf(stack)).toBe(1);
    expect(instancesIn(stack)).toMatchObject([{ id: stack.outputs("web")?.instanceId, status: "running" }]);
    expect(stepsOf(await stack.up(webInstance()))).toEqual([]);
  });

  it("lists the payment methods of the account if there may be too many", async () => {
    const stack = startRedirected([]);
    const { control } = stack.emulator;
    for (let count = 0; count < 5; count++) {
      const data = { last_four: `200${count}`, expiry: "05/2030" };
      control.externalChange({ kind: "payment_method_add", type: "credit_card", data });
    }
    await stack.clock.advance(60_000);
    control.faults.add({
      operation: "paymentMethods.add",
      effect: { status: 200, body: { errors: [{ reason: "Too many." }] } },
    });
    const program = declarePaymentMethods({ main: { card: visa } });
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /card: no payment method was added: .*Too many.*lists 6 payment methods/,
    );
    expect(paymentMethodsIn(stack)).toHaveLength(6);
  });
});
