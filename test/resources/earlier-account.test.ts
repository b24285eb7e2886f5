import { wellKnownTokens } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { otherAccount, ownAccount } from "./identity-stack";
import { callsTo, failuresOf, instancesIn, webInstance } from "./programs";

/** A stack whose plugin was killed while it created an instance: before it had the response, and after it had recorded the id. */
const kills = [
  ["before its response", { request: 4, isCarriedOut: true }],
  ["after its id was recorded", { request: 5, isCarriedOut: false }],
] as const;

async function killedCreate(killPlugin: (typeof kills)[number][1]): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(webInstance(), { killPlugin });
  await stack.clock.advance(120_000);
  expect(instancesIn(stack)).toHaveLength(1);
  stack.emulator.control.forgetRequests();
  return stack;
}

const createsOf = (stack: TestStack) => callsTo(stack).filter((call) => call.startsWith("POST"));

describe.each(kills)("a create whose run was killed %s", (_, killPlugin) => {
  it("is not sent again with the token of another account", async () => {
    const stack = await killedCreate(killPlugin);
    expect(failuresOf(await stack.up(webInstance(), { token: wellKnownTokens.secondAccount }))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^An earlier run was interrupted while creating this instance, and its request was sent to account ${ownAccount}, but the token belongs to account ${otherAccount} at .+Nothing was sent now\\. Use a token for account ${ownAccount}\\.$`,
        ),
      ),
    ]);
    expect(createsOf(stack)).toEqual([]);
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
    expect(stack.outputs("web")?.instanceId).toBe(1);
  });

  it.each([403, 503])("is not sent again while a view of the account returns %i", async (status) => {
    const stack = await killedCreate(killPlugin);
    const { control } = stack.emulator;
    control.externalChange({ kind: "instance_delete", instanceId: 1 });
    await stack.clock.advance(120_000);
    control.faults.add({ operation: "account.view", effect: { status } });
    const [failure] = failuresOf(await stack.up(webInstance()));
    expect(failure).toMatch(
      `was sent to account ${ownAccount}. Nothing was sent now, because this run cannot verify`,
    );
    expect(createsOf(stack)).toEqual([]);
    control.faults.clear();
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(stack.outputs("web")?.instanceId).toBe(2);
  });

  it("is taken over by a token that cannot read its account", async () => {
    const stack = await killedCreate(killPlugin);
    stack.emulator.control.faults.add({ operation: "account.view", effect: { status: 403 } });
    expect(failuresOf(await stack.up(webInstance()))).toEqual([]);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });

  it("is not sent again with the token of a restricted user, except with --allow-empty", async () => {
    const stack = await killedCreate(killPlugin);
    const { control } = stack.emulator;
    control.settings({ withoutGrant: "404" });
    control.externalChange({ kind: "user_change", username: "limited", patch: { account: "read_only" } });
    const restricted = { token: wellKnownTokens.restricted };
    const [failure] = failuresOf(await stack.up(webInstance(), restricted));
    expect(failure).toMatch(
      /^(instance 1|the instance of an earlier request) was not found at .+ the token's user is restricted.+--allow-empty/,
    );
    expect(createsOf(stack)).toEqual([]);
    expect(failuresOf(await stack.up(webInstance(), { ...restricted, allowEmpty: true }))).toEqual([]);
    expect(stack.outputs("web")?.instanceId).toBe(2);
  });
});
