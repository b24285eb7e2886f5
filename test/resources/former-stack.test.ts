import type { ProgramFunction } from "../../src/engine";
import { toProviderValues } from "../../src/engine/inprocess/json-values";
import { resourceTypes } from "../../src/resources/resource-types";
import { declare, TestStack } from "../../src/testing";
import { failuresOf, instancesIn, smallInstance, stepsOf, warningsOf, webInstance } from "./programs";

/** The program of `webInstance`, in a stack that was named "dev" before, or to which the resource was moved. */
function webOfProd(inputs = {}): ProgramFunction {
  return async (register) => {
    const declared = declare("Instance", "web", { ...smallInstance, ...inputs });
    const origin = { ...Object(declared.inputs?.origin), stack: "prod" };
    await register({ ...declared, inputs: { ...declared.inputs, origin } });
    return {};
  };
}

/**
 * A stack that has instance 1 and was named "dev" before, and a new stack of that name, whose engine was killed before it recorded the
 * create of instance 2.
 */
async function renamedAndNew(): Promise<{ readonly renamed: TestStack; readonly renewed: TestStack }> {
  const renamed = new TestStack({ knowsState: false });
  await renamed.up(webInstance());
  renamed.endPlugin();
  const renewed = new TestStack({ beside: renamed, knowsState: false });
  await renewed.killAfterWrites(1, () => renewed.up(webInstance()));
  await renamed.clock.advance(300_000);
  renamed.messages.length = 0;
  expect(instancesIn(renamed).map(({ id }) => id)).toEqual([1, 2]);
  return { renamed, renewed };
}

describe("an object that a stack of the former name created", () => {
  it.each([
    ["an unchanged resource", {}, []],
    ["a changed one", { tags: ["new"] }, ["update web"]],
  ])("is not deleted by an up of %s in the renamed stack, and its record stays", async (_, inputs, steps) => {
    const { renamed, renewed } = await renamedAndNew();
    const outcome = await renamed.up(webOfProd(inputs));
    expect([failuresOf(outcome), stepsOf(outcome), warningsOf(renamed)]).toEqual([[], steps, []]);
    expect(instancesIn(renamed).map(({ id }) => id)).toEqual([1, 2]);
    // The new stack still finds it.
    expect(failuresOf(await renewed.up(webInstance()))).toEqual([]);
    expect(renewed.outputs("web")).toMatchObject({ instanceId: 2 });
    expect(instancesIn(renamed).map(({ id }) => id)).toEqual([1, 2]);
  });

  it("is named neither by a refresh nor by a destroy of the renamed stack", async () => {
    const { renamed } = await renamedAndNew();
    const outputs = toProviderValues(
      renamed.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"))?.outputs ?? {},
    );
    // The new stack has no instance 1.
    const services = { ...renamed.services(), isInState: () => false };
    const lifecycle = resourceTypes.Instance.lifecycle(services);
    await renamed.clock.run(lifecycle.read("1", outputs));
    await renamed.clock.run(lifecycle.delete("1", outputs));
    expect(warningsOf(renamed).join()).not.toContain("instance 2");
    expect(instancesIn(renamed).map(({ id }) => id)).toEqual([2]);
  });

  it("is not deleted once a state has it, whatever its record says", async () => {
    const { renamed } = await renamedAndNew();
    const inputs = { origin: { project: "project", stack: "dev", type: "Instance", name: "web" } };
    const web = renamed.store.snapshot.resources.find(({ urn }) => urn.endsWith("::web"));
    const services = {
      ...renamed.services(),
      isInState: ({ id }: { id?: string | undefined }) => id === "2",
    };
    const lifecycle = resourceTypes.Instance.lifecycle(services);
    const news = { ...toProviderValues(web?.inputs ?? {}), ...inputs, tags: ["new"] };
    await renamed.clock.run(lifecycle.update("1", toProviderValues(web?.outputs ?? {}), news));
    expect(instancesIn(renamed).map(({ id }) => id)).toEqual([1, 2]);
    expect(warningsOf(renamed)).toEqual([]);
  });
});
