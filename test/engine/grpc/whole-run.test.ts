import "../../cheap-keys";
import { execFileSync } from "node:child_process";
import { Secret } from "../../../src/state";
import { TemporaryProject } from "./project";

const projects: TemporaryProject[] = [];
const project = (program: string, more: Record<string, string> = {}) => {
  const created = new TemporaryProject(program, more);
  projects.push(created);
  return created;
};
afterAll(() => {
  for (const created of projects) created.remove();
});

const pair = `
const region = process.env.REGION ?? "north";
const first = new Thing("first", { name: "first", region, password: pulumi.secret("hunter2-canary") });
const second = new Thing("second", { name: "second", peer: first.address, region: "north", label: process.env.LABEL ?? "x" });
exports.address = second.address;
exports.password = first.password;
`;

it("runs an unmodified program and the SDK's plugin from first up to destroy", async () => {
  const test = project(pair);
  const up = await test.run("up");
  expect(up.exitCode).toBe(0);
  expect(test.steps()).toEqual(["create first", "create second"]);
  expect(up.outcome?.outputs.address).toBe("10.0.0.2");
  expect(up.outcome?.outputs.password).toBeInstanceOf(Secret);

  const state = test.read(".pulumi/stacks/test/dev.json");
  expect(state).not.toContain("hunter2-canary");
  expect(JSON.parse(state).checkpoint.stack).toBe("organization/test/dev");
  expect(JSON.parse(state).checkpoint.latest.resources[2].sourcePosition).toBe("project:///index.js#4,15");
  expect(test.read("Pulumi.dev.yaml")).toContain("encryptionsalt: v1:");

  await test.run("up", { expectNoChanges: true });
  expect(test.steps()).toEqual(["same first", "same second"]);
  expect(test.calls()).toHaveLength(2);
  const unchanged = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint.latest.resources;
  expect(unchanged).toEqual(JSON.parse(state).checkpoint.latest.resources);

  test.write("live-2.json", '{"label":"outside"}');
  await test.run("refresh");
  expect(test.steps()).toEqual(expect.arrayContaining(["same first", "refresh second"]));
  const repaired = await test.run("up", { expectNoChanges: true });
  expect(repaired.exitCode).toBe(7);
  expect(test.calls().at(-1)).toBe("update 2");

  const replaced = await test.run("up", { env: { REGION: "south" } });
  expect(replaced.exitCode).toBe(0);
  expect(test.steps()).toEqual(["createReplacement first", "update second", "deleteReplaced first"]);

  const destroyed = await test.run("destroy");
  expect(destroyed.exitCode).toBe(0);
  expect(test.calls().filter((call) => call.startsWith("delete"))).toEqual([
    "delete 1",
    "delete 2",
    "delete 3",
  ]);
  expect(test.locks()).toEqual([]);
}, 60_000);

it("passes the configuration with its secrets and redacts them in the program's output", async () => {
  const test = project(
    `
const config = new pulumi.Config();
console.log("the token is", config.require("token"));
new Thing("a", { name: "a", region: config.require("region") });
exports.size = config.requireObject("size");
`,
    {
      "Pulumi.yaml":
        "name: test\nruntime: nodejs\nconfig:\n  region: {default: west}\n  token: {default: t0p-canary, secret: true}\n  size: {default: {cpus: 2}}\n",
    },
  );
  const result = await test.run("up");
  expect(result.exitCode).toBe(0);
  expect(result.outcome?.outputs.size).toEqual({ cpus: 2 });
  expect(test.calls()).toEqual(["create a token=t0p-canary"]);
  expect(JSON.stringify(test.events)).not.toContain("t0p-canary");
  expect(JSON.stringify(test.events)).toContain("the token is [secret]");
  expect(test.read(".pulumi/stacks/test/dev.json")).not.toContain("t0p-canary");
}, 60_000);

it("stores a failed initialization, exits with 1 and resumes in the next run", async () => {
  const test = project(
    `new Thing("a", { name: "a", region: "north", unready: process.env.UNREADY === "yes" });`,
  );
  const failed = await test.run("up", { env: { UNREADY: "yes" } });
  expect(failed.exitCode).toBe(1);
  expect(test.errors()).toEqual(["not ready\n  - still booting"]);
  const up = await test.run("up");
  expect(up.exitCode).toBe(0);
  expect(test.calls()).toEqual(["create a token=undefined", "update 1"]);
}, 60_000);

it("stores outputs and reports messages that are too long for a header of a response", async () => {
  const label = "é".repeat(200_000);
  const test = project(`
const label = "é".repeat(200_000);
new Thing("unready", { name: "unready", unready: true, label });
new Thing("broken", { name: label, broken: true });
`);
  expect((await test.run("up")).exitCode).toBe(1);
  expect(test.errors().sort()).toEqual([`no room for ${label}`, "not ready\n  - still booting"]);
  const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
  const outputs = { name: "unready", label };
  expect(latest.resources.at(-1)).toMatchObject({ id: expect.stringMatching(/^[12]$/), outputs });
  expect(latest.pending_operations).toBeUndefined();
}, 60_000);

it("reports the beginning of a transform's error that is too long for a response header", async () => {
  const test = project(`
new Thing("a", { name: "a" }, { transforms: [async () => { throw new Error("é".repeat(200_000)); }] });
`);
  expect((await test.run("up")).exitCode).toBe(1);
  expect(test.errors().join()).toContain("transform failed: Error: ééé");
  expect(test.calls()).toEqual([]);
}, 60_000);

it("reports errors of a create and of a transform that contain half of a surrogate pair", async () => {
  const fail = `async () => { throw new Error("cut \\ud83d in half"); }`;
  const create = project(`new Thing("a", {});`, { "provider.js": `exports.thing = { create: ${fail} };` });
  const transform = project(`new Thing("a", {}, { transforms: [${fail}] });`);
  for (const test of [create, transform]) {
    expect((await test.run("up")).exitCode).toBe(1);
    expect(test.errors().join()).toContain("cut \ufffd in half");
    const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
    expect(latest.pending_operations).toBeUndefined();
  }
}, 60_000);

it("reports each error once, with its resource", async () => {
  const test = project(`
new Thing("fine", { name: "fine", region: "north" });
new Thing("wrong", { name: "wrong", region: "nowhere" });
`);
  expect((await test.run("up")).exitCode).toBe(1);
  expect(test.errors()).toEqual(["region must be a region, as in `nodecloud preview`"]);
  const broken = project(`new Thing("b", { name: "b", broken: true });`);
  expect((await broken.run("up")).exitCode).toBe(1);
  expect(broken.errors()).toEqual(["no room for b"]);
}, 60_000);

it("names its own commands in messages about a resource, and leaves other messages of the program as they are", async () => {
  const advice = "`pulumi up`, `pulumi refresh`, `pulumi state delete`";
  const test = project(`
const advice = ${JSON.stringify(advice)};
const fine = new Thing("fine", { name: "fine" });
pulumi.log.warn(advice, fine);
pulumi.log.warn(advice);
new Thing("broken", { name: advice, broken: true }, { dependsOn: fine });
`);
  expect((await test.run("up")).exitCode).toBe(1);
  const own = "`nodecloud up`, `nodecloud refresh`, `pulumi state delete`";
  expect(test.errors()).toEqual([`no room for ${own}`]);
  const warnings = test.events.flatMap((event) =>
    event.kind === "message" && event.severity === "warning" ? [event.message] : [],
  );
  expect(warnings.sort()).toEqual([own, advice]);
}, 60_000);

it("reports the failure and not the registrations that it prevented", async () => {
  const test = project(`
const fs = require("node:fs");
new Thing("broken", { name: "broken", broken: true });
const late = new Promise((resolve) => {
  const timer = setInterval(() => {
    if (!fs.existsSync("calls.log")) return;
    clearInterval(timer);
    setTimeout(() => resolve("x"), 500);
  }, 20);
});
for (const name of ["c", "d"]) new Thing(name, { name, peer: late });
`);
  expect((await test.run("up")).exitCode).toBe(1);
  expect(test.errors()).toEqual(["no room for broken"]);
  expect(JSON.stringify(test.events)).not.toContain("Channel");
}, 60_000);

it("reports a program that throws and deletes nothing", async () => {
  const test = project(`
new Thing("a", { name: "a", region: "north" });
if (process.env.BUG) throw new Error("a bug of the program");
`);
  await test.run("up");
  const result = await test.run("up", { env: { BUG: "yes" } });
  expect(result.exitCode).toBe(1);
  expect(test.errors().join()).toContain("a bug of the program");
  expect(test.errors().join()).not.toMatch(/data:|node:internal/);
  expect(test.calls()).toHaveLength(1);
}, 60_000);

it("reports a program that a signal ends, and deletes nothing", async () => {
  const test = project(`
new Thing("a", { name: "a", region: "north" });
if (process.env.SIGNAL) process.kill(process.pid, process.env.SIGNAL);
`);
  await test.run("up");
  const result = await test.run("up", { env: { SIGNAL: "SIGKILL" } });
  expect(result.exitCode).toBe(1);
  expect(test.errors()).toEqual(["The program was terminated by SIGKILL."]);
  expect(test.calls()).toHaveLength(1);
}, 60_000);

it("refuses a program whose folder does not exist, such as one that is not compiled", async () => {
  const test = project("");
  test.write("Pulumi.yaml", "name: test\nruntime: nodejs\nmain: dist/index.js\n");
  for (const operation of ["preview", "up"] as const) {
    const { exitCode, error } = await test.run(operation);
    expect({ exitCode, message: error?.message }).toEqual({
      exitCode: 1,
      message: expect.stringMatching(
        /main is in \S*dist, which is not a folder\. Nothing was done\. Compile /,
      ),
    });
  }
  test.write("dist", "a file");
  expect((await test.run("up")).error?.message).toContain("not a folder");
});

it("rejects unsupported options by name", async () => {
  const test = project(`new Thing("a", { name: "a" }, JSON.parse(process.env.OPTIONS));`);
  for (const option of ["import", "version"]) {
    const refused = await test.run("up", { env: { OPTIONS: JSON.stringify({ [option]: "1.2.3" }) } });
    expect(refused.exitCode).toBe(1);
    expect(test.errors().join()).toContain(`the option ${option}`);
  }
}, 60_000);

it("rejects provider functions by name", async () => {
  const test = project(`module.exports.machine = pulumi.runtime.invoke("cloud:index:getMachine", {});`);
  const refused = await test.run("up");
  expect(refused.exitCode).toBe(1);
  expect(test.errors().join()).toContain("the function cloud:index:getMachine");
  expect(test.calls()).toEqual([]);
}, 60_000);

it("finishes steps in progress on the first interrupt and leaves them pending on the second", async () => {
  const test = project(`
const slow = new Thing("slow", { name: "slow", slow: 1500 });
new Thing("after", { name: "after", peer: slow.address });
`);
  const cancel = new AbortController();
  const gentle = await test.run("up", { cancel: cancel.signal, listener: abortOnCreate(cancel) });
  expect(gentle.exitCode).toBe(8);
  expect(resourceNames(test)).toEqual(["slow"]);
  await test.run("destroy");

  const stop = new AbortController();
  const abrupt = await test.run("up", { stop: stop.signal, listener: abortOnCreate(stop) });
  expect(abrupt.exitCode).toBe(8);
  const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
  expect(latest.pending_operations).toMatchObject([{ type: "creating" }]);
  expect(test.locks()).toEqual([]);
  expect(processesOf(test.folder)).toEqual([]);
}, 60_000);

it("leaves the creates pending that were sent to a plugin that was killed", async () => {
  const test = project(`
new Thing("early", { name: "early", slow: 60_000 });
new Thing("late", { name: "late", slow: 60_000, endsPlugin: 1500 });
`);
  const up = await test.run("up", { parallel: 10 });
  expect(up.exitCode).toBe(1);
  const failure = expect.stringMatching(
    /^the plugin of dynamic resources ended during this call\. Whether .* unknown, .*`nodecloud recover`/,
  );
  expect(test.errors()).toEqual([failure, failure]);
  const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
  const pending = latest.pending_operations.map(
    ({ type, resource }: { type: string; resource: { urn: string } }) =>
      `${type} ${resource.urn.split("::").at(-1)}`,
  );
  expect(pending.sort()).toEqual(["creating early", "creating late"]);
}, 60_000);

it("leaves nothing pending that was not sent because the plugin had ended", async () => {
  const test = project(`
const wait = new pulumi.ResourceHook("wait", () => new Promise((resolve) => setTimeout(resolve, 1500)));
new Thing("late", { name: "late", endsPlugin: 300 }, { hooks: { beforeCreate: [wait] } });
`);
  const up = await test.run("up");
  expect(up.exitCode).toBe(1);
  expect(test.errors()).toEqual(["the plugin of dynamic resources has ended, so this call was not sent"]);
  expect(test.calls()).toEqual([]);
  const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
  expect(latest.pending_operations).toBeUndefined();
}, 60_000);

it("names refresh after a delete that was sent to a plugin that was killed", async () => {
  const test = project('new Thing("last", { name: "last", endsPluginOnDelete: true });');
  await test.run("up");
  expect((await test.run("destroy")).exitCode).toBe(1);
  expect(test.errors()).toEqual([
    "the plugin of dynamic resources ended during this call. Whether the service carried it out is unknown. Run `refresh` before the next `up`",
  ]);
}, 60_000);

it("reports a plugin that is killed during a call that changes nothing", async () => {
  const test = project('new Thing("never", { name: "never", endsPlugin: 1, waits: 60_000 });');
  expect((await test.run("up")).exitCode).toBe(1);
  expect(test.errors()).toEqual([
    "the plugin of dynamic resources ended during this call, which changes nothing",
  ]);
}, 60_000);

it("runs a TypeScript program", async () => {
  const test = project("", {
    "index.ts": `
import * as pulumi from "@pulumi/pulumi";
const words: string[] = ["typed", "program"];
export const greeting = pulumi.output(words).apply((all) => all.join(" "));
`,
    "tsconfig.json":
      '{"compilerOptions":{"strict":true,"target":"es2022","module":"node20","skipLibCheck":true}}',
    "package.json": '{"name":"test","version":"1.0.0","main":"index.ts"}',
  });
  const result = await test.run("up");
  expect(test.errors()).toEqual([]);
  expect(result.outcome?.outputs.greeting).toBe("typed program");
}, 60_000);

it("reads another stack in the same folder that has its own salt", async () => {
  const test = project(`
if (pulumi.getStack() === "net") {
  exports.key = pulumi.secret("k-canary");
  exports.deep = { keys: [pulumi.secret("d-canary")] };
} else {
  const net = new pulumi.StackReference("organization/test/net");
  exports.key = net.requireOutput("key");
  exports.deep = net.getOutput("deep");
}
`);
  await test.run("up", { stack: "net" });
  const result = await test.run("up");
  expect(test.errors()).toEqual([]);
  const key = result.outcome?.outputs.key;
  expect(key instanceof Secret && key.reveal()).toBe("k-canary");
  expect(test.read(".pulumi/stacks/test/dev.json")).not.toMatch(/[kd]-canary/);
  expect((await test.run("refresh")).exitCode).toBe(0);
}, 60_000);

it("names another stack whose passphrase is not that of the run, and does not advise to change the run's", async () => {
  const test = project(`
if (pulumi.getStack() === "dev") new pulumi.StackReference("organization/test/net");
`);
  await test.run("up", { stack: "net", env: { PULUMI_CONFIG_PASSPHRASE: "another" } });
  expect((await test.run("up")).exitCode).toBe(1);
  expect(test.errors().join()).toMatch(
    /^The stack "organization\/test\/net", to which the program refers, has a different passphrase .* Both need the same passphrase/,
  );
  expect(test.errors().join()).not.toContain("PULUMI_CONFIG_PASSPHRASE");
}, 60_000);

it("reports invalid settings before anything runs", async () => {
  const test = project("");
  const none = await test.run("up", { env: { PULUMI_CONFIG_PASSPHRASE: undefined } });
  expect(none).toMatchObject({ exitCode: 1 });
  expect(none.error?.message).toContain("PULUMI_CONFIG_PASSPHRASE");
  const missing = await test.run("destroy");
  expect(missing).toMatchObject({ exitCode: 6 });
  const elsewhere = await test.run("up", { env: { PULUMI_BACKEND_URL: "s3://user:pass@bucket" } });
  expect(elsewhere.error?.message).toContain("s3://");
  expect(elsewhere.error?.message).not.toContain("pass@");
}, 60_000);

function abortOnCreate(controller: AbortController) {
  return (event: { kind: string; step?: { kind: string; name: string } }) => {
    if (event.kind === "stepStarted" && event.step?.kind === "create" && event.step.name === "slow") {
      setTimeout(() => controller.abort(), 300);
    }
  };
}

function resourceNames(test: TemporaryProject): string[] {
  const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
  return latest.resources
    .map(({ urn }: { urn: string }) => urn)
    .filter((urn: string) => urn.includes("dynamic"))
    .map((urn: string) => urn.split("::").at(-1));
}

function processesOf(folder: string): string[] {
  const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  return all.split("\n").filter((line) => line.includes(folder));
}
