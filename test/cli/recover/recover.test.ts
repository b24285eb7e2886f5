/** @jest-environment node */
import "../../cheap-keys";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClient } from "../../../src/client";
import { realClock } from "../../../src/clock";
import { createEmulator, type Listening, wellKnownTokens } from "../../../src/emulator";
import { intentFiles } from "../../../src/lifecycle";
import { recordRun } from "../../../src/plugin/recorded-runs";
import { FileRecoveryStore } from "../../../src/recovery/file-recovery-store";
import { createPassphrase, type PassphraseSecrets } from "../../../src/state";
import { expectReadable } from "../command";
import { type InProcessOptions, runInProcess } from "../in-process";
import { firstResources, instance, origin, password } from "./stack-of-one-instance";

// These runs take real time. Lists that lag are tested on a virtual clock, in test/recovery.
const mockCancel = Symbol("cancel");
let mockReceived: NodeJS.Signals | undefined;
/** Left with Ctrl-C, or by a signal that the process receives in the meantime. */
const mockPrompt = ({ signal }: { signal?: AbortSignal }) => {
  if (mockReceived === undefined) return Promise.resolve(mockCancel);
  const left = new Promise((resolve) => signal?.addEventListener("abort", () => resolve(mockCancel)));
  process.emit(mockReceived);
  return left;
};
jest.mock("@clack/prompts", () => ({
  updateSettings: () => undefined,
  isCancel: (answer: unknown) => answer === mockCancel,
  confirm: (options: object) => mockPrompt(options),
  password: (options: object) => mockPrompt(options),
}));

const emulator = createEmulator({ settings: { listLagSeconds: 0 } });

let folder: string;
let server: Listening;
let secrets: PassphraseSecrets;
beforeAll(async () => {
  server = await emulator.listen({ port: 0 });
  secrets = await createPassphrase("secret-passphrase");
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-recover-"));
  emulator.control.reset();
  const client = createClient({ baseUrl: server.url, token: wellKnownTokens.full });
  const declared = { region: "us-east", type: "g1-nano-1", image: "node/debian12", label: "web-a1b2c3d" };
  await client.instances.create({ ...declared, root_pass: password });
  write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
  writeState([{ type: "creating", resource: pendingInstance(declared) }]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const stateFile = ".pulumi/stacks/shop/dev.json";
const stateText = () => readFileSync(join(folder, stateFile), "utf8");
const state = () => JSON.parse(stateText()).checkpoint.latest;

/** The instance as a killed run recorded it before its request. */
function pendingInstance(declared: object) {
  return {
    ...instance,
    inputs: {
      ...declared,
      ...{ generatedLabel: true, origin },
      __provider: 'exports.handler = () => require("pulumi-nodecloud/provider").instance',
      rootPass: {
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        ciphertext: secrets.encrypt(JSON.stringify(password), `${instance.urn}#inputs.rootPass`),
      },
    },
  };
}

function writeState(pending: readonly unknown[], resources: readonly unknown[] = firstResources): void {
  const latest = {
    manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "" },
    secrets_providers: { type: "passphrase", state: { salt: secrets.salt } },
    resources,
    pending_operations: pending,
  };
  write(stateFile, JSON.stringify({ version: 3, checkpoint: { stack: "organization/shop/dev", latest } }));
}

function recover(args: readonly string[] = [], { env, ...options }: InProcessOptions = {}) {
  const connection = {
    ...{
      NODECLOUD_BASE_URL: server.url,
      NODECLOUD_TOKEN: wellKnownTokens.full,
      NODECLOUD_HOME: join(folder, "home"),
    },
    ...{ PULUMI_CONFIG_PASSPHRASE: "secret-passphrase", PULUMI_HOME: join(folder, "pulumi") },
  };
  return runInProcess(["recover", ...args], { cwd: folder, ...options, env: { ...connection, ...env } });
}

describe("nodecloud recover", () => {
  it("shows what it found and changes nothing with neither a terminal nor --yes", async () => {
    const before = stateText();
    const { code, stdout, stderr } = await recover();
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(stdout).toBe(`shop/dev:
  Instance web (certain)
      A run was stopped while creating this instance. It created instance 1.
      -> Record instance 1 in the state.
Nothing was changed. Add --yes to apply the changes that need no decision.
1 of 1 is left.
`);
    expectReadable(stdout);
    expect(stateText()).toBe(before);
  });

  it("asks for a terminal if each case needs a decision", async () => {
    const { inputs, ...resource } = pendingInstance({
      region: "us-east",
      type: "g1-nano-1",
      label: "web-a1b2c3d",
    });
    writeState([
      { type: "creating", resource: { ...resource, inputs: { ...inputs, generatedLabel: false } } },
    ]);
    const { code, stdout } = await recover();
    expect(code).toBe(2);
    expect(stdout).toContain("Instance web (needs a decision)");
    expect(stdout).toContain(
      "\nNothing was changed. Run the command on a terminal to decide.\n1 of 1 is left.\n",
    );
  });

  it("removes the create of a run of this machine that the state has, whatever others have created since", async () => {
    await recover(["--yes"]);
    const client = createClient({ baseUrl: server.url, token: wellKnownTokens.full });
    const declared = { region: "us-east", type: "g1-nano-1", image: "node/debian12", label: "web-a1b2c3d" };
    await client.instances.create({ ...declared, root_pass: password, label: "of-a-colleague" });
    const { inputs, ...resource } = pendingInstance(declared);
    const created = "2026-01-01T00:00:00Z";
    const pending = { ...resource, created, inputs: { ...inputs, generatedLabel: false } };
    writeState([{ type: "creating", resource: pending }], state().resources);
    const place = { backendUrl: `file://${folder}`, project: "shop", stack: "dev", projectFolder: folder };
    recordRun(place, created, { NODECLOUD_HOME: join(folder, "home") });
    expect((await recover()).stdout).toContain(`  Instance web (certain)
      A run was stopped while creating this instance. The state records instance 1 for the resource, and the create left nothing else.
      -> Remove the create from the state, which keeps instance 1.
`);
    const intents = intentFiles(join(folder, "home/intents"), `file://${folder}`, realClock);
    await intents.save({ origin, address: server.url, before: ["1"], at: 1, label: "web-a1b2c3d" });
    const { code, stdout } = await recover(["--yes"]);
    expect(code).toBe(2);
    expect(stdout).toContain("instance 2");
    expect(stdout).toMatch(/\n1 of 1 is left\.\nRun the command on a terminal to decide\.\n$/);
  });

  it("warns of creates of a stack of the same name in a folder that no longer exists, as long as they are unfinished", async () => {
    const intents = (owner: string) => intentFiles(join(folder, "home/intents"), owner, realClock);
    const gone = join(folder, "gone");
    const intent = { origin, address: server.url, before: [], at: 1 };
    const second = { ...origin, name: "db" };
    await intents(`file://${gone}`).save(intent);
    await intents(`file://${gone}`).save({ ...intent, origin: second });
    const { stderr } = await recover();
    expect(stderr).toContain(`2 unresolved, of a stack of this name in ${gone}, which no longer exists: `);
    expect(stderr).toMatch(/: (web \(Instance\), db|db \(Instance\), web) \(Instance\)\./);
    expectReadable(stderr);
    await intents(`file://${gone}`).remove(second, server.url);
    await intents(`file://${gone}`).save({ ...intent, id: "99" });
    await intents(`file://${gone}`).remove(origin, server.url);
    expect((await recover()).stderr).toBe("");
  });

  it("warns of creates of stacks that do not exist, unless the renamed stack has them", async () => {
    const intents = intentFiles(join(folder, "home/intents"), `file://${folder}`, realClock);
    const intent = { address: server.url, before: [], at: 1 };
    for (const name of ["web", "db"])
      await intents.save({ ...intent, origin: { ...origin, stack: "former", name } });
    const other = { ...origin, project: "blog", stack: "former", name: "post" };
    await intents.save({ ...intent, origin: other });
    const { stderr } = await recover();
    expect(stderr).toBe(
      "warning: Creates on this machine: 1 unresolved, from stacks that do not exist: db (Instance). If dev is the renamed former, rename it back with `pulumi stack rename former`, and run `pulumi up` before you rename it again. Otherwise run `nodecloud stack init former --no-select` and `nodecloud recover --stack former`, which finds out what was created.\n",
    );
    expect((await recover(["--json"])).stderr).toBe(stderr);
    write(".pulumi/stacks/shop/former.json", stateText());
    expect((await recover()).stderr).toBe("");
  });

  it("is incomplete if the record of a create cannot be read, and names it", async () => {
    writeState([]);
    expect(await recover()).toMatchObject({ code: 0, stderr: "" });
    write("home/intents/damaged.json", "");
    const file = join(folder, "home/intents/damaged.json");
    const { code, stdout, stderr } = await recover();
    expect([code, stdout]).toEqual([3, "Nothing is unfinished in shop/dev.\n"]);
    expect(stderr).toMatch(/^warning: The records of creates in .* cannot be read \(.*\), so an object/);
    expect(stderr).toContain(file);
    expectReadable(stderr);
    const json = await recover(["--json"]);
    expect([json.code, json.stderr]).toEqual([3, stderr]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ verdict: "incomplete", cases: [] },
      unreadableRecords: [{ path: file, reason: expect.stringMatching(/./) }],
    });
  });

  it("changes nothing with --json and without --yes, even if confirmations are skipped", async () => {
    const before = stateText();
    const { code, stdout } = await recover(["--json"], { env: { PULUMI_SKIP_CONFIRMATIONS: "1" } });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ cases: [{ certainty: "certain", done: null }] });
    expect(stateText()).toBe(before);
  });

  it("applies the changes that need no decision if confirmations are skipped", async () => {
    const { code, stdout } = await recover([], { env: { PULUMI_SKIP_CONFIRMATIONS: "1" } });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("Record instance 1 in the state."),
    });
    expect(state().resources).toHaveLength(3);
  });

  it("writes the state as a run does: locked, backed up, encrypted", async () => {
    const before = stateText();
    const { code, stdout } = await recover(["--yes", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ stack: "shop/dev", verdict: "settled" },
      cases: [
        {
          urn: instance.urn,
          certainty: "certain",
          ids: ["1"],
          done: "Record instance 1 in the state.",
          failure: null,
        },
      ],
    });
    const [, , recorded] = state().resources;
    expect(recorded).toMatchObject({
      urn: instance.urn,
      id: "1",
      outputs: { instanceId: 1, unfinished: ["ready"] },
    });
    expect(recorded.outputs.applied).toHaveProperty("ciphertext");
    expect(state().pending_operations).toBeUndefined();
    expect(`${stdout}${stateText()}`).not.toContain(password);
    const [backup = ""] = readdirSync(join(folder, ".pulumi/backups/shop/dev"));
    expect(readFileSync(join(folder, ".pulumi/backups/shop/dev", backup), "utf8")).toBe(before);
    expect(readdirSync(join(folder, ".pulumi/locks/organization/shop/dev"))).toEqual([]);
    const written = stateText();
    expect(await recover(["--yes"])).toMatchObject({
      code: 0,
      stdout: "Nothing is unfinished in shop/dev.\n",
    });
    expect(stateText()).toBe(written);
    expect(emulator.control.requests().filter(({ method }) => method !== "GET")).toHaveLength(1);
  });

  it("changes nothing when it is interrupted before it writes", async () => {
    const before = stateText();
    const { code, stderr } = await recover(["--yes"], { onOutput: () => process.emit("SIGINT") });
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: "The command was interrupted. Nothing was changed.\n",
    });
    expect(stateText()).toBe(before);
  });

  it("changes nothing when a prompt is interrupted with Ctrl-C", async () => {
    const before = stateText();
    const { code, stderr } = await recover([], { isTerminal: true });
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: "The command was interrupted. Nothing was changed.\n",
    });
    expect(stateText()).toBe(before);
    expect(readdirSync(join(folder, ".pulumi/locks/organization/shop/dev"))).toEqual([]);
  });

  it.each([
    ["SIGTERM", 143, {}],
    ["SIGHUP", 129, {}],
    ["SIGHUP", 129, { PULUMI_CONFIG_PASSPHRASE: undefined }],
  ] as const)(
    "changes nothing and unlocks the stack when %s ends a prompt (%i, %j)",
    async (signal, expected, env) => {
      const before = stateText();
      mockReceived = signal;
      const { code, stderr } = await recover([], { isTerminal: true, env });
      mockReceived = undefined;
      expect({ code, stderr }).toEqual({
        code: expected,
        stderr: "The command was interrupted. Nothing was changed.\n",
      });
      expect(stateText()).toBe(before);
      const locks = join(folder, ".pulumi/locks/organization/shop/dev");
      expect(existsSync(locks) ? readdirSync(locks) : []).toEqual([]);
    },
  );

  it.each([
    [undefined, 1],
    ["SIGTERM", 143],
  ] as const)("says what failed while it wrote, and what to do, after %s", async (signal, code) => {
    const save = jest.spyOn(FileRecoveryStore.prototype, "save").mockImplementation(async () => {
      if (signal) process.emit(signal);
      throw new Error("The disk is full.");
    });
    const ended = await recover(["--yes"]);
    save.mockRestore();
    expect(ended.code).toBe(code);
    expect(ended.stderr).toBe("error: The disk is full.\nRun the command again to see what is left.\n");
  });

  it("prints what was done if the stack cannot be unlocked afterwards", async () => {
    const lock = jest.spyOn(FileRecoveryStore.prototype, "lock").mockImplementation(async () => async () => {
      throw new Error("The disk is unavailable.");
    });
    const { code, stdout, stderr } = await recover(["--yes"]);
    lock.mockRestore();
    expect(code).toBe(1);
    expect(stdout).toContain("Done: Instance web: Record instance 1 in the state.\n");
    expect(stderr).toBe(
      "error: The stack is still locked: The disk is unavailable. Run `nodecloud cancel --stack dev` to unlock it.\n",
    );
    expect(state().pending_operations).toBeUndefined();
  });

  it("refuses a locked stack and names who locked it", async () => {
    const owner = { pid: 4711, username: "alice", hostname: "build-7", timestamp: "2026-01-01T00:00:00Z" };
    write(".pulumi/locks/organization/shop/dev/one.json", JSON.stringify(owner));
    const { code, stdout, stderr } = await recover(["--yes"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/locked by another run.*nodecloud cancel.*alice@build-7 \(process 4711\)/s);
  });

  it("is incomplete with a token that may not read, and keeps the pending operation", async () => {
    const before = stateText();
    const env = { NODECLOUD_TOKEN: wellKnownTokens.scopeless };
    const { code, stdout } = await recover(["--yes"], { env });
    expect(code).toBe(3);
    expect(stdout).toMatch(/Instance web \(unknown\)/);
    expect((await recover([], { env })).stdout).toContain(
      "\nNothing was changed. Fix what the cases name, and run the command again.\n",
    );
    expect(stateText()).toBe(before);
  });

  it.each([
    [["--engine", "other"], 64, {}, /--engine/],
    [["--stack", "production"], 1, {}, /There is no stack "production"/],
    [["--yes"], 1, { PULUMI_CONFIG_PASSPHRASE: "wrong" }, /passphrase/],
    [["--engine", "pulumi"], 1, { PATH: "/nowhere" }, /no `pulumi` on the PATH/],
  ])("with %j exits with %i", async (args, code, env, message) => {
    const ended = await recover(args, { env });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(message);
  });
});
