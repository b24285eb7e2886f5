import { execFileSync } from "node:child_process";
import { accessSync, chmodSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { runPulumi } from "../../../src/engine";
import { findPulumi } from "../../../src/state";
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
  for (const created of projects) created.remove();
});

it("reports a missing pulumi on the PATH and what to do", async () => {
  expect(await findPulumi({ PATH: "/nowhere" })).toBeUndefined();
  await expect(runPulumi({ operation: "up", stack: "dev", env: { PATH: "/nowhere" } })).rejects.toThrow(
    "no `pulumi` on the PATH",
  );
});

withPulumi(
  "exchanges a stack with the CLI in both directions without a difference",
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
        args: ["--yes", "--non-interactive", "--expect-no-changes"].slice(operation === "preview" ? 1 : 0),
        stdio: "ignore",
      });

    expect((await test.run("up", { env })).exitCode).toBe(0);
    expect(await cli("preview")).toBe(0);
    expect(await cli("up")).toBe(0);
    expect((await test.run("up", { env, expectNoChanges: true })).exitCode).toBe(0);

    // There are changes now, which the CLI reports by its exit code.
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

it("does not mistake a folder named pulumi for the CLI", async () => {
  const test = new TemporaryProject("", { "bin/pulumi/readme": "", "later/pulumi": "#!/bin/sh\n" });
  projects.push(test);
  const folders = ["bin", "later"].map((name) => join(test.folder, name));
  expect(await findPulumi({ PATH: folders.join(delimiter) })).toBeUndefined();
  chmodSync(join(test.folder, "later/pulumi"), 0o755);
  expect(await findPulumi({ PATH: folders.join(delimiter) })).toBe(join(test.folder, "later/pulumi"));
});

describe("a stack in a backend that only the CLI can list", () => {
  const start = (
    stacks: readonly string[],
    others = "",
    listed = JSON.stringify(stacks.map((name) => ({ name }))),
  ) => {
    const test = new TemporaryProject("", {
      "bin/pulumi": `#!/bin/sh
echo "$@" >> "$(dirname "$0")/../asked.log"
case "$*" in
"stack ls "*) echo '${listed}' ;;
"stack export --stack ${others} "*) exit 0 ;;
"stack export "*) exit 6 ;;
esac
`,
    });
    projects.push(test);
    chmodSync(join(test.folder, "bin/pulumi"), 0o755);
    const path = `${join(test.folder, "bin")}${delimiter}${process.env.PATH}`;
    const env = { PATH: path, PULUMI_BACKEND_URL: "s3://stacks" };
    const run = (more: {
      operation?: "up" | "preview" | "destroy";
      stack: string;
      create?: boolean;
      isFirst?: boolean;
    }) => runPulumi({ operation: "up", cwd: test.folder, env, stdio: "ignore", ...more });
    const runs = () =>
      test
        .read("asked.log")
        .trim()
        .split("\n")
        .filter((line) => !/^stack (ls|export)/.test(line));
    return { run, runs };
  };

  it("is not created just because it is specified, and similar names are suggested", async () => {
    const { run, runs } = start(["dev", "prod"]);
    await expect(run({ stack: "prd" })).rejects.toMatchObject({
      code: "noStack",
      message: expect.stringMatching(
        /no stack "prd" .* s3:\/\/stacks, so nothing was done\. Did you mean prod\?/,
      ),
    });
    expect(runs()).toEqual([]);
  });

  it("is used if it exists, even in another organization", async () => {
    const { run, runs } = start(["dev"], "acme/test/prod");
    expect(await run({ stack: "dev" })).toBe(0);
    expect(await run({ stack: "acme/test/prod" })).toBe(0);
    expect(runs().map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "up --stack dev",
      "up --stack acme/test/prod",
    ]);
  });

  it("is not used if the list is not JSON", async () => {
    const { run, runs } = start(["dev"], "", "warning: an update is available");
    await expect(run({ stack: "dev" })).rejects.toThrow(
      /^The output of `pulumi stack ls --json` is not JSON .* Run it yourself to see its output\.$/,
    );
    expect(runs()).toEqual([]);
  });

  it("is created on request, or if the project has no stack and none was specified", async () => {
    for (const more of [{ create: true }, { isFirst: true }]) {
      const { run, runs } = start([]);
      expect(await run({ stack: "dev", ...more })).toBe(0);
      expect(runs()[0]).toBe("stack init --non-interactive --no-select dev");
      expect(runs()[1]).toBe("up --stack dev");
    }
    const { run, runs } = start(["prod"]);
    await expect(run({ stack: "dev", isFirst: true })).rejects.toThrow("No stack of the project");
    await expect(run({ operation: "preview", stack: "dev", create: true })).rejects.toThrow("no stack");
    expect(runs()).toEqual([]);
  });

  it("is created by the first preview, because the CLI previews only existing stacks, but not by a destroy", async () => {
    const { run, runs } = start([]);
    expect(await run({ operation: "preview", stack: "dev", isFirst: true })).toBe(0);
    expect(runs()).toEqual(["stack init --non-interactive --no-select dev", "preview --stack dev"]);
    await expect(run({ operation: "destroy", stack: "dev", isFirst: true })).rejects.toThrow("no stack");
  });
});

it.each(["", "backend: { url: 'file://.' }\n"])(
  "finds the stacks in a folder whose name must be encoded in a URL, and passes that URL to the CLI: %j",
  async (backend) => {
    const test = new TemporaryProject("", {
      "C#/100%/Pulumi.yaml": `name: shop\nruntime: nodejs\n${backend}`,
      "C#/100%/.pulumi/meta.yaml": "version: 1\n",
      "C#/100%/.pulumi/stacks/shop/dev.json": "{}",
      "bin/pulumi": '#!/bin/sh\necho "$PULUMI_BACKEND_URL $*" >> "$(dirname "$0")/../asked.log"\n',
    });
    projects.push(test);
    chmodSync(join(test.folder, "bin/pulumi"), 0o755);
    const env = {
      PATH: `${join(test.folder, "bin")}${delimiter}${process.env.PATH}`,
      PULUMI_HOME: test.folder,
    };
    const cwd = join(test.folder, "C#/100%");
    expect(await runPulumi({ operation: "up", cwd, stack: "dev", env, stdio: "ignore" })).toBe(0);
    expect(test.read("asked.log")).toBe(`file://${test.folder}/C%23/100%25 up --stack dev\n`);
  },
);

withPulumi(
  "creates a stack in the same folder that the embedded engine finds",
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
    const up = {
      operation: "up",
      cwd: test.folder,
      stack: "dev",
      env,
      stdio: "ignore",
      args: ["--yes", "--skip-preview", "--non-interactive"],
    } as const;
    await expect(runPulumi(up)).rejects.toMatchObject({ code: "noStack" });
    const code = await runPulumi({ ...up, create: true });
    expect(code).toBe(0);
    expect((await test.run("up", { env, expectNoChanges: true })).exitCode).toBe(0);
    expect((await test.run("destroy", { env })).exitCode).toBe(0);
  },
  120_000,
);
