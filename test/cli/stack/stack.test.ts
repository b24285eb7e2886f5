import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputsOf } from "../../../src/cli/stack/read-outputs";
import { realClock } from "../../../src/clock";
import { intentFiles } from "../../../src/lifecycle";
import { backendIdentity } from "../../../src/plugin/state-identity";
import { newResource, Secret } from "../../../src/state";
import { expectReadable } from "../command";
import { InProcessProject } from "../in-process-project";

let project: InProcessProject;
beforeAll(() => {
  project = new InProcessProject({});
});
afterAll(() => project.remove());

const nodecloud = (command: string, input = "") => project.run(command.split(" "), { input });

/** Infinity as the state encodes it, which JSON cannot represent. */
const infinite = {
  "4dabf18193072939515e22adb298388d": "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
  value: "7ff0000000000000",
};

it("removes and renames a stack although the selected one cannot be stored", async () => {
  const other = new InProcessProject({});
  try {
    const env = { PULUMI_HOME: join(other.folder, "Pulumi.yaml") };
    const run = (command: string) => other.run(command.split(" "), { env });
    expect((await run("stack init dev --no-select")).code).toBe(0);
    const renamed = await run("stack rename prod --stack dev");
    expect(renamed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: The stack was renamed/),
    });
    const removed = await run("stack rm prod --yes");
    expect(removed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: The stack "prod" was removed/),
    });
  } finally {
    other.remove();
  }
});

it.each(["stack init prod", "stack select prod --create"])(
  "creates no stack that cannot be selected because the selection cannot be read: %s",
  async (command) => {
    const other = new InProcessProject({});
    try {
      const env = { PULUMI_HOME: join(other.folder, "Pulumi.yaml") };
      expect(await other.run(command.split(" "), { env })).toMatchObject({
        ...{ code: 1, stdout: "" },
        stderr: expect.stringMatching(/stores the selected stack, cannot be read: ENOTDIR.*Nothing was done/),
      });
      expect((await other.run(["stack", "ls", "--json"])).stdout).toBe("[]\n");
    } finally {
      other.remove();
    }
  },
);

it.each([
  [{ PULUMI_STACK: "acme/whole/dev" }, /^warning: "acme\/whole\/dev" is not a stack of this backend/],
  [{ PULUMI_HOME: "/dev/null" }, /^warning: .* stores the selected stack, cannot be read/],
])("lists the stacks although the selected one is unknown: %j", async (env, warning) => {
  const other = new InProcessProject({});
  try {
    expect((await other.run(["stack", "init", "dev"])).code).toBe(0);
    const { code, stdout, stderr } = await other.run(["stack", "ls", "--json"], { env });
    expect({ code, stacks: JSON.parse(stdout), stderr }).toEqual({
      code: 0,
      stacks: [{ name: "dev", current: false, lastUpdate: expect.any(String), resourceCount: 0 }],
      stderr: expect.stringMatching(warning),
    });
  } finally {
    other.remove();
  }
});

it("removes a stack without asking if PULUMI_SKIP_CONFIRMATIONS is set", async () => {
  const other = new InProcessProject({});
  try {
    const run = (command: string, env = {}) => other.run(command.split(" "), { env });
    expect((await run("stack init dev")).code).toBe(0);
    expect(await run("stack rm dev")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs confirmation"),
    });
    expect(await run("stack rm dev", { PULUMI_SKIP_CONFIRMATIONS: "true" })).toMatchObject({
      code: 0,
      stdout: 'Removed the stack "dev".\n',
    });
  } finally {
    other.remove();
  }
});

it("does not rename a stack whose state has an unresolved create that another machine recorded", async () => {
  const other = new InProcessProject({});
  try {
    expect((await other.run(["stack", "init", "dev"])).code).toBe(0);
    const state = JSON.parse((await other.run(["stack", "export"])).stdout);
    const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
    const importInstance = async (id: string) => {
      const instance = { urn: `urn:pulumi:dev::whole::${type}::web`, custom: true, type, id };
      const deployment = { ...state.deployment, resources: [instance] };
      const input = JSON.stringify({ ...state, deployment });
      expect((await other.run(["stack", "import"], { input })).code).toBe(0);
    };
    await importInstance("unresolved-1a2b");
    expect(await other.run(["stack", "rename", "prod"])).toMatchObject({
      code: 1,
      stderr:
        "error: The create of web (Instance) is unresolved. Nothing was renamed. Run `nodecloud recover --stack dev` first.\n",
    });
    await importInstance("7");
    expect((await other.run(["stack", "rename", "prod"])).code).toBe(0);
  } finally {
    other.remove();
  }
});

it("does not rename a stack with unresolved creates", async () => {
  const other = new InProcessProject({});
  try {
    const run = (command: string) => other.run(command.split(" "));
    expect((await run("stack init dev")).code).toBe(0);
    const origin = { organization: "organization", project: "whole", stack: "dev", type: "Instance" };
    const web = { ...origin, name: "web" };
    const address = "https://api.example/v4";
    const owner = backendIdentity(`file://${other.folder}`, other.folder);
    const records = intentFiles(join(other.folder, "home/.nodecloud/intents"), owner, realClock);
    const request = { address, before: [], at: 1 };
    await records.save({ ...request, origin: { ...web, stack: "test" }, id: "1" });
    await records.save({ ...request, origin: { ...web, project: "other" }, id: "1" });
    expect((await run("stack rename development")).code).toBe(0);
    expect((await run("stack rename dev")).code).toBe(0);
    const refusal = {
      code: 1,
      stderr:
        "error: The create of web (Instance) is unresolved. Nothing was renamed. Run `nodecloud recover --stack dev` first.\n",
    };
    await records.save({ ...request, origin: web });
    expect(await run("stack rename prod")).toMatchObject(refusal);
    await records.save({ ...request, origin: web, id: "7" });
    expect(await run("stack rename prod")).toMatchObject(refusal);
    const state = JSON.parse((await run("stack export")).stdout);
    const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
    const importInstance = (id: string, name = "web") => {
      const instance = { urn: `urn:pulumi:dev::whole::${type}::${name}`, custom: true, type, id };
      const deployment = { ...state.deployment, resources: [instance] };
      return other.run(["stack", "import"], { input: JSON.stringify({ ...state, deployment }) });
    };
    for (const [id, name] of [
      ["8", "web"],
      ["7", "api"],
    ] as const) {
      expect((await importInstance(id, name)).code).toBe(0);
      expect(await run("stack rename prod")).toMatchObject(refusal);
    }
    expect((await importInstance("7")).code).toBe(0);
    expect(await run("stack rename prod")).toMatchObject({ code: 0 });
  } finally {
    other.remove();
  }
});

/** The order matters: each command works on what the previous one left. */
it("creates, selects, shows, imports and removes stacks with the exit codes of the Pulumi CLI", async () => {
  expect(await nodecloud("stack init prod")).toMatchObject({
    code: 0,
    stdout: 'Created the stack "prod".\n',
  });
  expect(await nodecloud("stack init dev --no-select")).toMatchObject({ code: 0 });
  const listed = await nodecloud("stack ls");
  expect(listed.stdout.replace(/now |\d+ seconds? ago/g, "some time ago")).toMatch(
    /^NAME +LAST UPDATE +RESOURCE COUNT\ndev +some time ago +0\nprod\* +some time ago +0\n$/,
  );
  expect(await nodecloud("config set --path db.password hunter2-canary --secret")).toMatchObject({ code: 0 });
  expect(project.read("Pulumi.prod.yaml")).toMatch(/secure: v1:/);

  const exported = (await nodecloud("stack export")).stdout;
  const state = JSON.parse(exported);
  state.deployment.resources = [
    {
      urn: "urn:pulumi:prod::whole::pulumi:pulumi:Stack::whole-prod",
      custom: false,
      type: "pulumi:pulumi:Stack",
      outputs: { limit: infinite, list: [1, { b: 2, a: 1 }], text: "10.0.0.1" },
    },
  ];
  expect(await nodecloud("stack import", JSON.stringify(state))).toMatchObject({
    code: 0,
    stdout: "Import complete.\n",
  });
  expect(await nodecloud("stack output text")).toMatchObject({ code: 0, stdout: "10.0.0.1\n" });
  const shown = await nodecloud("stack");
  expect(shown.stdout).toContain("    TYPE                 NAME\n    pulumi:pulumi:Stack  whole-prod\n");
  expect(shown.stdout).toContain('    list    [1,{"a":1,"b":2}]\n    text    10.0.0.1\n');
  expect(JSON.parse((await nodecloud("stack output limit --json")).stdout)).toEqual(infinite);

  const refused: readonly (readonly [string, number, RegExp])[] = [
    ["stack output nope", 1, /no output "nope"\. Its outputs: limit, list, text/],
    ["stack select nope", 6, /no stack "nope"/],
    ["stack init prod", 1, /already/],
    ["stack import", 1, /The state on standard input is not JSON .* Pass the output of `stack export`\.$/m],
    ["stack rm prod", 2, /not running on a terminal\. Nothing was done\. Add --yes/],
    ["stack select one --stack two", 2, /specified twice/],
  ];
  for (const [command, code, message] of refused) {
    const { stdout, stderr, ...ended } = await nodecloud(command);
    expect({ command, code: ended.code, stdout }).toEqual({ command, code, stdout: "" });
    expect(stderr).toMatch(message);
    expectReadable(stderr);
  }
  expect(await nodecloud("stack rm prod --yes")).toMatchObject({ code: 0 });
  expect((await nodecloud("stack ls --json")).stdout).toMatch(/"name": "dev",\n {4}"current": false/);
}, 60_000);

it("shows the resources as a tree, with their URNs and those ids that they have", async () => {
  await nodecloud("stack init tree --no-select");
  const urnOf = (type: string, name: string) => `urn:pulumi:tree::whole::${type}::${name}`;
  const stack = urnOf("pulumi:pulumi:Stack", "whole-tree");
  const group = urnOf("my:comp:Comp", "group");
  const state = JSON.parse((await nodecloud("stack export --stack tree")).stdout);
  state.deployment.resources = [
    { urn: stack, type: "pulumi:pulumi:Stack", custom: false },
    { urn: group, type: "my:comp:Comp", custom: false, parent: stack },
    { urn: urnOf("test:Thing", "a"), type: "test:Thing", custom: true, id: "7", parent: group },
    { urn: urnOf("test:Thing", "b"), type: "test:Thing", custom: true, id: "8", parent: stack },
  ];
  await nodecloud("stack import --stack tree", JSON.stringify(state));
  const shown = async (flags: string) =>
    (await nodecloud(`stack --stack tree ${flags}`)).stdout.split("\n").map((line) => line.trimEnd());
  expect(await shown("--show-ids --show-urns")).toEqual(
    expect.arrayContaining([
      "    pulumi:pulumi:Stack  whole-tree",
      `    │  URN: ${stack}`,
      "    ├─ my:comp:Comp      group",
      `    │  │  URN: ${group}`,
      "    │  └─ test:Thing     a",
      "    │        ID: 7",
      "    └─ test:Thing        b",
      "          ID: 8",
    ]),
  );
  expect((await shown("--show-ids")).filter((line) => line.includes(" ID:"))).toHaveLength(2);
  expect((await shown("")).join()).not.toMatch(/ (ID|URN):/);
}, 60_000);

it("removes the lock of a run that was killed before it wrote the state of a new stack", async () => {
  const locks = join(project.folder, ".pulumi/locks/organization/whole/ghost");
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, "lock.json"), "{}");
  expect(await nodecloud("cancel ghost --yes")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The stack "ghost" is no longer locked.'),
  });
  expect(readdirSync(locks)).toEqual([]);
  expect(await nodecloud("cancel ghost --yes")).toMatchObject({ code: 6 });
});

it("reports pending operations as those of a run that may be in progress while the stack is locked", async () => {
  const urn = "urn:pulumi:busy::whole::pulumi-nodejs:dynamic/test:Thing::lost";
  const resource = { urn, type: "pulumi-nodejs:dynamic/test:Thing", custom: true };
  await nodecloud("stack init busy --no-select");
  const file = join(project.folder, ".pulumi/stacks/whole/busy.json");
  const state = JSON.parse(readFileSync(file, "utf8"));
  state.checkpoint.latest.pending_operations = [{ type: "creating", resource }];
  const named = "urn:pulumi:busy::whole::my:comp:Comp::named::with::colons";
  state.checkpoint.latest.resources = [{ urn: named, type: "my:comp:Comp", custom: false }];
  writeFileSync(file, JSON.stringify(state));
  const preview = "destroy --preview-only --engine embedded --stack busy";
  expect((await nodecloud(preview)).stdout).toContain(
    "An earlier run was interrupted while creating this resource",
  );
  expect((await nodecloud("stack --stack busy")).stdout).toContain(
    `\nPending operations of interrupted runs (1):\n    creating ${urn}\n`,
  );
  expect((await nodecloud("stack --stack busy")).stdout).toMatch(/my:comp:Comp +named::with::colons\n/);

  expect(await nodecloud("stack export --stack busy")).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      `^warning: .* unresolved: ${urn}\\..* Run \`nodecloud recover\` before you move`,
    ),
  });
  expect((await nodecloud("stack export")).stderr).toBe("");

  const locks = join(project.folder, ".pulumi/locks/organization/whole/busy");
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, "lock.json"), '{"username":"alice","hostname":"host","pid":1}');
  expect((await nodecloud(preview)).stdout).toMatch(
    /Another run is creating this resource, or was killed .*Lock: \/\S+lock\.json: alice@host \(process 1\)/,
  );
  expect((await nodecloud("stack --stack busy")).stdout).toContain(
    "\nPending operations of a run that is in progress or was killed (1):\n",
  );
}, 60_000);

it("lists all stacks although some can only be read by the Pulumi CLI, or not at all", async () => {
  const stacks = join(project.folder, ".pulumi/stacks/whole");
  await nodecloud("stack init plain --no-select");
  const text = readFileSync(join(stacks, "plain.json"), "utf8");
  const state = JSON.parse(text);
  state.checkpoint.latest.resources = [{ urn: "u" }];
  state.checkpoint.latest.manifest.time = "2025-03-01T08:00:00Z";
  writeFileSync(join(stacks, "tainted.json"), JSON.stringify({ ...state, version: 4, features: ["taint"] }));
  writeFileSync(join(stacks, "packed.json.zst"), "");
  writeFileSync(join(stacks, "damaged.json"), text.slice(0, 50));
  const { code, stdout } = await nodecloud("stack ls --json");
  expect(code).toBe(0);
  const listed = (name: string) => JSON.parse(stdout).find((one: { name: string }) => one.name === name);
  expect(listed("plain")).toEqual(expect.objectContaining({ resourceCount: 0 }));
  expect(listed("tainted")).toEqual({
    name: "tainted",
    current: false,
    lastUpdate: "2025-03-01T08:00:00.000Z",
    resourceCount: 1,
  });
  for (const name of ["packed", "damaged"]) expect(listed(name)).toEqual({ name, current: false });
  expect((await nodecloud("stack ls")).stdout).toMatch(/damaged +n\/a +n\/a\n/);
}, 60_000);

it("reads the values of outputs that contain secrets", () => {
  const urn = "urn:pulumi:dev::whole::pulumi:pulumi:Stack::whole-dev";
  const stack = newResource({ urn, type: "pulumi:pulumi:Stack", custom: false });
  const outputs = { password: new Secret("open"), list: [{ key: new Secret(1) }], plain: true };
  const snapshot = { resources: [{ ...stack, outputs }], pendingOperations: [] };
  expect(outputsOf(snapshot)).toEqual({ password: "open", list: [{ key: 1 }], plain: true });
});
