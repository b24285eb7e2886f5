import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectReadable } from "../command";
import { InProcessProject } from "../in-process-project";

let project: InProcessProject;
beforeEach(async () => {
  project = new InProcessProject({});
  await project.run(["stack", "init", "dev"]);
}, 30_000);
afterEach(() => project.remove());

const urn = (name: string, type = "a:b:C", stack = "dev") => `urn:pulumi:${stack}::whole::${type}::${name}`;
const stackUrn = urn("whole-dev", "pulumi:pulumi:Stack");
const providerUrn = urn("default", "pulumi:providers:a");
const entry = (name: string, more = {}) => ({
  urn: urn(name),
  custom: false,
  type: "a:b:C",
  parent: stackUrn,
  ...more,
});
const reference = (to: string) => ({
  "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e",
  urn: to,
});
const secret = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "v1:not:opened",
};

/** A resource `base`, one resource for each way to depend on it, and one that is independent. */
const resources = [
  { urn: stackUrn, custom: false, type: "pulumi:pulumi:Stack", outputs: { base: reference(urn("base")) } },
  { urn: providerUrn, custom: true, type: "pulumi:providers:a", id: "p1" },
  entry("base", {
    custom: true,
    id: "1",
    provider: `${providerUrn}::p1`,
    outputs: { password: secret },
    protect: true,
  }),
  entry("child", { parent: urn("base") }),
  entry("by-dependency", { dependencies: [urn("base")] }),
  entry("by-property", {
    propertyDependencies: { size: [urn("base")] },
    inputs: { peer: [reference(urn("base"))] },
  }),
  entry("by-deletion", { deletedWith: urn("base"), aliases: [urn("base")] }),
  entry("free", { protect: true }),
];

const nodecloud = async (...args: readonly string[]) => {
  const ended = await project.run(args, { env: { PULUMI_CONFIG_PASSPHRASE: undefined } });
  expectReadable(ended.stdout + ended.stderr);
  return ended;
};
const stateFile = (stack = "dev") => `.pulumi/stacks/whole/${stack}.json`;
const latest = (stack = "dev") => JSON.parse(project.read(stateFile(stack))).checkpoint.latest;
const names = (stack = "dev") =>
  (latest(stack).resources ?? []).map((one: { urn: string }) => one.urn.split("::").at(-1));
function put(list: readonly object[], more = {}): void {
  const written = JSON.parse(project.read(stateFile()));
  written.checkpoint.latest = { ...written.checkpoint.latest, resources: list, ...more };
  project.write(stateFile(), JSON.stringify(written));
}
const all = resources.map((one) => one.urn.split("::").at(-1));

describe("state delete", () => {
  it("refuses resources that others depend on, and protected ones, without changing the state", async () => {
    put(resources);
    const needed = await nodecloud("state", "delete", urn("base"), "--force");
    expect({ code: needed.code, stdout: needed.stdout }).toEqual({ code: 1, stdout: "" });
    for (const name of ["child", "by-dependency", "by-property", "by-deletion"])
      expect(needed.stderr).toContain(` * ${urn(name)}\n`);
    expect(needed.stderr).not.toContain(urn("free"));
    expect(needed.stderr).toMatch(
      /Nothing was changed\. Delete those resources first or pass --target-dependents/,
    );
    const provider = await nodecloud("state", "delete", providerUrn, "--force");
    expect(provider.stderr).toContain(` * ${urn("base")}\n`);
    const kept = await nodecloud("state", "delete", urn("free"));
    expect(kept).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/free cannot be safely deleted because it is protected.*--force/),
    });
    const missing = await nodecloud("state", "delete", urn("fre"));
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Did you mean ${urn("free")}`),
    });
    for (const wrong of [
      ["state", "delete"],
      ["state", "delete", "--all", urn("free")],
      ["state", "unprotect"],
    ])
      expect((await nodecloud(...wrong)).code).toBe(2);
    expect(names()).toEqual(all);
  }, 60_000);

  it("deletes independent resources, protected ones with --force, dependents, and all", async () => {
    put(resources);
    expect(await nodecloud("state", "delete", urn("child"))).toMatchObject({
      code: 0,
      stdout: "Resource deleted\n",
    });
    expect(names()).toEqual(all.filter((name) => name !== "child"));
    const some = await nodecloud("state", "rm", urn("base"), "--target-dependents", "--force");
    expect(some).toMatchObject({ code: 0, stdout: "4 resources deleted\n" });
    expect(some.stderr).toContain(`warning: ${urn("base")} was protected`);
    expect(names()).toEqual(["whole-dev", "default", "free"]);
    expect((await nodecloud("state", "delete", "--all")).code).toBe(1);
    expect(await nodecloud("state", "delete", "--all", "--force", "--yes")).toMatchObject({
      code: 0,
      stdout: "Resources deleted\n",
    });
    expect(latest().resources).toBeUndefined();
    expect(existsSync(join(project.folder, ".pulumi/backups/whole/dev"))).toBe(true);
  }, 60_000);

  it("warns that the object of an unresolved create may exist", async () => {
    put([...resources, entry("lost", { custom: true, id: "unresolved-lost-1" })]);
    expect((await nodecloud("state", "delete", urn("lost"))).stderr).toBe(
      `warning: The create of ${urn("lost")} was unresolved, so an object may exist that no stack has. \`nodecloud recover\` on the machine of that run, or \`nodecloud drift\`, finds it.\n`,
    );
  });

  it("refuses a URN that several resources have, and a locked stack", async () => {
    put(
      [entry("twice"), entry("twice", { delete: true, custom: true, id: "7" })].map(
        ({ parent: _, ...one }) => one,
      ),
    );
    const several = await nodecloud("state", "delete", urn("twice"));
    expect(several).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/several resources .*7 \(to be deleted\)/),
    });
    const locks = join(project.folder, ".pulumi/locks/organization/whole/dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, "another.json"), '{"pid":1,"username":"u","hostname":"h","timestamp":"t"}');
    for (const args of [
      ["state", "delete", "--all"],
      ["state", "unprotect", "--all"],
      ["state", "rename", urn("twice"), "x"],
      ["stack", "rename", "x"],
    ])
      expect(await nodecloud(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("locked by another run"),
      });
    expect(names()).toEqual(["twice", "twice"]);
  }, 60_000);
});

it("state unprotect removes the protection of the named resources, or of all", async () => {
  put(resources);
  const protectedNames = () =>
    latest()
      .resources.filter((one: { protect?: boolean }) => one.protect)
      .map((one: { urn: string }) => one.urn);
  expect((await nodecloud("state", "unprotect", urn("free"), urn("nope"))).code).toBe(1);
  expect(protectedNames()).toEqual([urn("base"), urn("free")]);
  expect(await nodecloud("state", "unprotect", urn("free"))).toMatchObject({
    code: 0,
    stdout: "Resource unprotected\n",
  });
  expect(protectedNames()).toEqual([urn("base")]);
  expect(await nodecloud("state", "unprotect", "--all")).toMatchObject({
    code: 0,
    stdout: "All resources unprotected\n",
  });
  expect(protectedNames()).toEqual([]);
  expect(latest().resources[2].outputs.password).toEqual(secret);
}, 30_000);

it("state rename updates every reference and keeps secrets encrypted", async () => {
  put(resources, { pending_operations: [{ type: "updating", resource: resources[3] }] });
  expect((await nodecloud("state", "rename", urn("base"), "free")).stderr).toMatch(
    /A resource .*free already exists/,
  );
  expect((await nodecloud("state", "rename", urn("base"), "")).stderr).toContain("The new name is empty.");
  expect((await nodecloud("state", "rename", urn("bas"), "x")).code).toBe(1);
  const before = project.read(stateFile());
  expect(await nodecloud("state", "rename", urn("base"), "trunk")).toMatchObject({
    code: 0,
    stdout: "Resource renamed\n",
  });
  const latestIn = (text: string) => JSON.parse(text).checkpoint.latest;
  const expected = latestIn(before.replaceAll(`::base"`, `::trunk"`));
  expect(latest()).toEqual(expected);
  expect(await nodecloud("state", "rename", providerUrn, "own")).toMatchObject({ code: 0 });
  expect(latest().resources[2].provider).toBe(`${urn("own", "pulumi:providers:a")}::p1`);
}, 30_000);

it("stack rename moves state, history, tags, configuration and selection", async () => {
  put(resources);
  await nodecloud("config", "set", "size", "3");
  await nodecloud("stack", "tag", "set", "team", "core");
  mkdirSync(join(project.folder, ".pulumi/history/whole/dev"), { recursive: true });
  project.write(".pulumi/history/whole/dev/dev-17.history.json", "{}");
  project.write(".pulumi/history/whole/dev/dev-17.checkpoint.json", "{}");
  await project.run(["stack", "init", "taken", "--no-select"]);
  const refused = await nodecloud("stack", "rename", "taken");
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("already a stack named taken. Nothing was renamed"),
  });
  project.write("Pulumi.left.yaml", "config: {}\n");
  expect((await nodecloud("stack", "rename", "left")).stderr).toMatch(
    /already \S+Pulumi\.left\.yaml\. Nothing was renamed/,
  );
  expect(await nodecloud("stack", "rename", "prod")).toMatchObject({
    code: 0,
    stdout: "Renamed dev to prod\n",
  });
  expect(existsSync(join(project.folder, stateFile()))).toBe(false);
  const text = project.read(stateFile("prod"));
  expect(text).not.toMatch(/urn:pulumi:dev|whole-dev/);
  expect(names("prod")).toEqual(["whole-prod", ...all.slice(1)]);
  expect(JSON.parse(text).checkpoint.stack).toBe("organization/whole/prod");
  expect(project.read("Pulumi.prod.yaml")).toContain('whole:size: "3"');
  expect(existsSync(join(project.folder, "Pulumi.dev.yaml"))).toBe(false);
  for (const kind of ["history", "checkpoint"])
    expect(existsSync(join(project.folder, `.pulumi/history/whole/prod/prod-17.${kind}.json`))).toBe(true);
  // The renamed stack is still selected.
  expect(await nodecloud("stack", "tag", "get", "team")).toMatchObject({ code: 0, stdout: "core\n" });
  expect(JSON.parse((await nodecloud("stack", "ls", "-j")).stdout)).toContainEqual(
    expect.objectContaining({ name: "prod", current: true }),
  );
}, 60_000);

it("stack tag sets, shows and removes tags in the file of the Pulumi CLI", async () => {
  expect(await nodecloud("stack", "tag", "set", "team", "core")).toMatchObject({ code: 0, stdout: "" });
  await nodecloud("stack", "tag", "set", "area", "a b");
  const file = ".pulumi/stacks/whole/dev.pulumi-tags";
  expect(JSON.parse(project.read(file))).toEqual({ version: 1, tags: { team: "core", area: "a b" } });
  expect((await nodecloud("stack", "tag", "ls")).stdout).toBe("NAME  VALUE\narea  a b\nteam  core\n");
  expect(JSON.parse((await nodecloud("stack", "tag", "ls", "--json")).stdout)).toEqual({
    area: "a b",
    team: "core",
  });
  expect(await nodecloud("stack", "tag", "get", "nope")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("stack tag 'nope' not found for stack 'dev'"),
  });
  expect((await nodecloud("stack", "tag", "get", "constructor")).code).toBe(1);
  for (const name of ["team", "area", "never"])
    expect((await nodecloud("stack", "tag", "rm", name)).code).toBe(0);
  expect(existsSync(join(project.folder, file))).toBe(false);
}, 60_000);

it("stack output --shell prints assignments only, whatever the outputs are", async () => {
  const outputs = {
    text: "it's; $(touch ran)\nline",
    plain: "10.0.0.1",
    list: [1, "a b"],
    "bad-name; touch ran": "x",
  };
  put([{ urn: stackUrn, custom: false, type: "pulumi:pulumi:Stack", outputs }]);
  const { code, stdout, stderr } = await nodecloud("stack", "output", "--shell");
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/"bad-name; touch ran" is omitted/),
  });
  expect(stdout).toContain("plain=10.0.0.1\n");
  const { execFileSync } = require("node:child_process");
  const printed = execFileSync("sh", ["-c", `${stdout}printf '%s|%s|%s' "$text" "$plain" "$list"`], {
    cwd: project.folder,
    encoding: "utf8",
  });
  expect(printed).toBe(`it's; $(touch ran)\nline|10.0.0.1|[1,"a b"]`);
  expect(existsSync(join(project.folder, "ran"))).toBe(false);
  expect((await nodecloud("stack", "output", "plain", "--shell")).stdout).toBe("plain=10.0.0.1\n");
  expect((await nodecloud("stack", "output", "bad-name; touch ran", "--shell")).code).toBe(1);
  expect((await nodecloud("stack", "output", "--shell", "--json")).code).toBe(2);
}, 30_000);
