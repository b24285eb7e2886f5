import { TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { failuresOf, smallInstance, warningsOf, webInstance } from "./programs";

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

describe("a secret argument", () => {
  it("does not hide the resource's name and plain arguments with the same string in commands and values", async () => {
    const stack = new TestStack();
    const script = { stackscriptId: 1, stackscriptData: { hostname: "frontend", contact: "us-east" } };
    const program = declareAll("Instance", { frontend: { ...smallInstance, ...script } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    stack.emulator.control.externalChange({
      kind: "instance_change",
      instanceId: 1,
      patch: { region: "eu-west" },
    });
    await stack.refresh();
    await stack.up(program);
    expect(warningsOf(stack).join()).toMatch(/not "us-east", .* --replace \S+:Instance::frontend`/);
  });

  it("is redacted although the service returns it as another output", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    stack.emulator.control.externalChange({
      kind: "instance_change",
      instanceId: 1,
      patch: { group: password },
    });
    await stack.refresh();
    stack.endPlugin();
    const effect = { status: 400, body: { errors: [{ reason: password }] } };
    stack.emulator.control.faults.add({ operation: "instances.view", effect });
    expect(failuresOf(await stack.destroy()).join()).toMatch(/returned 400: (?!correct-horse)/);
  });
});
