import { declare, TestStack } from "../../src/testing";
import { addCallsTo, declarePaymentMethods, visa } from "./payment-methods";
import { failuresOf } from "./programs";

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

it("the command of a renamed resource has a pattern, because the state has the resource under its former name", async () => {
  const stack = await withUnresolvedCreate("main");
  const renamed: Parameters<TestStack["up"]>[0] = async (register) => {
    await register(
      declare("PaymentMethod", "renamed", { card: visa }, { aliases: [{ urn: urnOf("main") }] }),
    );
    return {};
  };
  const [failure = ""] = failuresOf(await stack.up(renamed));
  const pattern = urnOf("renamed").replace("pulumi-nodejs", "*-nodejs");
  expect(replaceAdvice.exec(failure)?.[1]).toBe(`'${pattern}'`);
  expect((await stack.up(renamed, { replace: [urnOf("renamed")] })).result).toBe("failed");
  expect(failuresOf(await stack.up(renamed, { replace: [pattern] }))).toEqual([]);
  expect(addCallsTo(stack)).toHaveLength(2);
});
