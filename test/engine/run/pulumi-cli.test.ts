import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { findPulumi, runPulumi } from "../../../src/engine";
import { TemporaryProject } from "../grpc/project";

const pulumi = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "pulumi"))
  .find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
const withPulumi = pulumi ? it : it.skip;
if (!pulumi) console.warn("There is no pulumi on the PATH: the hand-over to the real CLI is not tested.");

const program = `
const first = new Thing("first", { name: "first", region: process.env.REGION ?? "north", password: pulumi.secret("x") });
new Thing("second", { name: "second", peer: first.address, label: "l" }, { dependsOn: [first] });
exports.address = first.address;
`;
const projects: TemporaryProject[] = [];
afterAll(() => {
  for (const made of projects) made.remove();
});

it("knows when there is no pulumi on the PATH, and says what to do", async () => {
  expect(await findPulumi({ PATH: "/nowhere" })).toBeUndefined();
  await expect(runPulumi({ operation: "up", stack: "dev", env: { PATH: "/nowhere" } })).rejects.toThrow(
    "no `pulumi` on the PATH",
  );
});

withPulumi(
  "hands a stack to the CLI and takes it back, and nobody sees a difference",
  async () => {
    const test = new TemporaryProject(program);
    projects.push(test);
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PULUMI_HOME: join(test.folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "x",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const cli = (operation: "up" | "preview", more = {}) =>
      runPulumi({
        operation,
        cwd: test.folder,
        stack: "dev",
        env: { ...env, ...more },
        expectNoChanges: true,
        stdio: "ignore",
      });

    expect((await test.run("up", { env })).exitCode).toBe(0);
    expect(await cli("preview")).toBe(0);
    expect(await cli("up")).toBe(0);
    expect((await test.run("up", { env, expectNoChanges: true })).exitCode).toBe(0);

    // Not without changes: the CLI says so with its own exit code.
    expect(await cli("preview", { REGION: "south" })).not.toBe(0);
    expect((await test.run("up", { env: { ...env, REGION: "south" } })).exitCode).toBe(0);
    expect(await cli("preview", { REGION: "south" })).toBe(0);
    const shown = execFileSync("pulumi", ["stack", "output", "--stack", "dev", "--json"], {
      cwd: test.folder,
      env: { ...env, PULUMI_BACKEND_URL: `file://${test.folder}` },
      encoding: "utf8",
    });
    expect(JSON.parse(shown)).toEqual({ address: "10.0.0.3" });
  },
  120_000,
);

withPulumi(
  "makes a new stack in the same folder, which the embedded engine then sees",
  async () => {
    const test = new TemporaryProject(program);
    projects.push(test);
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PULUMI_HOME: join(test.folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "x",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const code = await runPulumi({ operation: "up", cwd: test.folder, stack: "dev", env, stdio: "ignore" });
    expect(code).toBe(0);
    expect((await test.run("up", { env, expectNoChanges: true })).exitCode).toBe(0);
    expect((await test.run("destroy", { env })).exitCode).toBe(0);
  },
  120_000,
);
