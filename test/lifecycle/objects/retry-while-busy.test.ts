import { NodecloudError } from "../../../src/client";
import { deadlineAfter } from "../../../src/lifecycle/deadline";
import { retryWhileBusy } from "../../../src/lifecycle/objects/retry-while-busy";
import { TestStack } from "../../../src/testing";

const busy = new NodecloudError({
  ...{ code: "rejected", message: "It is busy.", status: 400 },
  fieldErrors: [{ reason: "Too many clones." }],
});

it("a create whose source is busy reports why it waits, and is sent again until it succeeds", async () => {
  const stack = new TestStack();
  const progress: string[] = [];
  const task = {
    services: stack.services(),
    deadline: deadlineAfter(stack.clock, "10m"),
    reportProgress: (text: string) => progress.push(text),
  };
  const source = { what: "clone instance 5", idleState: async () => undefined };
  const failures = [busy, busy];
  const send = async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return "8";
  };
  expect(await stack.clock.run(retryWhileBusy(task, source, send))).toBe("8");
  const waiting = "could not clone instance 5 yet (400: Too many clones.); retrying";
  expect(progress).toEqual([waiting, waiting]);
});
