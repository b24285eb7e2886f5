import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { emptyInstance, saturday } from "./backup-schedules";
import { declareAll } from "./declare-all";
import {
  callsTo,
  emptyProgram,
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

/** A resource of an object that existed before, another value of one of its arguments, and whether its delete has taken effect. */
const adoptions: Readonly<Record<string, Adoption>> = {
  Instance: {
    inputs: { adopt: 1 },
    change: { tags: ["shop"] },
    isDeleted: (stack) => instancesIn(stack).length === 0,
  },
  BackupSchedule: {
    inputs: saturday,
    change: { day: "Sunday" },
    isDeleted: (stack) => instancesIn(stack)[0]?.backups.enabled === false,
  },
};

interface Adoption {
  readonly inputs: PropertyMap;
  readonly change: PropertyMap;
  readonly isDeleted: (stack: TestStack) => boolean;
}

/** What happens between the run that renames the resource and the one that deletes it. */
const updates: Readonly<Record<string, Update | undefined>> = {
  "no update": undefined,
  "an update": {},
  "an update that the service rejects": { fails: "instances.update" },
  "an update that cannot read the object": { fails: "instances.view" },
  "an update by the same run that cannot read the object": { fails: "instances.view", isOfSameRun: true },
};

interface Update {
  readonly fails?: string;
  readonly isOfSameRun?: boolean;
}

const adoptionCases = Object.keys(adoptions).flatMap((type) =>
  Object.keys(updates).map((update) => [type, update]),
);

describe("the object of a resource that took it over and was renamed", () => {
  it.each(adoptionCases)("is deleted with the resource: %s, after %s", async (type, update) => {
    const { inputs, change, isDeleted } = adoptions[type]!;
    const { fails, isOfSameRun = false } = updates[update] ?? {};
    const stack = new TestStack();
    await stack.clock.run(stack.services().client.instances.create({ ...emptyInstance, label: "theirs" }));
    await stack.clock.advance(120_000);
    const programWith =
      (name: string, more: PropertyMap = {}): ProgramFunction =>
      async (register) => {
        const aliases = [{ urn: urn.replace("Instance::web", `${type}::old`) }];
        await register(declare(type, name, { ...inputs, ...more }, { aliases }));
        return {};
      };
    expect(failuresOf(await stack.up(programWith("old")))).toEqual([]);
    if (!isOfSameRun) expect(stepsOf(await stack.up(programWith("next")))).toEqual([]);
    if (fails) stack.emulator.control.faults.add({ operation: fails, effect: { status: 403 } });
    if (updates[update])
      expect(failuresOf(await stack.up(programWith("next", change)))).toHaveLength(fails ? 1 : 0);
    stack.emulator.control.faults.clear();
    await advanceUntilIdle(stack);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(isDeleted(stack)).toBe(true);
  });

  it("is not deleted with another entry of the state", async () => {
    const stack = new TestStack({ knowsState: false });
    const adopting =
      (name: string, more: PropertyMap, ...aliases: string[]): ProgramFunction =>
      async (register) => {
        const urns = aliases.map((alias) => ({ urn: urn.replace("::web", `::${alias}`) }));
        await register(declare("Instance", name, { ...emptyInstance, ...more }, { aliases: urns }));
        return {};
      };
    const targets = (name: string) => ({ targets: [urn.replace("::web", `::${name}`)] });
    await stack.up(adopting("old", {}));
    stack.endPlugin();
    const taken = { adopt: 1 };
    expect(failuresOf(await stack.up(adopting("next", taken), targets("next")))).toEqual([]);
    expect(stepsOf(await stack.up(adopting("store", taken, "next"), targets("store")))).toEqual([]);
    const changed = adopting("store", { ...taken, tags: ["shop"] });
    expect(stepsOf(await stack.up(changed, targets("store")))).toEqual(["update store"]);
    expect(failuresOf(await stack.destroy(targets("old"))).join()).toMatch(/::store adopted it\./);
    expect(instancesIn(stack)).toMatchObject([{ id: 1 }]);
  });
});
