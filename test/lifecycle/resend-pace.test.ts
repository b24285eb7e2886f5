import { resendPaceOf } from "../../src/lifecycle/resend-pace";
import { TestStack } from "../../src/testing";

it("20 requests that are sent again may be in flight or have failed within a minute", async () => {
  const stack = new TestStack();
  const { clock } = stack;
  const pace = resendPaceOf(stack.services());
  const sendMany = (work: () => Promise<string>) =>
    clock.run(Promise.allSettled(Array.from({ length: 25 }, () => pace.send(work))));
  const succeeding = await sendMany(async () => {
    await clock.sleep(1000);
    return "sent";
  });
  const sent = { status: "fulfilled", value: { result: "sent" } };
  const held = { status: "fulfilled", value: undefined };
  expect(succeeding).toEqual([...Array(20).fill(sent), ...Array(5).fill(held)]);
  const failing = await sendMany(() => Promise.reject(new Error("503")));
  expect(failing.map(({ status }) => status)).toEqual([
    ...Array(20).fill("rejected"),
    ...Array(5).fill("fulfilled"),
  ]);
  await clock.advance(59_999);
  expect(await pace.send(async () => "sent")).toBeUndefined();
  await clock.advance(1);
  expect(await pace.send(async () => "sent")).toEqual({ result: "sent" });
});
