/** @jest-environment node */
import { testStack } from "../../src/program-testing";
import { webProgram } from "./programs";

afterEach(() => void jest.useRealTimers());

it("runs and passes hours while the test runner's timers are stopped", async () => {
  jest.useFakeTimers({ now: 0 });
  const stack = await testStack({ settings: { bootingSeconds: 900 } });
  const { outputs } = await stack.up(webProgram({ timeouts: { create: "1h" } }));
  expect(outputs.web).toBeDefined();
  expect(stack.world.instances).toMatchObject([{ status: "running" }]);
  await stack.clock.advance(3_600_000);
  await expect(stack.up(webProgram({ region: "mars" }))).rejects.toThrow(/mars/);
  await stack.refresh();
  await stack.destroy();
  expect(stack.world.instances).toEqual([]);
  expect(Date.now()).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});
