import { TestStack } from "../../src/testing";
import { emptyProgram, failuresOf, instancesIn, stepsOf, webInstance } from "./programs";
import { maxReadLag, serviceVariants } from "./service-variants";

describe.each(serviceVariants)("an instance with the settings %s and the brand %s", (_, brand, settings) => {
  it("is created, updated, restored after external changes and deleted", async () => {
    const stack = new TestStack({ settings, brand });
    const declared = {
      image: `${brand}/debian12`,
      tags: ["b-tag", "A-tag"],
      alerts: { cpu: 50 },
      backupsEnabled: true,
    };
    const expectDone = async (run: Promise<{ result: string } & Parameters<typeof failuresOf>[0]>) => {
      const outcome = await run;
      expect(failuresOf(outcome)).toEqual([]);
      expect(outcome.result).toBe("succeeded");
      return stepsOf(outcome);
    };
    expect(await expectDone(stack.up(webInstance(declared)))).toEqual(["create web"]);
    expect(instancesIn(stack)).toMatchObject([
      { status: "running", alerts: { cpu: 50 }, tags: ["b-tag", "A-tag"] },
    ]);
    await expectDone(stack.refresh());
    expect(await expectDone(stack.up(webInstance({ ...declared, tags: ["a-tag", "B-tag"] })))).toEqual([]);
    expect(await expectDone(stack.up(webInstance({ ...declared, tags: ["c-tag"], group: "g" })))).toEqual([
      "update web",
    ]);
    expect(instancesIn(stack)).toMatchObject([{ tags: ["c-tag"], group: "g", alerts: { cpu: 50 } }]);
    const id = instancesIn(stack)[0]?.id ?? 0;
    stack.emulator.control.changeInstance(id, { status: "offline", watchdog_enabled: false });
    await stack.clock.advance(maxReadLag);
    await expectDone(stack.refresh());
    await expectDone(stack.up(webInstance({ ...declared, tags: ["c-tag"], group: "g" })));
    expect(instancesIn(stack)).toMatchObject([{ id, status: "running" }]);
    expect(
      await expectDone(stack.up(webInstance({ ...declared, type: "g1-standard-1", tags: ["c-tag"] }))),
    ).toEqual(["createReplacement web", "deleteReplaced web"]);
    await expectDone(stack.up(emptyProgram));
    expect(instancesIn(stack)).toEqual([]);
  });
});
