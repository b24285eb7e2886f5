import "../../cheap-keys";
import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runPulumi, runStack } from "../../../src/engine";
import { TemporaryProject } from "./project";

const yaml = (nodeargs: string) =>
  `name: test\nruntime:\n  name: nodejs\n  options:\n    nodeargs: ${JSON.stringify(nodeargs)}\n`;
const project = new TemporaryProject(`new Thing("a", { name: "a", region: "north" });`, {
  "other.js": "console.log('another program')",
  "bin/pulumi": '#!/bin/sh\necho "$@" >> "$(dirname "$0")/../asked.log"\n',
});
chmodSync(join(project.folder, "bin/pulumi"), 0o755);
beforeAll(async () => {
  expect((await project.run("up")).exitCode).toBe(0);
}, 30_000);
afterAll(() => project.remove());
beforeEach(() => expect(project.calls()).toEqual(["create a token=undefined"]));
afterEach(() => expect(project.calls()).toEqual(["create a token=undefined"]));

it.each([
  ...["--version", "--help", "-e 1", "--eval=1", "--no-warnings --check", "-p 1", "--test", "--watch-path=."],
  ...["--build-snapshot a.js", "--build-sea=a.json", "--experimental-sea-config a.json"],
])("rejects nodeargs with %s by name before anything runs, with either engine", async (nodeargs) => {
  project.write("Pulumi.yaml", yaml(nodeargs));
  const word = /(--no-warnings )?(\S+)/.exec(nodeargs)?.[2];
  const message = expect.stringContaining(
    `runtime.options.nodeargs has ${word}, with which Node.js does not run`,
  );
  for (const operation of ["preview", "up"] as const)
    expect(await project.run(operation)).toMatchObject({ exitCode: 1, error: { message } });
  const env = { PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}` };
  const handOver = runPulumi({ operation: "up", cwd: project.folder, stack: "dev", env, stdio: "ignore" });
  await expect(handOver).rejects.toMatchObject({ message });
  expect(() => project.read("asked.log")).toThrow("ENOENT");
});

it.each(["refresh", "destroy"] as const)(
  "%s creates no stack, even if the run may create one",
  async (operation) => {
    const env = { ...process.env, PULUMI_CONFIG_PASSPHRASE: "x" };
    const run = await runStack({ operation, cwd: project.folder, stack: "missing", env, create: true });
    expect(run).toMatchObject({
      exitCode: 6,
      error: { message: expect.stringMatching(/no stack "missing"/) },
    });
    expect(() => project.read(".pulumi/stacks/test/missing.json")).toThrow("ENOENT");
  },
);

it("fails without deleting anything when the arguments run another program", async () => {
  project.write("Pulumi.yaml", yaml("./other.js"));
  for (const operation of ["preview", "up"] as const) {
    const { exitCode, outcome } = await project.run(operation);
    expect({ exitCode, deleted: outcome?.counts.deleted }).toEqual({ exitCode: 1, deleted: 0 });
    expect(project.errors().join()).toMatch(
      /ended without running the program\. Nothing was deleted\..*nodeargs.*other\.js/,
    );
  }
}, 30_000);

it("fails without deleting anything when the program exits while it is loaded", async () => {
  project.write("Pulumi.yaml", yaml("--no-warnings"));
  project.write("index.js", `require("@pulumi/pulumi"); process.exit(0);`);
  const { exitCode, outcome } = await project.run("up");
  expect({ exitCode, deleted: outcome?.counts.deleted }).toEqual({ exitCode: 1, deleted: 0 });
}, 30_000);

it("fails without deleting anything when the program exits with 0 before it has registered everything", async () => {
  project.write(
    "index.js",
    `const pulumi = require("@pulumi/pulumi");
     new pulumi.ComponentResource("my:comp:Comp", "c").urn.apply(() => setTimeout(() => process.exit(0), 1500));`,
  );
  for (const operation of ["preview", "up"] as const) {
    const { exitCode, outcome } = await project.run(operation);
    expect({ exitCode, deleted: outcome?.counts.deleted }).toEqual({ exitCode: 1, deleted: 0 });
    expect(project.errors()).toEqual([
      "The program called process.exit, so it may not have registered everything. Nothing was deleted. Let the program exit on its own.",
    ]);
  }
}, 30_000);

it("fails without deleting anything when the program awaits a promise that never settles", async () => {
  project.write(
    "index.js",
    `const pulumi = require("@pulumi/pulumi");
     module.exports = async () => {
       new pulumi.ComponentResource("my:comp:Comp", "c");
       await new Promise(() => {});
     };`,
  );
  for (const operation of ["preview", "up"] as const) {
    const { exitCode, outcome } = await project.run(operation);
    expect({ exitCode, deleted: outcome?.counts.deleted }).toEqual({ exitCode: 1, deleted: 0 });
    expect(project.errors()).toEqual([
      "The program ended while it was still awaiting a promise, so it may not have registered everything. Nothing was deleted. Let every promise that the program awaits settle.",
    ]);
  }
}, 30_000);

it.each([
  [
    "for each other",
    `const group = new pulumi.ComponentResource("my:group:Group", "group");
     const a = new Thing("a", { name: "a", region: "north" }, { dependsOn: group });
     new Thing("child", { name: "child", region: "north" }, { dependsOn: a, parent: group });`,
    "a, child",
  ],
  [
    "for a promise that never settles, although the program logs an error",
    `pulumi.log.error("an error");
     new Thing("a", { name: "a", region: new Promise(() => {}) });`,
    "a",
  ],
])(
  "fails without deleting anything when resources wait %s",
  async (_, resources, names) => {
    project.write("index.js", `const { pulumi, Thing } = require("./library.js");\n${resources}`);
    for (const operation of ["preview", "up"] as const) {
      const { exitCode, outcome } = await project.run(operation);
      expect({ exitCode, deleted: outcome?.counts.deleted }).toEqual({ exitCode: 1, deleted: 0 });
      expect(project.errors().at(-1)).toMatch(
        /waited for a promise .*, or for each other\. Nothing was deleted/,
      );
      const message = `Resources that were not registered: ${names}`;
      expect(project.events).toContainEqual(expect.objectContaining({ kind: "message", message }));
    }
  },
  30_000,
);
