import { resendPaceOf } from "../../../src/lifecycle/objects/resend-pace";
import { TestStack } from "../../../src/testing";

it("20 requests that are sent again may be in flight or have failed within a minute", async () => {
  const stack = new TestStack();
  const { clock } = stack;
  const pace = resendPaceOf(stack.services());
  const beginMany = () => Array.from({ length: 25 }, () => pace.begin()).filter((isBegun) => isBegun).length;
  expect(beginMany()).toBe(20);
  expect(await Promise.all(Array.from({ length: 20 }, () => pace.end(Promise.resolve("sent"))))).toEqual(
    Array(20).fill("sent"),
  );
  expect(beginMany()).toBe(20);
  const failing = Array.from({ length: 20 }, () => pace.end(Promise.reject(new Error("503"))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
  await clock.advance(59_999);
  expect(pace.begin()).toBe(false);
  await clock.advance(1);
  expect(beginMany()).toBe(20);
});
