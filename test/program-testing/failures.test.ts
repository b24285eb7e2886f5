import * as pulumi from "@pulumi/pulumi";
import { getRegion, Instance } from "../../src";
import { FailedRun, testStack } from "../../src/program-testing";
import { small, webProgram } from "./programs";

const throwing = (message: string) => () => {
  throw new Error(message);
};

it.each([
  ["that throws", throwing("no such size")],
  ["that rejects", async () => throwing("no such size")()],
  ["whose output rejects", () => ({ size: Promise.reject(new Error("no such size")) })],
  ["with a promise that nobody awaits", () => void Promise.reject(new Error("no such size"))],
  ["with a function of an output that throws", () => void pulumi.output(1).apply(throwing("no such size"))],
  [
    "with an argument that rejects",
    () => void new Instance("web", { ...small, label: Promise.reject(new Error("no such size")) }),
  ],
])("rejects a program %s with its message", async (_, program) => {
  const stack = await testStack();
  await stack.up(() => void new Instance("old", small));
  const up = stack.up(program);
  await expect(up).rejects.toThrow(/no such size/);
  await expect(up).rejects.toBeInstanceOf(FailedRun);
  // A failed program deletes nothing.
  expect(stack.resource("old").id).toBe(String(stack.world.instances[0]?.id));
  await expect(stack.preview(program)).rejects.toThrow(/no such size/);
});

it("rejects with the program's error as the cause", async () => {
  const stack = await testStack();
  const thrown = new Error("no such size");
  const program = () => {
    throw thrown;
  };
  const failed = await stack.up(program).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: "FailedRun", message: "no such size", cause: thrown });
});

it("rejects with each failed resource and the result until then", async () => {
  const stack = await testStack();
  const program = () => {
    const web = new Instance("web", small);
    new Instance("lost", { ...small, region: "mars" }, { dependsOn: web });
  };
  const failed = await stack.up(program).catch((error: unknown) => error);
  if (!(failed instanceof FailedRun)) throw new Error(`Not a failed run: ${failed}`);
  expect(failed.message).toMatch(/^lost: .*"mars"/);
  expect(failed.message).not.toContain("\n");
  expect(failed.result.steps).toMatchObject([{ kind: "create", name: "web" }]);
  expect(stack.world.instances).toHaveLength(1);
});

it("leaves outputs of a failed resource unresolved and skips its dependents", async () => {
  const stack = await testStack();
  const seen: string[] = [];
  const program = () => {
    const web = new Instance("web", { ...small, region: "mars" });
    void pulumi.log.warn("about the lost one", web);
    web.label.apply((label) => seen.push(label));
    new Instance("next", { ...small, label: web.label });
  };
  await expect(stack.up(program)).rejects.toThrow(/^web: /);
  expect(seen).toEqual([]);
  // A message about a resource that was never registered does not delay other messages of this process.
  const { messages } = await stack.up(() => void pulumi.log.warn("careful"));
  expect(messages).toContainEqual({ severity: "warning", text: "careful", resource: "" });
});

it("rejects a lookup that finds nothing with its message", async () => {
  const stack = await testStack();
  await expect(stack.up(async () => void (await getRegion({ id: "mars" })))).rejects.toThrow(/"mars"/);
});

it("does not accept resources of other packages", async () => {
  const stack = await testStack();
  const provider = { create: async () => ({ id: "1", outs: {} }) };
  class Other extends pulumi.dynamic.Resource {
    constructor() {
      super(provider, "other", {});
    }
  }
  await expect(stack.up(() => void new Other())).rejects.toThrow(/other: .*not part of pulumi-nodecloud/);
});

it("does not let rejections of one stack fail another", async () => {
  const [good, bad] = await Promise.all([testStack(), testStack()]);
  const [up, failed] = await Promise.allSettled([
    good.up(webProgram()),
    bad.up(() => void pulumi.output(1).apply(throwing("only mine"))),
  ]);
  expect(up.status).toBe("fulfilled");
  expect(failed.status).toBe("rejected");
});
