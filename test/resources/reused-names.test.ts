import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { declareAll } from "./declare-all";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstanceFrom,
} from "./programs";

const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web";

const renamed: ProgramFunction = async (register) => {
  await register(declare("Instance", "renamed", smallInstance, { aliases: [{ urn }] }));
  return {};
};

/** A stack whose instance was renamed from `web` to `renamed` in an earlier run. */
async function renamedStack(): Promise<TestStack> {
  const stack = new TestStack({ settings: { uniqueLabels: false } });
  await stack.up(webInstanceFrom(smallInstance));
  expect(stepsOf(await stack.up(renamed))).toEqual([]);
  await advanceUntilIdle(stack);
  return stack;
}

/** A program that declares instances one after another, as `dependsOn` does. `declareAll` declares them in parallel. */
const declareInOrder =
  (...names: readonly string[]): ProgramFunction =>
  async (register) => {
    for (const name of names) await register(declare("Instance", name, smallInstance));
    return {};
  };

/** Programs in which a new instance has the name `web`. */
const programs: Readonly<Record<string, ProgramFunction>> = {
  after: declareInOrder("renamed", "web"),
  before: declareInOrder("web", "renamed"),
};

describe.each(Object.entries(programs))(
  "a new instance, declared %s the one that had its name",
  (_, program) => {
    it.each([1, 2, 3, 4, 5, 6, 7])(
      "is created once, and the other does not change, if the plugin is killed at request %i",
      async (request) => {
        const stack = await renamedStack();
        stack.emulator.control.forgetRequests();
        await stack.up(program, { killPlugin: { request, isCarriedOut: true } });
        await stack.clock.advance(60_000);
        stack.messages.length = 0;
        expect(stepsOf(await stack.preview(program))).toEqual(stack.outputs("web") ? [] : ["create web"]);
        const outcome = await stack.up(program);
        expect(failuresOf(outcome)).toEqual([]);
        expect(stepsOf(outcome).join()).not.toContain("renamed");
        expect(warningsOf(stack).filter((text) => !text.includes("while creating Instance"))).toEqual([]);
        expect(callsTo(stack).filter((call) => /^(POST|DELETE)/.test(call))).toEqual([
          "POST /v4/node/instances",
        ]);
        expect(instancesIn(stack)).toMatchObject([{ id: 1 }, { id: stack.outputs("web")?.instanceId }]);
        expect(stack.outputs("renamed")?.instanceId).toBe(1);
        expect(
          stack
            .services()
            .intents.unfinished()
            .filter(({ id }) => id === undefined),
        ).toEqual([]);

        stack.messages.length = 0;
        expect(stepsOf(await stack.up(program))).toEqual([]);
        expect(warningsOf(stack)).toEqual([]);
      },
    );
  },
);

it("the instance of an interrupted replacement is deleted by the run that renames the resource, even for the second time", async () => {
  const renamedUrn = urn.replace("::web", "::renamed");
  const stack = await renamedStack();
  const replacing = declareAll("Instance", { renamed: { ...smallInstance, type: "g1-standard-1" } });
  await stack.up(replacing, { killPlugin: { request: 4, isCarriedOut: true } });
  await advanceUntilIdle(stack);
  expect(instancesIn(stack)).toMatchObject([{ id: 1 }, { type: "g1-standard-1" }]);
  const renamedAgain: ProgramFunction = async (register) => {
    await register(declare("Instance", "third", smallInstance, { aliases: [{ urn: renamedUrn }] }));
    return {};
  };
  expect(stepsOf(await stack.preview(renamedAgain))).toEqual(["update third"]);
  expect(stepsOf(await stack.up(renamedAgain))).toEqual(["update third"]);
  expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  expect(stepsOf(await stack.up(renamedAgain))).toEqual([]);
});
