import { TestStack } from "../../src/testing";
import { failuresOf, webInstance } from "./programs";

const password = "correct-horse-battery";
/** The password in base64, at each of the three offsets that it can have in an encoded string. */
const encodings = [0, 1, 2].map((offset) =>
  Buffer.from(`${"x".repeat(offset)}${password}`).toString("base64"),
);
const reasons = [password, encodeURIComponent(`${password} `), ...encodings];

describe("an error that contains a secret", () => {
  it.each(["instances.create", "instances.view", "instances.list", "instances.update", "instances.delete"])(
    "from %s reveals it in no message, event or state, in any encoding",
    async (operation) => {
      const stack = new TestStack();
      const texts: string[] = [];
      await stack.up(webInstance({ watchdogEnabled: false }));
      stack.emulator.control.faults.add({
        operation,
        effect: { status: 400, body: { errors: reasons.map((reason) => ({ reason })) } },
      });
      for (const outcome of [
        await stack.up(webInstance({ group: "changed" })),
        await stack.up(webInstance({ type: "g1-standard-1", label: "mine" })),
        await stack.refresh(),
        await stack.destroy(),
      ]) {
        texts.push(...failuresOf(outcome), JSON.stringify(outcome.events));
      }
      const { control } = stack.emulator;
      expect(control.requests().filter(({ faults }) => faults.length > 0)).not.toEqual([]);
      texts.push(JSON.stringify(stack.messages), JSON.stringify(stack.store.snapshot));
      const all = texts.join("\n");
      expect(all).not.toContain(password);
      for (const text of encodings) expect(all).not.toContain(text.slice(4, -4));
    },
  );
});
