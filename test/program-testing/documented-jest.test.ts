import { Instance } from "../../src";
import { type Program, testStack } from "../../src/program-testing";

const program: Program = () =>
  void new Instance("web", { region: "us-east", type: "g1-nano-1", tags: ["shop"] });

it("creates one instance, although the response to the create is lost", async () => {
  const stack = await testStack();
  stack.faults.add({ operation: "instances.create", count: 1, when: "after", effect: { reset: true } });
  await stack.up(program);
  expect(stack.world.instances).toMatchObject([{ tags: ["shop"] }]);
});

it("rejects a region that does not exist", async () => {
  const stack = await testStack();
  const lost: Program = () => void new Instance("lost", { region: "mars", type: "g1-nano-1" });
  await expect(stack.up(lost)).rejects.toThrow(/mars/);
});
