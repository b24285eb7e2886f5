import { gzipSync } from "node:zlib";
import { createEmulator } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { callsOf, connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

/**
 * One resource of every kind that an update changes in place, and one reference to it for every way to write an id. Then
 * resources that manage the same setting, or change each other's: the backup service, and the default payment method.
 */
const program = `
const pulumi = require("@pulumi/pulumi");
const { BackupSchedule, Image, Instance, OAuthClient, PaymentMethod } = require("pulumi-nodecloud");
const later = process.env.LATER ? "later" : "first";
const place = { region: "us-east", type: "g1-nano-1" };
const rootPass = "correct-horse-battery";

const instance = new Instance("instance", { ...place, image: "node/debian12", rootPass, tags: [later] });
const image = new Image("image", { file: "golden.img.gz", region: "us-east", description: later });
const client = new OAuthClient("client", { label: later, redirectUri: "https://shop.example/callback" });
const card = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2037, cvv: "7319" };
const method = new PaymentMethod("method", { card, isDefault: later === "later" });
const schedule = new BackupSchedule("schedule", {
  instanceId: instance.instanceId,
  day: later === "later" ? "Sunday" : "Monday",
  window: "W10",
});

const instanceIds = {
  name: instance.instanceId,
  apply: instance.instanceId.apply((id) => id),
  id: instance.id.apply(Number),
};
for (const [way, instanceId] of Object.entries(instanceIds)) {
  new Instance("clone-by-" + way, { ...place, cloneFrom: { instanceId }, booted: false });
}
const imageIds = { name: image.imageId, apply: pulumi.interpolate\`\${image.imageId}\`, id: image.id };
for (const [way, id] of Object.entries(imageIds)) {
  new Instance("built-by-" + way, { ...place, image: id, rootPass });
}
const tags = [
  instance.created,
  instance.hypervisor,
  instance.image,
  instance.ipv4.apply(([first]) => first),
  instance.specs.memory,
  image.created,
  image.size,
  client.status,
  method.created,
  method.data.apply(({ lastFour }) => lastFour),
  client.clientId,
  client.id, pulumi.interpolate\`m-\${method.paymentMethodId}\`, method.id, schedule.instanceId];
new Instance("tagged", { ...place, tags: tags.map((tag) => pulumi.interpolate\`is-\${tag}\`) });

const enabled = new Instance("enabled", { ...place, backupsEnabled: true });
new BackupSchedule("nightly-enabled", { instanceId: enabled.instanceId, day: "Saturday", window: "W10" });
const one = new PaymentMethod("one", { card: { ...card, cardNumber: "4000000000009995" } }, { dependsOn: method });
new PaymentMethod("two", { card: { ...card, cardNumber: "5500005555555559" }, ...(later === "first" && { isDefault: true }) }, { dependsOn: one });
`;

onEveryEngine(
  "resources that refer to each other show no changes that are not their own",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": program });
    project.write("golden.img.gz", gzipSync("a disk"));
    const run = (operation: string, env: Record<string, string> = {}, ...more: string[]) => {
      const yes = operation === "preview" ? [] : ["--yes"];
      return project.run([operation, "--engine", engine, ...yes, ...more], {
        env: { ...connectionTo(server), ...env },
      });
    };
    try {
      expectDone(await run("up"));
      // What one resource writes is not drift of another.
      expectDone(await run("refresh", {}, "--expect-no-changes"));
      expectDone(await run("preview", {}, "--refresh", "--expect-no-changes"));

      emulator.control.forgetRequests();
      expectDone(await run("preview"));
      expect(callsOf(emulator)).toEqual([]);
      const previewed = await run("preview", { LATER: "1" });
      expectDone(previewed);
      expect(previewed.stdout).toMatch(/~ 6 to update/);
      expect(previewed.stdout).not.toMatch(/create|replace|delete/);
      // The account of the token, and one list of each kind whose outputs are used, however many outputs are used.
      const reads = [
        "account",
        "account/oauth-clients",
        "account/payment-methods",
        "images",
        "node/instances",
      ];
      const calls = callsOf(emulator).filter((call) => !call.includes("/thumbnail"));
      expect(calls).toEqual(reads.map((path) => `GET /v4/${path}`));
      // Without a list the outputs stay unknown, and the resource that uses them is shown as changed.
      const unread = await run("preview", { LATER: "1", NODECLOUD_TOKEN: "wrong" });
      expectDone(unread);
      expect(unread.stdout).toMatch(/~ 7 to update/);
    } finally {
      await server.close();
      project.remove();
    }
  },
  120_000,
);
