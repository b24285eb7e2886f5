import { TestStack } from "../../src/testing";
import { failuresOf, web } from "./programs";

const password = "correct-horse-battery";
const forms = [0, 1, 2].map((offset) => Buffer.from(`${"x".repeat(offset)}${password}`).toString("base64"));

describe("a service that repeats a secret", () => {
  it.each(["instances.create", "instances.view", "instances.list", "instances.update", "instances.delete"])(
    "in an error of %s brings it into no message, log or state, in any form",
    async (operation) => {
      const stack = new TestStack();
      const said: string[] = [];
      for (const reason of [password, encodeURIComponent(`${password} `), ...forms]) {
        await stack.up(web({ watchdogEnabled: false }));
        stack.emulator.control.faults.add({
          operation,
          effect: { status: 400, body: { errors: [{ reason }] } },
        });
        for (const outcome of [
          await stack.up(web({ group: reason.slice(0, 3) })),
          await stack.refresh(),
          await stack.destroy(),
        ]) {
          said.push(...failuresOf(outcome), JSON.stringify(outcome.events));
        }
        stack.emulator.control.faults.clear();
        said.push(JSON.stringify(stack.said), JSON.stringify(stack.store.snapshot));
        await stack.destroy();
      }
      const all = said.join("\n");
      expect(all).not.toContain(password);
      for (const form of forms) expect(all).not.toContain(form.slice(4, -4));
    },
    60_000,
  );
});
