import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { recover } from "../recovery/recovering";
import { addCallsTo, declarePaymentMethods, visa } from "./payment-methods";
import { failuresOf, stepsOf } from "./programs";

const urnOf = (name: string) =>
  `urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:PaymentMethod::${name}`;
const replaceAdvice = /run `pulumi up --replace ([^`]+)`/;

/** A stack whose service accepted a create and created nothing. */
async function withUnresolvedCreate(name: string): Promise<TestStack> {
  const stack = new TestStack();
  const { faults } = stack.emulator.control;
  faults.add({
    operation: "paymentMethods.add",
    count: 1,
    when: "before",
    effect: { status: 200, body: {} },
  });
  await stack.up(declarePaymentMethods({ [name]: { card: visa } }));
  await stack.clock.advance(1000);
  return stack;
}

it.each([
  ["main", urnOf("main"), urnOf("main")],
  ["it's", `'${urnOf("it'\\''s")}'`, urnOf("it's")],
])("a message names the command that replaces %s, quoted for a shell", async (name, printed, target) => {
  const stack = await withUnresolvedCreate(name);
  const program = declarePaymentMethods({ [name]: { card: visa } });
  const [failure = ""] = failuresOf(await stack.up(program));
  expect(replaceAdvice.exec(failure)?.[1]).toBe(printed);
  expect(failuresOf(await stack.up(program, { replace: [target] }))).toEqual([]);
  expect(addCallsTo(stack)).toHaveLength(2);
});

const renamed: ProgramFunction = async (register) => {
  await register(declare("PaymentMethod", "renamed", { card: visa }, { aliases: [{ urn: urnOf("main") }] }));
  return {};
};

it("a renamed resource needs recover, because no engine accepts its new URN", async () => {
  const stack = await withUnresolvedCreate("main");
  const [failure = ""] = failuresOf(await stack.up(renamed));
  expect(failure).not.toContain("--replace");
  expect(failure).toContain("run `nodecloud recover`, which searches again, and then `pulumi up`");
  await recover(stack);
  expect(stepsOf(await stack.up(renamed))).toEqual(["create renamed"]);
  expect(addCallsTo(stack)).toHaveLength(2);
});
