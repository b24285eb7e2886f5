import { TestStack } from "../../src/testing";
import { emptyProgram, failuresOf, webInstance } from "./programs";

/** Deletes an instance for 60 s: how many views follow the delete, and when the last one was sent, in seconds after the delete. */
async function viewsAfterDelete(run: (stack: TestStack) => ReturnType<TestStack["up"]>) {
  const stack = new TestStack({ settings: { deletingSeconds: 60 } });
  expect(failuresOf(await stack.up(webInstance({ label: "web" })))).toEqual([]);
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await run(stack))).toEqual([]);
  const requests = stack.emulator.control.requests();
  const deletedAt = requests.findIndex(({ method, status }) => method === "DELETE" && status === 200);
  const views = requests.slice(deletedAt).filter(({ operation, path }) => {
    return operation === "instances.view" && path.endsWith("/1");
  });
  const seconds = (index: number) => Date.parse(requests[index]?.time ?? "") / 1000;
  const end = Date.parse(views.at(-1)?.time ?? "") / 1000 - seconds(deletedAt);
  return { views: views.length, end };
}

describe("the wait for a delete of 60 s", () => {
  it("ends within 3.75 s of the delete if the create of a replacement waits for it", async () => {
    const replaced = webInstance({ label: "web", region: "us-west" });
    const { end } = await viewsAfterDelete((stack) => stack.up(replaced));
    expect(end).toBeGreaterThanOrEqual(60);
    expect(end).toBeLessThanOrEqual(63.75);
  });

  it("takes at most 20 views if nothing waits for it", async () => {
    const { views, end } = await viewsAfterDelete((stack) => stack.up(emptyProgram));
    expect(end).toBeGreaterThanOrEqual(60);
    expect(views).toBeLessThanOrEqual(20);
  });
});
