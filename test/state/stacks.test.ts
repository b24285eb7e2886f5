/** @jest-environment node */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  chooseStack,
  createStack,
  exportStack,
  getConfigurationValue,
  importStack,
  listConfiguration,
  locateStack,
  lockStack,
  openStack,
  readHistory,
  readSelection,
  recordCheckpoint,
  recordUpdate,
  removeConfiguration,
  removeLocks,
  removeStack,
  renameStack,
  setConfiguration,
  writeSelection,
} from "../../src/state";
import { secretMark, signature, temporaryFolder } from "./fixtures";

// One round instead of a million, which would take half a second per key. passphrase.test.ts covers the real number.
jest.mock("node:crypto", () => {
  const actual = jest.requireActual<typeof import("node:crypto")>("node:crypto");
  const pbkdf2 = (password: string, salt: Buffer, _: number, ...rest: [number, string, () => void]) =>
    actual.pbkdf2(password, salt, 1, ...rest);
  return { ...actual, pbkdf2 };
});

const folder = temporaryFolder();
const time = "2025-03-01T08:00:00.000Z";
let count = 0;

/** The settings file of a stack, created once for all tests that start with one. */
let template: string;
beforeAll(async () => {
  const address = newProject();
  await createStack(address, time);
  template = readFileSync(join(address.cwd, "Pulumi.dev.yaml"), "utf8");
});

function newProject(files: Readonly<Record<string, string>> = {}) {
  const cwd = join(folder, `project-${count++}`);
  mkdirSync(cwd);
  const allFiles = { "Pulumi.yaml": "name: shop\nruntime: nodejs\n", ...files };
  for (const [name, text] of Object.entries(allFiles)) writeFileSync(join(cwd, name), text);
  return { cwd, stack: "dev", env: { PULUMI_CONFIG_PASSPHRASE: "x", PULUMI_HOME: join(cwd, "home") } };
}

/** The same address without a passphrase, to show that an operation needs none. */
const withoutPassphrase = (address: ReturnType<typeof newProject>) => ({
  ...address,
  env: { PULUMI_HOME: address.env.PULUMI_HOME },
});

const urn = (name: string, type = "a:b:C", stack = "dev") => `urn:pulumi:${stack}::shop::${type}::${name}`;
const exported = (resources: readonly object[], more = {}) => ({
  version: 3,
  deployment: { manifest: { time, magic: "", version: "" }, resources, metadata: {}, ...more },
});
const component = (name: string, more = {}) => ({ urn: urn(name), custom: false, type: "a:b:C", ...more });

async function newStack(resources: readonly object[] = [], more = {}) {
  const address = newProject({ "Pulumi.dev.yaml": template });
  const { stack } = address;
  const stacks = join(address.cwd, ".pulumi/stacks/shop");
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(address.cwd, ".pulumi/meta.yaml"), "version: 1\n");
  const { deployment } = exported(resources, more);
  const salt = /encryptionsalt: (.*)/.exec(template)?.[1];
  const latest = { ...deployment, secrets_providers: { type: "passphrase", state: { salt } } };
  const file = join(stacks, `${stack}.json`);
  writeFileSync(file, JSON.stringify({ version: 3, checkpoint: { stack: "organization/shop/dev", latest } }));
  return {
    ...address,
    file,
    resources: () => JSON.parse(readFileSync(file, "utf8")).checkpoint.latest.resources,
  };
}

describe("the chosen stack", () => {
  it("is the named one, else PULUMI_STACK, else the selected one, else dev", async () => {
    const { cwd, env } = await newStack();
    const { project, backend } = await locateStack({ cwd, env, stack: "dev" });
    const chosen = (more = {}, named?: string) => chooseStack({ cwd, env: { ...env, ...more } }, named);
    expect(await chosen()).toEqual({ stack: "dev" });
    await writeSelection(project, backend.url, env, "prod");
    expect(await chosen()).toEqual({ stack: "prod" });
    expect(await chosen({ PULUMI_STACK: "test" })).toEqual({ stack: "test" });
    expect(await chosen({ PULUMI_STACK: "test" }, "mine")).toEqual({ stack: "mine" });
    expect(await chosen({ PULUMI_STACK: "" })).toEqual({ stack: "prod" });
  });

  it("is an error if its name is empty", async () => {
    const { cwd, env } = await newStack();
    const choose = chooseStack({ cwd, env: { ...env, PULUMI_STACK: "test" } }, "");
    await expect(choose).rejects.toMatchObject({
      code: "stackName",
      message: expect.stringContaining("is empty"),
    });
  });

  it("is a new one, which `up` creates, only if the project has no stack and none was specified", async () => {
    const { cwd, env } = newProject();
    expect(await chooseStack({ cwd, env }, undefined)).toEqual({ stack: "dev", isFirst: true });
    expect(await chooseStack({ cwd, env }, "dev")).toEqual({ stack: "dev" });
    const elsewhere = { ...env, PULUMI_BACKEND_URL: "s3://stacks" };
    expect(await chooseStack({ cwd, env: elsewhere }, undefined)).toEqual({ stack: "dev", isFirst: true });
  });

  it("is an error if stacks other than dev exist and none is selected", async () => {
    const { cwd, env } = newProject();
    mkdirSync(join(cwd, ".pulumi/stacks/shop"), { recursive: true });
    writeFileSync(join(cwd, ".pulumi/meta.yaml"), "version: 1\n");
    writeFileSync(join(cwd, ".pulumi/stacks/shop/prod.json"), "{}");
    await expect(chooseStack({ cwd, env }, undefined)).rejects.toThrow(
      /No stack.*is selected.*Existing stacks: prod/,
    );
  });

  it("is stored for each backend in the CLI's file, and can be cleared there", async () => {
    const { cwd, env, stack } = newProject();
    const { project } = await locateStack({ cwd, env, stack });
    await writeSelection(project, "file:///a", env, "one");
    await writeSelection(project, "file:///b", env, "two");
    const workspaces = join(env.PULUMI_HOME, "workspaces");
    const [name = ""] = readdirSync(workspaces);
    expect(name).toMatch(/^shop-[0-9a-f]{40}-workspace\.json$/);
    expect(JSON.parse(readFileSync(join(workspaces, name), "utf8"))).toEqual({
      stacks: { "file:///a": "organization/shop/one", "file:///b": "organization/shop/two" },
    });
    writeFileSync(
      join(workspaces, name),
      '{"stack": "old", "stacks": {"file:///a": "organization/shop/one"}}',
    );
    expect(await readSelection(project, "file:///elsewhere", env)).toBe("old");
    await writeSelection(project, "file:///a", env, undefined);
    expect(readdirSync(workspaces)).toEqual([]);
  });
});

describe("a stack", () => {
  it("is created once, empty and with its own salt", async () => {
    const address = newProject();
    await createStack(address, time);
    const { deployment, settings } = await locateStack(address);
    expect(deployment).toEqual({
      json: {
        manifest: { time, magic: "", version: "" },
        secrets_providers: { type: "passphrase", state: { salt: settings.salt } },
        metadata: {},
      },
      salt: settings.salt,
    });
    await expect(createStack(address, time)).rejects.toThrow(/The stack "dev".*already exists/);
  });

  it("that is opened keeps a configuration file with a salt as it is", async () => {
    const stack = await newStack();
    const file = join(stack.cwd, "Pulumi.dev.yaml");
    writeFileSync(file, `${template}config: {"shop:size":   big} # by hand\n`);
    const before = { text: readFileSync(file, "utf8"), inode: statSync(file).ino };
    const opened = await openStack(await locateStack(stack), stack.env, { mayCreate: false, dryRun: false });
    expect(opened.configuration.get("shop:size")?.value).toBe("big");
    expect({ text: readFileSync(file, "utf8"), inode: statSync(file).ino }).toEqual(before);
  });

  it("is not locked while its key is derived, and keeps a salt that another process writes meanwhile", async () => {
    const address = newProject();
    const locks = join(address.cwd, ".pulumi/locks");
    const isLocked: boolean[] = [];
    const env = {
      ...address.env,
      get PULUMI_CONFIG_PASSPHRASE() {
        isLocked.push(existsSync(locks));
        writeFileSync(join(address.cwd, "Pulumi.dev.yaml"), template);
        return "x";
      },
    };
    await createStack({ ...address, env }, time);
    expect([isLocked, existsSync(locks)]).toEqual([[false], true]);
    expect(readFileSync(join(address.cwd, "Pulumi.dev.yaml"), "utf8")).toBe(template);
    const { deployment, settings } = await locateStack(address);
    expect(deployment?.salt).toBe(settings.salt);
  });

  it("that exists is not created again, even if another process creates it meanwhile", async () => {
    const address = newProject();
    const stacks = join(address.cwd, ".pulumi/stacks/shop");
    const env = {
      ...address.env,
      get PULUMI_CONFIG_PASSPHRASE() {
        mkdirSync(stacks, { recursive: true });
        writeFileSync(join(stacks, "dev.json"), '{"version":3,"checkpoint":{}}');
        return "x";
      },
    };
    const refusal = { code: "stackExists" };
    await expect(createStack({ ...address, env }, time)).rejects.toMatchObject(refusal);
    expect(existsSync(join(address.cwd, "Pulumi.dev.yaml"))).toBe(false);
    await expect(createStack(withoutPassphrase(address), time)).rejects.toMatchObject(refusal);
  });

  it("with resources is removed only with force, and its last state stays as a backup", async () => {
    const stack = await newStack([component("one")]);
    const options = { force: false, preserveConfig: false, removeBackups: false };
    await expect(removeStack(withoutPassphrase(stack), time, options)).rejects.toThrow(
      "still has 1 resource",
    );
    expect(existsSync(stack.file)).toBe(true);
    await removeStack(withoutPassphrase(stack), time, { ...options, force: true });
    expect(existsSync(stack.file)).toBe(false);
    expect(JSON.parse(readFileSync(`${stack.file}.bak`, "utf8")).checkpoint.latest.resources).toHaveLength(1);
    expect(existsSync(join(stack.cwd, "Pulumi.dev.yaml"))).toBe(false);
  });

  it("whose create was interrupted is neither removed nor renamed before it is recovered", async () => {
    const operation = { resource: component("lost"), type: "creating" };
    const stack = await newStack([], { pending_operations: [operation] });
    const options = { force: false, preserveConfig: true, removeBackups: false };
    await expect(removeStack(withoutPassphrase(stack), time, options)).rejects.toThrow(
      /stopped while creating urn:.*::lost, which may exist\. The stack was not removed.*nodecloud recover/,
    );
    await expect(renameStack(withoutPassphrase(stack), "other", time)).rejects.toThrow(
      /Nothing was renamed\. Run `nodecloud recover`/,
    );
    expect(existsSync(stack.file)).toBe(true);
    await removeStack(withoutPassphrase(stack), time, { ...options, force: true });
    expect(existsSync(stack.file)).toBe(false);
  });

  it("completes an interrupted rename, unless the renamed stack has changed since", async () => {
    const stack = await newStack([component("one")]);
    const settings = (name: string) => join(stack.cwd, `Pulumi.${name}.yaml`);
    const renamedFile = join(dirname(stack.file), "prod.json");
    const [before, configuration] = [readFileSync(stack.file), readFileSync(settings("dev"))];
    await renameStack(withoutPassphrase(stack), "prod", time);
    const renamed = readFileSync(renamedFile, "utf8");
    expect(renamed).toContain("urn:pulumi:prod::shop::");

    // Stopped after the state was written, or before the last step.
    for (const isMoved of [false, true]) {
      writeFileSync(stack.file, before);
      if (!isMoved) renameSync(settings("prod"), settings("dev"));
      expect((await renameStack(withoutPassphrase(stack), "prod", time)).stack).toBe("prod");
      expect([stack.file, settings("dev")].map((file) => existsSync(file))).toEqual([false, false]);
      expect(readFileSync(settings("prod"))).toEqual(configuration);
      expect(readFileSync(renamedFile, "utf8")).toBe(renamed);
    }

    const refusal = { code: "stackExists" };
    const prod = { ...withoutPassphrase(stack), stack: "prod" };
    renameSync(settings("prod"), `${settings("prod")}.kept`);
    await expect(renameStack(prod, "prod", time)).rejects.toMatchObject(refusal);
    expect(readFileSync(renamedFile, "utf8")).toBe(renamed);
    renameSync(`${settings("prod")}.kept`, settings("prod"));

    writeFileSync(stack.file, before);
    writeFileSync(settings("dev"), configuration);
    await expect(renameStack(withoutPassphrase(stack), "prod", time)).rejects.toMatchObject(refusal);
    renameSync(settings("dev"), `${settings("dev")}.kept`);
    await expect(renameStack(withoutPassphrase(stack), "dev", time)).rejects.toMatchObject(refusal);
    writeFileSync(renamedFile, renamed.replace('"one"', '"two"').replace("::one", "::two"));
    await expect(renameStack(withoutPassphrase(stack), "prod", time)).rejects.toMatchObject(refusal);
    expect(readFileSync(stack.file)).toEqual(before);
  });

  it("is removed or renamed with a warning if the selected stack cannot be read or written", async () => {
    const options = { force: false, preserveConfig: false, removeBackups: false };
    const damaged = async () => {
      const stack = await newStack();
      const { project } = await locateStack(stack);
      await writeSelection(project, "file:///a", stack.env, "one");
      const workspaces = join(stack.env.PULUMI_HOME, "workspaces");
      writeFileSync(join(workspaces, readdirSync(workspaces)[0] ?? ""), "{");
      return stack;
    };
    const removed = await damaged();
    expect(await removeStack(removed, time, options)).toEqual([
      'The stack "dev" was removed, but may still be selected, because the selection cannot be read or written. Run `stack unselect` to see why.',
    ]);
    expect(existsSync(removed.file)).toBe(false);
    const renamed = await damaged();
    expect(await renameStack(renamed, "other", time)).toEqual({
      stack: "other",
      warnings: [
        'The stack was renamed, but "other" could not be selected. Run `stack select other` to see why.',
      ],
    });
    expect(existsSync(renamed.file)).toBe(false);
    expect(await removeStack({ ...(await newStack()) }, time, options)).toEqual([]);
  });

  it("cannot be removed while it is locked", async () => {
    const stack = await newStack();
    const { backend } = await locateStack(stack);
    await lockStack(backend, "shop", "dev", time);
    const remove = () => removeStack(stack, time, { force: true, preserveConfig: true, removeBackups: true });
    await expect(remove()).rejects.toThrow(
      new RegExp(`locked.*nodecloud cancel.*process ${process.pid}`, "s"),
    );
    expect(await removeLocks(backend, "shop", "dev")).toEqual([expect.stringContaining(`since ${time}`)]);
    await remove();
  });
});

describe("an exported state", () => {
  const secret = (plaintext: unknown) => ({ [signature]: secretMark, plaintext: JSON.stringify(plaintext) });

  it("is imported with encrypted secrets and exported in plain text or encrypted, and unchanged secrets keep their ciphertexts", async () => {
    const stack = await newStack();
    const state = exported([
      component("one", { inputs: { key: secret("k-canary"), nested: [secret({ a: 1 })] } }),
    ]);
    expect(await importStack(stack, state, { force: false, time: 1 })).toEqual([]);
    const first = await exportStack(withoutPassphrase(stack), { showSecrets: false });
    expect(JSON.stringify(first)).not.toContain("canary");
    const inPlainText = await exportStack(stack, { showSecrets: true });
    expect(inPlainText).toMatchObject({ deployment: { resources: state.deployment.resources } });
    await importStack(stack, inPlainText, { force: false, time: 2 });
    expect(await exportStack(stack, { showSecrets: false })).toEqual(first);
    expect(readdirSync(join(stack.cwd, ".pulumi/backups/shop/dev")).sort()).toEqual([
      "dev.1000000.json",
      "dev.2000000.json",
    ]);
  });

  it("without secrets needs no passphrase to be shown in plain text", async () => {
    const stack = await newStack([component("one")]);
    const { deployment } = await exportStack(withoutPassphrase(stack), { showSecrets: true });
    expect(deployment).toMatchObject({ resources: [component("one")] });
  });

  it.each([
    [
      "of another stack",
      exported([{ ...component("x"), urn: urn("x", "a:b:C", "prod") }]),
      /not belong to the stack "dev"/,
    ],
    ["inconsistent", exported([component("x", { parent: urn("gone") })]), /has the parent/],
  ])("is refused without force if it is %s, and imported with force", async (_, state, problem) => {
    const stack = await newStack([component("mine")]);
    await expect(importStack(withoutPassphrase(stack), state, { force: false, time: 1 })).rejects.toThrow(
      problem,
    );
    expect(stack.resources()).toEqual([component("mine")]);
    expect(await importStack(withoutPassphrase(stack), state, { force: true, time: 1 })).toEqual([
      expect.stringMatching(problem),
    ]);
    expect(stack.resources()).toEqual(state.deployment.resources);
  });

  it("is refused without force if it has a pending operation of another stack", async () => {
    const stack = withoutPassphrase(await newStack());
    const resource = component("x", { urn: urn("x", "a:b:C", "prod") });
    const state = exported([], { pending_operations: [{ resource, type: "creating" }] });
    await expect(importStack(stack, state, { force: false, time: 1 })).rejects.toThrow(
      /not belong to the stack "dev"/,
    );
  });

  it("is imported with its pending operations and their secrets, with a warning for each", async () => {
    const stack = await newStack();
    const resource = component("lost", { inputs: { key: secret("k-canary") } });
    const operations = [{ resource: { ...resource, created: "2026-01-01T00:00:00Z" }, type: "creating" }];
    const state = exported([], { pending_operations: operations });
    const warnings = await importStack(stack, state, { force: false, time: 1 });
    expect(warnings).toEqual([
      `The pending operation "creating" of ${urn("lost")} is kept. Run \`nodecloud recover\` to resolve it.`,
    ]);
    expect(readFileSync(stack.file, "utf8")).not.toContain("canary");
    expect(await exportStack(stack, { showSecrets: true })).toMatchObject({
      deployment: { pending_operations: [{ resource, type: "creating" }] },
    });
    expect(readFileSync(stack.file, "utf8")).not.toContain('"created"');
  });

  const object = (name: string, id: string) => component(name, { custom: true, id });
  const pendingCreate = (name: string) => ({
    pending_operations: [
      { resource: component(name, { custom: true }), type: "creating" },
      { resource: component("updated"), type: "updating" },
    ],
  });
  const dropped = expect.stringMatching(
    /^The stack's unresolved create of urn:\S+::lost was dropped, .*run `nodecloud recover`/,
  );

  it.each([
    ["lacks", [], exported([component("other")]), [dropped]],
    ["has only the replaced object of", [object("lost", "1")], exported([object("lost", "1")]), [dropped]],
    ["records", [], exported([object("lost", "1")]), []],
    [
      "records next to another object with that id",
      [object("other", "1")],
      exported([object("other", "1"), object("lost", "1")]),
      [],
    ],
    ["records as a replacement", [object("lost", "1")], exported([object("lost", "2")]), []],
    [
      "has pending too",
      [],
      exported([], pendingCreate("lost")),
      ["creating", "updating"].map((type) => expect.stringContaining(`operation "${type}" of`)),
    ],
  ])(
    "that %s a pending create of the stack is imported, with a warning about a lost create",
    async (_, current, state, expected) => {
      const stack = await newStack(current, pendingCreate("lost"));
      expect(await importStack(withoutPassphrase(stack), state, { force: false, time: 1 })).toEqual(expected);
      expect(stack.resources()).toEqual(state.deployment.resources);
    },
  );

  it.each([
    ["lacks", exported([component("other")]), [dropped]],
    ["records", exported([object("lost", "1")]), []],
    ["has unresolved too", exported([object("lost", "unresolved-lost-2")]), []],
  ])("that %s an unresolved create of the stack warns about a lost create", async (_, state, expected) => {
    const stack = await newStack([object("lost", "unresolved-lost-1")]);
    expect(await importStack(withoutPassphrase(stack), state, { force: false, time: 1 })).toEqual(expected);
  });

  it("without secrets leaves the stack its passphrase", async () => {
    const other = newProject();
    await createStack({ ...other, env: { ...other.env, PULUMI_CONFIG_PASSPHRASE: "another" } }, time);
    const state = await exportStack(withoutPassphrase(other), { showSecrets: false });
    const stack = await newStack();
    const before = readFileSync(stack.file, "utf8");
    const salt = (text: string) => JSON.parse(text).checkpoint.latest.secrets_providers?.state.salt;
    await importStack(withoutPassphrase(stack), state, { force: false, time: 1 });
    expect(salt(readFileSync(stack.file, "utf8"))).toBe(salt(before));
    expect(salt(before)).toMatch(/^v1:/);

    writeFileSync(stack.file, before.replace('"secrets_providers"', '"unused"'));
    await importStack(withoutPassphrase(stack), state, { force: false, time: 1 });
    expect(salt(readFileSync(stack.file, "utf8"))).toBe(salt(before));
    writeFileSync(join(stack.cwd, "Pulumi.dev.yaml"), "");
    writeFileSync(stack.file, before.replace('"secrets_providers"', '"unused"'));
    await importStack(withoutPassphrase(stack), state, { force: false, time: 1 });
    expect(salt(readFileSync(stack.file, "utf8"))).toBeUndefined();
  });

  it.each([
    [
      "a version with features",
      { ...exported([]), version: 4, features: ["taint"] },
      /version 4 \(features: taint\)/,
    ],
    ["a checkpoint", { version: 3, checkpoint: {} }, /the output of `stack export`/],
    [
      "a resource with hooks",
      exported([component("x", { resourceHooks: { a: ["b"] } })]),
      /hooks of the kind "a"/,
    ],
    [
      "another secrets provider",
      exported([], { secrets_providers: { type: "cloud", state: {} } }),
      /"cloud"/,
    ],
    ["snippets", exported([], { snippets: [] }), /"snippets"/],
  ])(
    "that contains %s is refused even with force, and the state file stays unchanged",
    async (_, state, problem) => {
      const stack = await newStack([component("mine")]);
      const before = readFileSync(stack.file);
      await expect(importStack(stack, state, { force: true, time: 1 })).rejects.toThrow(problem);
      expect(readFileSync(stack.file)).toEqual(before);
    },
  );
});

describe("configuration", () => {
  it("is set, read and removed in place, and keeps comments and order", async () => {
    const address = newProject({
      "Pulumi.dev.yaml": `# ours\n${template}config:\n  # the first\n  shop:config:a: one # said\n  shop:z: last\n`,
    });
    await setConfiguration(withoutPassphrase(address), "a", "two", { secret: false });
    await setConfiguration(withoutPassphrase(address), "db.user", "me", { secret: false, path: true });
    await setConfiguration(address, "db.password", "p-canary", { secret: true, path: true });
    await setConfiguration(withoutPassphrase(address), "names[0]", "12345678901234567890", {
      secret: false,
      path: true,
    });
    await setConfiguration(withoutPassphrase(address), 'names[1]["x.y"]', "true", {
      secret: false,
      path: true,
    });
    const text = readFileSync(join(address.cwd, "Pulumi.dev.yaml"), "utf8");
    expect(text.replace(/secure: .*/, "secure: sealed")).toBe(
      `# ours\n${template}config:\n  # the first\n  shop:config:a: two # said\n  shop:z: last\n  shop:db:\n    user: me\n    password:\n      secure: sealed\n  shop:names:\n    - 12345678901234567890\n    - x.y: true\n`,
    );
    const masked = await listConfiguration(withoutPassphrase(address), { showSecrets: false });
    expect(masked.get("shop:db")).toEqual({
      value: '{"password":"[secret]","user":"me"}',
      secret: true,
      structured: true,
    });
    const read = (key: string) => getConfigurationValue(address, key, { path: true, showSecrets: true });
    expect(await read("db.password")).toEqual({ value: "p-canary", secret: true });
    expect(await read('names[1]["x.y"]')).toEqual({ value: "true", secret: false });
    expect(await read("names[2]")).toBeUndefined();
    expect(await removeConfiguration(withoutPassphrase(address), "names[0]", { path: true })).toBe(true);
    expect(await removeConfiguration(withoutPassphrase(address), "names[9]", { path: true })).toBe(false);
    expect(
      (await listConfiguration(withoutPassphrase(address), { showSecrets: false })).get("shop:names")?.value,
    ).toBe('[{"x.y":true}]');
  });

  it.each([
    ["names[5]", /list of 1: its indexes are \[0\] to \[1\]/],
    ["names.a", /list of 1/],
    ["db[0]", /is a map/],
    ["db.user.name", /is not a map or a list/],
    ["fresh.secure", /whose only key is "secure" is a secret/],
    ["[0]", /is not a path/],
  ])("rejects the path %s and leaves the file unchanged", async (key, problem) => {
    const text = "config:\n  shop:names: [1]\n  shop:db: {user: me}\n";
    const address = newProject({ "Pulumi.dev.yaml": text });
    await expect(setConfiguration(address, key, "x", { secret: false, path: true })).rejects.toThrow(problem);
    expect(readFileSync(join(address.cwd, "Pulumi.dev.yaml"), "utf8")).toBe(text);
  });

  it.each([
    ["the only member of a secret", "db.secure", "{secure: sealed}"],
    [
      "the member next to one named secure, because a secret would be left",
      "db.user",
      "{secure: no, user: me}",
    ],
  ])("does not remove %s", async (_, key, value) => {
    const text = `config:\n  shop:db: ${value}\n`;
    const address = newProject({ "Pulumi.dev.yaml": text });
    await expect(removeConfiguration(address, key, { path: true })).rejects.toThrow(
      /whose only key is "secure" is a secret.*Nothing was changed/,
    );
    expect(readFileSync(join(address.cwd, "Pulumi.dev.yaml"), "utf8")).toBe(text);
  });

  it("is encrypted with the salt of its own file, even if the state has another", async () => {
    const stack = await newStack();
    const other = newProject();
    await createStack(other, time);
    const settings = readFileSync(join(other.cwd, "Pulumi.dev.yaml"), "utf8");
    writeFileSync(join(stack.cwd, "Pulumi.dev.yaml"), settings);
    await setConfiguration(stack, "token", "t-canary", { secret: true });
    writeFileSync(join(other.cwd, "Pulumi.dev.yaml"), readFileSync(join(stack.cwd, "Pulumi.dev.yaml")));
    const read = await getConfigurationValue(other, "token", { showSecrets: true });
    expect(read).toEqual({ value: "t-canary", secret: true });
  });
});

it("lists a stack's runs page by page, the latest first", async () => {
  const stack = await newStack();
  const { backend } = await locateStack(stack);
  for (const at of [1, 2, 3]) {
    await recordCheckpoint(backend, "shop", "dev", `170000000000000000${at}`);
    await recordUpdate(backend, "shop", "dev", `170000000000000000${at}`, {
      kind: "update",
      startTime: at,
      endTime: at + 1,
      result: "succeeded",
      message: "",
      environment: {},
      config: { "shop:a": "1" },
      resourceChanges: { create: at },
    });
  }
  const history = join(stack.cwd, ".pulumi/history/shop/dev");
  expect(readdirSync(history).sort()[0]).toBe("dev-1700000000000000001.checkpoint.json");
  expect(readFileSync(join(history, "dev-1700000000000000003.checkpoint.json"))).toEqual(
    readFileSync(stack.file),
  );
  const page = (size: number, number: number) => readHistory(backend, "shop", "dev", { size, number });
  expect((await page(2, 1)).map(({ startTime }) => startTime)).toEqual([3, 2]);
  expect(await page(2, 2)).toMatchObject([
    { kind: "update", result: "succeeded", resourceChanges: { create: 1 } },
  ]);
});

it("names the file of a history with a time that is none", async () => {
  const stack = await newStack();
  const { backend } = await locateStack(stack);
  const history = join(stack.cwd, ".pulumi/history/shop/dev");
  const file = join(history, "dev-1700000000000000009.history.json");
  mkdirSync(history, { recursive: true });
  for (const time of ['"soon"', "1e300", "{}"]) {
    for (const name of ["startTime", "endTime"]) {
      writeFileSync(file, `{"kind":"update","${name}":${time}}`);
      await expect(readHistory(backend, "shop", "dev", { size: 1, number: 1 })).rejects.toThrow(
        `${file}: ${name} must be a time in seconds since 1970`,
      );
    }
  }
  writeFileSync(file, `{"kind":"update","startTime":8,"endTime":null}`);
  expect(await readHistory(backend, "shop", "dev", { size: 1, number: 1 })).toMatchObject([
    { startTime: 8, endTime: 0 },
  ]);
});
