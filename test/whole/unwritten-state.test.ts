import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createEmulator } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { connectionTo, expectDone, Project, until } from "./project";

const program = `
const { PaymentMethod } = require("pulumi-nodecloud");
const card = { cardNumber: "4111111111111111", expiryMonth: 12, expiryYear: 2040, cvv: "123" };
new PaymentMethod("card", { isDefault: false, card });
`;

onEveryEngine(
  "what a run created is taken over if the state could not be written",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = new Project({ "index.js": program });
    const up = ["up", "--engine", engine, "--yes"];
    const options = { env: connectionTo(server) };
    const cards = () => emulator.control.world().payment_methods.map(({ id }) => id);
    const before = cards();
    const stateFile = ".pulumi/stacks/whole/dev.json";
    const statePath = join(project.folder, stateFile);
    try {
      emulator.control.faults.add({
        operation: "paymentMethods.add",
        when: "after",
        effect: { latency: 1000 },
      });
      const running = project.start(up, options);
      await until(() => cards().length > before.length);
      const state = project.read(stateFile);
      // No engine can replace a folder with a file.
      rmSync(statePath);
      mkdirSync(join(statePath, "in the way"), { recursive: true });
      const failed = await running.ended;
      expect(failed.code).not.toBe(0);
      if (engine === "embedded")
        expect(failed.stdout + failed.stderr).toMatch(
          /the next `up` on this machine takes them over:\n +urn:.*::card: id \d+\n/,
        );
      rmSync(statePath, { recursive: true });
      project.write(stateFile, state);
      emulator.control.faults.clear();
      expectDone(await project.run(up, options));
      expect(cards()).toHaveLength(before.length + 1);
      expect(project.resources().card?.id).toBe(String(cards().at(-1)));
    } finally {
      await server.close();
      project.remove();
    }
  },
  90_000,
);
