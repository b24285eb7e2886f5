import { createHash } from "node:crypto";
import { surveyAccount, writeAdoption } from "../../src/adoption";
import { createClient, fetchTransport } from "../../src/client";
import { alternativeSettings, type Settings, wellKnownTokens } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { failuresOf, stepsOf } from "../resources/programs";
import { programOf, runWritten, withoutAdopt } from "./written-program";

const description = 'A "golden"\n`x`\u202e';

/** Everything that the service holds, but its time. */
function worldOf({ emulator }: TestStack): string {
  const { time, ...world } = emulator.control.world();
  return createHash("sha256").update(JSON.stringify(world)).digest("hex");
}

/** An account with objects of every kind, which refer to each other. */
async function setUpAccount(settings: Partial<Settings> = {}, brand = "node") {
  const stack = new TestStack({ settings, brand });
  const client = createClient({
    ...{ baseUrl: stack.address, token: wellKnownTokens.full, brand, clock: stack.clock },
    transport: fetchTransport((request) => stack.emulator.fetch(request)),
  });
  const small = { region: "us-east", type: "g1-nano-1", root_pass: "correct-horse-battery" };
  const { control } = stack.emulator;
  await stack.clock.run(
    (async () => {
      const first = await client.instances.create({ ...small, image: `${brand}/debian12`, label: "web-1" });
      await stack.clock.advance(600_000);
      const disk = control.world().disks.find(({ instance_id: id }) => id === first.id);
      const image = await client.images.create({
        ...{ disk_id: disk?.id ?? 0, label: "web-1", description },
      });
      await stack.clock.advance(3_600_000);
      const second = await client.instances.create({
        ...{
          ...small,
          image: image.id,
          label: "from-image",
          tags: ['a "quoted" tag', "b-tag"],
          backups_enabled: true,
        },
      });
      await stack.clock.advance(600_000);
      await client.instances.update({
        ...{ instanceId: second.id, backups: { schedule: { day: "Saturday", window: "W10" } } },
      });
      const redirect = "https://app.example/callback";
      await client.oauthClients.create({ label: `${"long ".repeat(100)}"`, redirect_uri: redirect });
      await client.oauthClients.create({ label: "*/ ]]> </script>", redirect_uri: redirect, public: true });
      await client.oauthClients.create({ label: "*/ ]]> </script>", redirect_uri: redirect });
      await stack.clock.advance(600_000);
      control.changeInstance(first.id, { status: "offline" });
      control.forgetRequests();
    })(),
  );
  const survey = () =>
    stack.clock.run(
      surveyAccount({
        ...{
          clock: stack.clock,
          env: {},
          settings: { baseUrl: stack.address, token: wellKnownTokens.full, brand },
        },
        transport: fetchTransport((request) => stack.emulator.fetch(request)),
      }),
    );
  return { stack, survey };
}

describe.each([
  ["the default settings", {}, "node"],
  ["all alternative settings", alternativeSettings, "node"],
  ["another brand", {}, "acme"],
])("an account under %s", (_, settings, brand) => {
  it("is adopted by the written program without a write, and stays as it is without `adopt`", async () => {
    const { stack, survey } = await setUpAccount(settings, brand);
    const found = await survey();
    expect(found.problems).toEqual([]);
    const files = writeAdoption(found, "/somewhere/shop", "1.2.3");
    const declared = runWritten(files);
    const {
      instances,
      images,
      oauth_clients: clients,
      payment_methods: methods,
    } = stack.emulator.control.world();
    const own = images.filter(({ is_public: isPublic }) => !isPublic);
    const typesIn = (type: string) => declared.filter((one) => one.type === type);
    expect(typesIn("Instance").map(({ args }) => args.adopt)).toEqual(instances.map(({ id }) => id));
    expect(typesIn("Image").map(({ args }) => args.adopt)).toEqual(own.map(({ id }) => id));
    expect(
      typesIn("OAuthClient")
        .map(({ args }) => args.label)
        .sort(),
    ).toEqual(clients.map(({ label }) => label).sort());
    expect(typesIn("PaymentMethod").map(({ args }) => args.adopt)).toEqual(methods.map(({ id }) => id));
    expect(typesIn("BackupSchedule").map(({ args }) => args)).toEqual([
      { adopt: instances[1]?.id, instanceId: instances[1]?.id, day: "Saturday", window: "W10" },
    ]);
    expect(typesIn("Image").at(-1)?.args.description).toBe(description);

    const before = worldOf(stack);
    const adopted = await stack.up(programOf(declared));
    expect(failuresOf(adopted)).toEqual([]);
    expect(stepsOf(adopted)).toHaveLength(declared.length);
    const ids = new Map(declared.map(({ type, name, args }) => [`${type} ${name}`, args.adopt]));
    const kept = runWritten(withoutAdopt(files), ids);
    expect(kept).toEqual(declared.map(({ args: { adopt, ...args }, ...rest }) => ({ ...rest, args })));
    for (const run of [
      () => stack.up(programOf(kept)),
      () => stack.refresh(),
      () => stack.up(programOf(kept)),
    ]) {
      const outcome = await run();
      expect(failuresOf(outcome)).toEqual([]);
      expect(stepsOf(outcome)).toEqual([]);
    }
    expect(worldOf(stack)).toBe(before);
    const methodsSent = new Set(stack.emulator.control.requests().map(({ method }) => method));
    expect(methodsSent).toEqual(new Set(["GET"]));
  });
});

it("writes references between objects as code, and secrets as configuration", async () => {
  const { survey } = await setUpAccount();
  const files = writeAdoption(await survey(), "shop", "1.2.3");
  expect(files.get("instances.ts")).toContain('import { web1 } from "./images";');
  expect(files.get("instances.ts")).toMatch(
    / {2}image: web1\.imageId,\n {2}rootPass: config\.getSecret\("fromImageRootPass"\)/,
  );
  expect(files.get("instances.ts")).toMatch(/ {2}adopt: 1,\n(?: {2}.*\n)* {2}image: "node\/debian12",\n/);
  expect(files.get("backup-schedules.ts")).toContain('import { fromImage } from "./instances";');
  expect(files.get("backup-schedules.ts")).toContain("  instanceId: fromImage.instanceId,\n");
  expect(files.get("payment-methods.ts")).toContain('card: config.getSecretObject("paymentMethod1Card")');
  expect(files.get("backup-schedules.ts")).toContain(
    'export const fromImageBackups = new BackupSchedule("from-image-backups", {',
  );
  expect(files.get("images.ts")).not.toContain("config");
});

it("says in the README of the program how to set a card", async () => {
  const { survey } = await setUpAccount();
  const readme = writeAdoption(await survey(), "shop", "1.2.3").get("README.md");
  expect(readme).toContain("npx nodecloud config set --secret paymentMethod1Card\n");
  expect(readme).toContain(
    '\nA card is JSON: `{"cardNumber": "...", "expiryMonth": 12, "expiryYear": 2030, "cvv": "..."}`.',
  );
});
