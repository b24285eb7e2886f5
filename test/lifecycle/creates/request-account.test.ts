import { verifyRequestAccount } from "../../../src/lifecycle/creates/request-account";
import { deadlineAfter } from "../../../src/lifecycle/deadline";
import { accountsOf } from "../../../src/lifecycle/identity/accounts";
import { TestStack } from "../../../src/testing";

type Options = Parameters<typeof verifyRequestAccount>[2];

function startStack() {
  const stack = new TestStack();
  const services = stack.services();
  const verify = (account?: string, options?: Options) =>
    stack.clock.run(verifyRequestAccount(services, account === undefined ? {} : { account }, options));
  return { stack, verify, accounts: accountsOf(services), own: stack.emulator.control.world().account.euuid };
}

describe("the account to which a create was sent", () => {
  it("is that of its record, or else that of the stack", async () => {
    const { verify, accounts, own } = startStack();
    expect(await verify()).toBe(false);
    expect(await verify(own)).toBe(true);
    await expect(verify("theirs")).rejects.toThrow(`was sent to account theirs, but the token belongs to`);
    accounts.recorded = "theirs";
    expect(await verify(own)).toBe(true);
    await expect(verify()).rejects.toThrow(`was sent to account theirs, but the token belongs to`);
    accounts.recorded = own;
    expect(await verify()).toBe(true);
  });

  it("is not known if the service does not return the token's account before the deadline", async () => {
    const { stack, verify, own } = startStack();
    stack.emulator.control.faults.add({ operation: "account.view", effect: { hang: true } });
    const startedAt = stack.clock.now();
    expect(await verify(own, { deadline: deadlineAfter(stack.clock, "5s") })).toBe(false);
    expect(stack.clock.now() - startedAt).toBe(5000);
  });
});
