import { accountsOf } from "../../../src/lifecycle/identity/accounts";
import { TestStack } from "../../../src/testing";

it("after its deadline, a resource takes the account that another one has read, and requests none itself", async () => {
  const stack = new TestStack();
  const accounts = accountsOf(stack.services());
  const ofToken = (remaining: number) =>
    stack.clock.run(accounts.ofToken({ at: stack.clock.now() + remaining, extend: () => undefined }));
  expect(await ofToken(0)).toMatchObject({
    kind: "failed",
    why: "the service did not respond. Nothing was changed.",
  });
  expect(stack.emulator.control.requests()).toEqual([]);
  const { euuid } = stack.emulator.control.world().account;
  expect(await ofToken(1)).toEqual({ kind: "known", euuid });
  expect(await ofToken(0)).toEqual({ kind: "known", euuid });
  expect(stack.emulator.control.requests()).toHaveLength(1);
});

it("an account that was read after a failure is not requested again", async () => {
  const stack = new TestStack();
  const { faults, forgetRequests, requests } = stack.emulator.control;
  const accounts = accountsOf(stack.services());
  const ofToken = () => stack.clock.run(accounts.ofToken());
  faults.add({ operation: "account.view", effect: { status: 503 } });
  expect(await ofToken()).toMatchObject({ kind: "failed" });
  faults.clear();
  forgetRequests();
  for (let reads = 0; reads < 3; reads++) {
    await stack.clock.advance(10_000);
    expect(await ofToken()).toMatchObject({ kind: "known" });
  }
  expect(requests()).toHaveLength(1);
});
