import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { declareAll, type Inputs } from "./declare-all";
import { clientsIn, shop } from "./oauth-clients";
import { failuresOf, smallInstance, stepsOf, warningsOf } from "./programs";

const web = { ...smallInstance, label: "web", group: "a" };

/** The created object as the service returns it. */
async function show(stack: TestStack, type: string): Promise<object> {
  const { client } = stack.services();
  const clientId = clientsIn(stack)[0]?.id ?? "";
  return stack.clock.run<object>(
    type === "Instance" ? client.instances.view({ instanceId: 1 }) : client.oauthClients.view({ clientId }),
  );
}

describe("a value that the service normalizes", () => {
  it.each<[string, string, Inputs, Inputs, string]>([
    [
      "Instance",
      "instances.update",
      web,
      { group: "b ", backupsEnabled: true },
      'instance 1: the service accepted "b " for group and returns "a"',
    ],
    [
      "OAuthClient",
      "oauthClients.update",
      shop,
      { redirectUri: `https://shop.example/${"x".repeat(300)}` },
      `x... for redirectUri and returns "${shop.redirectUri}"`,
    ],
  ])(
    "is reported with the returned value, for each update of type %s",
    async (type, operation, inputs, change, message) => {
      const stack = new TestStack();
      const { faults } = stack.emulator.control;
      await stack.up(declareAll(type, { it: inputs }));
      faults.add({
        operation,
        effect: { status: 200, body: JSON.parse(JSON.stringify(await show(stack, type))) },
      });
      const changed = declareAll(type, { it: { ...inputs, ...change } });
      for (const isSame of [true, true, false]) {
        if (!isSame) faults.clear();
        stack.messages.length = 0;
        const outcome = await stack.up(changed);
        expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], ["update it"]]);
        const warnings = warningsOf(stack);
        expect(warnings).toHaveLength(isSame ? 1 : 0);
        if (isSame)
          expect(warnings.join()).toMatch(
            /every run will send it again\. Declare the value that the service returns\.$/,
          );
        if (isSame) expect(warnings.join()).toContain(message);
      }
    },
  );

  it("is not waited for, unless the service returns the previous value", async () => {
    const stack = new TestStack();
    await stack.up(declareAll("Instance", { it: web }));
    const body = JSON.parse(JSON.stringify(await show(stack, "Instance")));
    for (const [group, wait] of [
      ["b", 0],
      ["a", 10_000],
    ] as const) {
      const { faults } = stack.emulator.control;
      faults.add({ operation: "instances.update", effect: { status: 200, body } });
      faults.add({
        operation: "instances.view",
        nth: 3,
        count: 100,
        effect: { status: 200, body: { ...body, group } },
      });
      const startedAt = stack.clock.now();
      expect(stepsOf(await stack.up(declareAll("Instance", { it: { ...web, group: "b " } })))).toEqual([
        "update it",
      ]);
      expect(warningsOf(stack).at(-1)).toContain(`and returns "${group}"`);
      expect(stack.clock.now() - startedAt).toBeGreaterThanOrEqual(wait);
      expect(stack.clock.now() - startedAt).toBeLessThan(wait + 5000);
      faults.clear();
    }
  });

  it("is reported for a backup schedule too, and does not fail it", async () => {
    const stack = new TestStack();
    const schedule = { instanceId: 1, day: "Sunday", window: "W2" };
    await stack.up(declareAll("Instance", { it: web }));
    await stack.clock.advance(60_000);
    const both =
      (day: string): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "it", web));
        await register(declare("BackupSchedule", "weekly", { ...schedule, day }));
        return {};
      };
    expect(failuresOf(await stack.up(both("Sunday")))).toEqual([]);
    const body = JSON.parse(JSON.stringify(await show(stack, "Instance")));
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 200, body } });
    for (const _ of [1, 2]) {
      stack.messages.length = 0;
      const startedAt = stack.clock.now();
      const outcome = await stack.up(both("Monday"));
      expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], ["update weekly"]]);
      expect(warningsOf(stack)).toEqual([
        expect.stringContaining(
          'backup schedule 1: the service accepted "Monday" for day and returns "Sunday"',
        ),
      ]);
      expect(stack.clock.now() - startedAt).toBeLessThan(20_000);
    }
  });

  it("causes no warning if the service does not return it", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    await stack.up(declareAll("Instance", { it: web }));
    const { group, ...others } = JSON.parse(JSON.stringify(await show(stack, "Instance")));
    for (const body of [others, { ...others, group: null }]) {
      faults.add({ operation: "instances.view", effect: { status: 200, body } });
      const named = declareAll("Instance", { it: { ...web, group: `b${Object.keys(body).length}` } });
      expect(stepsOf(await stack.up(named))).toEqual(["update it"]);
      expect(warningsOf(stack)).toEqual([]);
      faults.clear();
    }
  });
});
