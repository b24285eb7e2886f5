import { createEmulator } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { expectDone, Project, reaching } from "./project";

/** Instances whose backup service a schedule manages as well, and payment methods of which one makes itself the default. */
const program = `
const { BackupSchedule, Instance, PaymentMethod } = require("pulumi-nodecloud");
const place = { region: "us-east", type: "g1-nano-1" };
for (const [name, args] of Object.entries({ plain: {}, enabled: { backupsEnabled: true } })) {
  const instance = new Instance(name, { ...place, ...args });
  new BackupSchedule("nightly-" + name, { instanceId: instance.instanceId, day: "Saturday", window: "W10" });
}
const card = { expiryMonth: 5, expiryYear: 2037, cvv: "7319" };
const first = new PaymentMethod("first", { card: { ...card, cardNumber: "4111111111111111" } });
new PaymentMethod("second", { card: { ...card, cardNumber: "5500005555555559" }, isDefault: true }, { dependsOn: first });
`;

onEveryEngine(
  "what one resource writes is no outside change of another",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = new Project({ "index.js": program });
    const run = (...args: string[]) =>
      project.run([...args, "--engine", engine], { env: { ...reaching(server) } });
    try {
      expectDone(await run("up", "--yes"));
      expectDone(await run("refresh", "--yes", "--expect-no-changes"));
      expectDone(await run("preview", "--refresh", "--expect-no-changes"));
    } finally {
      await server.close();
      project.remove();
    }
  },
  90_000,
);
