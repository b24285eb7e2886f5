import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "../../../src/client";
import { createEmulator, type Listening, wellKnownTokens } from "../../../src/emulator";
import { expectReadable } from "../command";
import { type InProcessOptions, runInProcess } from "../in-process";

const root = resolve(__dirname, "../../..");
const emulator = createEmulator({ settings: { listLagSeconds: 0 } });
const { control } = emulator;
let parent: string;
let server: Listening;
beforeAll(async () => {
  server = await emulator.listen({ port: 0 });
});
afterAll(() => server.close());
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "nodecloud-adopt-"));
});
afterEach(() => {
  control.reset();
  rmSync(parent, { recursive: true, force: true });
});

function adopt(args: readonly string[], { env, ...options }: InProcessOptions = {}) {
  const connection = {
    NODECLOUD_BASE_URL: server.url,
    NODECLOUD_TOKEN: wellKnownTokens.full,
    NODECLOUD_HOME: parent,
  };
  return runInProcess(["adopt", ...args], { cwd: parent, ...options, env: { ...connection, ...env } });
}

const all = ["--all", "--out", "shop"];

function writtenFiles(folder = join(parent, "shop")): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

describe("nodecloud adopt", () => {
  it("writes a project that the compiler accepts, with the address and without the token", async () => {
    await createObjects();
    const { code, stdout, stderr } = await adopt(all);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(
      `Wrote shop, a program that adopts 5 objects.
  1 backup schedule
  1 image
  1 instance
  1 OAuth client
  1 payment method
No stack was specified`,
    );
    expect(stdout).toContain("11 images: Public images belong to the operator.\n    node/alma8, ");
    expectReadable(stdout);
    const files = writtenFiles();
    const modules = ["backup-schedules", "images", "instances", "oauth-clients", "payment-methods"];
    const others = [".gitignore", "Pulumi.yaml", "README.md", "index.ts", "package.json", "tsconfig.json"];
    expect([...files.keys()].sort()).toEqual([...modules.map((name) => `${name}.ts`), ...others].sort());
    expect(files.get("Pulumi.yaml")).toContain(`nodecloud:baseUrl:\n    value: "${server.url}"`);
    expect([...files.values()].join("\n")).not.toContain(wellKnownTokens.full);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(JSON.parse(files.get("package.json") ?? "")).toMatchObject({
      name: "shop",
      dependencies: { "pulumi-nodecloud": version },
    });
    expect(files.get("README.md")).toContain("- `node/debian12` Debian 12\n");

    symlinkSync(join(root, "node_modules"), join(parent, "node_modules"));
    const compiler = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", join(parent, "shop")], {
      encoding: "utf8",
    });
    expect(compiler.stdout).toBe("");
    expect(compiler.status).toBe(0);
  }, 60_000);

  it("writes a program without resources if there is nothing to adopt", async () => {
    const { code, stdout } = await adopt([...all, "--type", "Instance"]);
    expect(code).toBe(0);
    expect(stdout).toContain("a program that adopts 0 objects");
    expect(writtenFiles().get("index.ts")).toBe("// There was nothing to adopt.\nexport {};\n");
  });

  it("leaves out what a stack manages", async () => {
    const { payment_methods: methods, account } = control.world();
    const { id = 0, created = 0 } = methods[0] ?? {};
    const identity = { account: account.euuid, created: new Date(created).toISOString().slice(0, 19) };
    const type = "pulumi-nodejs:dynamic/nodecloud:PaymentMethod";
    const outputs = {
      paymentMethodId: id,
      type: "credit_card",
      isDefault: true,
      created: identity.created,
      identity,
    };
    const urn = `urn:pulumi:dev::shop::${type}::card`;
    const resource = { urn, type, custom: true, id: String(id), inputs: {}, outputs };
    const deployment = { manifest: {}, resources: [resource] };
    const input = JSON.stringify({ version: 3, deployment });
    const { code, stdout } = await adopt([...all, "--export", "-"], { input });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("adopts 1 object.") });
    expect(stdout).toContain("shop/dev manages 1 other object.\n");
    expect(writtenFiles().has("payment-methods.ts")).toBe(false);
    expect(writtenFiles().has("images.ts")).toBe(true);
  });

  it("writes nothing and exits with 3 if a list cannot be read", async () => {
    control.faults.add({ operation: "images.list", effect: { status: 403 } });
    const { code, stdout, stderr } = await adopt(all);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(
      /^Incomplete: the program could lack objects or adopt those of a stack, so shop was not written:\n {2}list of images: /,
    );
    expect(readdirSync(parent)).toEqual([]);
  });

  it("writes nothing and exits with 3 if a killed create may have created any of the objects", async () => {
    const type = "pulumi-nodejs:dynamic/nodecloud:PaymentMethod";
    const urn = `urn:pulumi:dev::shop::${type}::card`;
    const operation = { type: "creating", resource: { urn, type, custom: true, inputs: {} } };
    const stackType = "pulumi:pulumi:Stack";
    const stack = { urn: `urn:pulumi:dev::shop::${stackType}::shop-dev`, type: stackType, custom: false };
    const deployment = { manifest: {}, resources: [stack], pending_operations: [operation] };
    const input = JSON.stringify({ version: 3, deployment });
    const { code, stdout, stderr } = await adopt([...all, "--export", "-"], { input });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`\n  stack shop/dev: The create of ${urn} is unresolved`);
    expect(stderr).toContain("nodecloud recover");
    expect(readdirSync(parent)).toEqual([]);
  });

  it.each([
    [
      "a folder that is not empty",
      () => writeFileSync(join(mkdirOf("shop"), "mine"), ""),
      all,
      1,
      /is not empty/,
    ],
    ["a file", () => writeFileSync(join(parent, "shop"), ""), all, 1, /is a file/],
    ["no --out", () => undefined, ["--all"], 64, /--out is missing/],
    ["no --all", () => undefined, ["--out", "shop"], 64, /Add --all/],
    ["an unknown option", () => undefined, [...all, "--bogus"], 64, /unknown option '--bogus'/],
    ["an unknown class", () => undefined, [...all, "--type", "Instances"], 64, /Did you mean Instance\?/],
    ["a folder without a project", () => undefined, [...all, "--stack", "dev"], 1, /There is no Pulumi.yaml/],
  ])("refuses %s before it reads anything", async (_, prepare, args, expected, message) => {
    prepare();
    control.forgetRequests();
    const before = readdirSync(parent, { recursive: true });
    const { code, stdout, stderr } = await adopt(args);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(message);
    expectReadable(stderr);
    expect(readdirSync(parent, { recursive: true })).toEqual(before);
    expect(control.requests()).toEqual([]);
  });

  it("writes nothing when it is interrupted", async () => {
    control.forgetRequests();
    control.faults.add({ operation: "paymentMethods.list", effect: { hang: true } });
    const run = adopt(all);
    while (control.requests().length === 0) await new Promise(setImmediate);
    process.emit("SIGINT");
    expect(await run).toMatchObject({
      ...{ code: 130, stdout: "", stderr: "The command was interrupted. Nothing was changed or written.\n" },
    });
    expect(readdirSync(parent)).toEqual([]);
  });
});

/** An instance with every part that a program declares, from an image of the account, and an OAuth client. */
async function createObjects(): Promise<void> {
  const client = createClient({ baseUrl: server.url, token: wellKnownTokens.full });
  const [image] = control.world().images.filter(({ is_public: isPublic }) => !isPublic);
  const { id } = await client.instances.create({
    ...{ region: "us-east", type: "g1-nano-1", image: image?.id ?? "", root_pass: "correct-horse-battery" },
    ...{ label: "web-1", group: "shop", tags: ["a-tag"], backups_enabled: true },
  });
  control.clock.advance(600_000);
  const backups = { schedule: { day: "Saturday", window: "W10" } };
  await client.instances.update({ instanceId: id, backups });
  await client.oauthClients.create({ label: "app", redirect_uri: "https://app.example/", public: true });
}

function mkdirOf(name: string): string {
  mkdirSync(join(parent, name));
  return join(parent, name);
}
