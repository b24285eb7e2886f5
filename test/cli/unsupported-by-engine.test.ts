/** @jest-environment node */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createPassphrase } from "../../src/state";
import { InProcessProject } from "./in-process-project";
import { projectWithPulumi, unsupportedByEngine } from "./unsupported-by-engine";

const mockAsked: string[] = [];
jest.mock("@clack/prompts", () => ({
  updateSettings: () => undefined,
  isCancel: () => false,
  password: async ({ message }: { message: string }) => {
    mockAsked.push(message);
    return "a passphrase of the tests";
  },
}));

const projects: InProcessProject[] = [];
afterAll(() => {
  for (const project of projects) project.remove();
});

const lockFile = ".pulumi/locks/organization/whole/dev/7.json";

/** A project with the stack dev and a Pulumi CLI that only exports it. */
function projectWith(files: Readonly<Record<string, string>>): InProcessProject {
  const project = projectWithPulumi(
    `echo "$@" >> "$(dirname "$0")/../asked.log"
case "$*" in
  version*) echo v3.260.0 ;;
  "stack ls"*) echo '[{"name":"dev","current":true}]' ;;
  *export*) echo '{"version":3,"deployment":{"manifest":{},"resources":[]}}' ;;
esac
`,
    files,
  );
  projects.push(project);
  return project;
}

const withPulumi = (project: InProcessProject, more = {}) => ({
  PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}`,
  NODECLOUD_BASE_URL: "http://127.0.0.1:1/v4",
  NODECLOUD_TOKEN: "t-canary",
  ...more,
});

describe.each(Object.entries(unsupportedByEngine))(
  "a stack that only the Pulumi CLI can run: %s",
  (_, files) => {
    it.each([
      ["stack ls", /^NAME +LAST UPDATE +RESOURCE COUNT\ndev /],
      ["stack select dev", /^$/],
      ["stack unselect", /^$/],
      ["cancel --yes", /^The stack "dev" is not locked\.\n$/],
    ])("can be used with `%s`", async (command, stdout) => {
      const ended = await projectWith(files).run(command.split(" "));
      expect(ended).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(stdout) });
    });

    it("can be unlocked", async () => {
      const project = projectWith({ ...files, [lockFile]: "{}" });
      expect((await project.run(["cancel", "--yes"])).code).toBe(0);
      expect(existsSync(join(project.folder, lockFile))).toBe(false);
    });

    it("is not confused with one that does not exist", async () => {
      for (const command of ["stack select", "cancel", "config"])
        expect((await projectWith(files).run([...command.split(" "), "--stack", "prod"])).code).toBe(6);
    });
  },
);

describe.each(["a tainted resource", "a stack with another secrets provider", "packages"])("%s", (name) => {
  const files = unsupportedByEngine[name]!;

  it("can be recovered through the Pulumi CLI, on a terminal too", async () => {
    const project = projectWith(files);
    for (const isTerminal of [false, true]) {
      const options = { env: withPulumi(project), isTerminal };
      const { code, stdout } = await project.run(["recover", "--engine", "pulumi"], options);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("in whole/dev") });
    }
    expect(project.read("asked.log")).toContain("stack export");
  });

  it("does not stop a run in the report of `doctor` if there is a Pulumi CLI", async () => {
    const project = projectWith(files);
    const linesOf = async (env: Readonly<Record<string, string>>) => {
      const { stdout } = await project.run(["doctor", "--json"], { env });
      const { checks } = JSON.parse(stdout);
      return Object.fromEntries(checks.map(({ name, status }: Record<string, string>) => [name, status]));
    };
    const statuses = await linesOf(withPulumi(project));
    expect(statuses).toMatchObject({
      project: "ok",
      stack: expect.stringMatching(/ok|warning/),
      engine: "ok",
    });
    const without = await linesOf({ ...withPulumi(project), PATH: "" });
    expect([without.stack, without.engine]).toContain("problem");
  });
});

describe.each([
  "a tainted resource",
  "a state compressed with zstd",
  "a state with another secrets provider",
  "packages",
])("the configuration of a stack that only the Pulumi CLI can run: %s", (name) => {
  it("is read and changed without it, and so is the history", async () => {
    const salt = (await createPassphrase("secret-passphrase")).salt;
    const project = projectWith({
      ...unsupportedByEngine[name],
      "Pulumi.dev.yaml": `encryptionsalt: ${salt}\n`,
    });
    const nodecloud = async (command: string) => {
      const env = { PULUMI_CONFIG_PASSPHRASE: "secret-passphrase" };
      const { code, stdout, stderr } = await project.run(command.split(" "), { env });
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
      return stdout;
    };
    await nodecloud("config set size big");
    await nodecloud("config set --secret token t-canary");
    expect(await nodecloud("config get size")).toBe("big\n");
    expect(await nodecloud("config get token")).toBe("t-canary\n");
    expect(await nodecloud("config")).toContain("[secret]");
    await nodecloud("config rm size");
    const config = { "whole:token": { secure: /secure: (\S+)/.exec(project.read("Pulumi.dev.yaml"))?.[1] } };
    const run = { kind: "update", startTime: 0, endTime: 1, result: "succeeded", config };
    project.write(".pulumi/history/whole/dev/dev-17.history.json", JSON.stringify(run));
    expect(await nodecloud("stack history")).toContain("UpdateKind: update");
    expect(JSON.parse(await nodecloud("stack history --json --show-secrets"))[0].config).toEqual({
      "whole:token": { value: "t-canary", secret: true },
    });
  });
});

it("a value is not encrypted with a passphrase if the state names another secrets provider", async () => {
  const project = projectWith(unsupportedByEngine["a state with another secrets provider"]!);
  const { code, stderr } = await project.run(["config", "set", "--secret", "token", "t-canary"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/the provider "cloud"/) });
  expect(existsSync(join(project.folder, "Pulumi.dev.yaml"))).toBe(false);
});

describe("a project that only the Pulumi CLI can run", () => {
  const packages = unsupportedByEngine.packages!;

  it("can be recovered without it", async () => {
    const project = projectWith(packages);
    for (const isTerminal of [false, true]) {
      const options = { env: { ...withPulumi(project), PATH: "" }, isTerminal };
      const { code, stdout } = await project.run(["recover"], options);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("in whole/dev") });
    }
  });

  it("keeps its configuration if the embedded engine refuses a first run", async () => {
    const project = new InProcessProject(packages);
    projects.push(project);
    const up = ["up", "--yes", "--engine", "embedded", "--config", "size=big"];
    const { code, stderr } = await project.run(up);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/declares "packages"/) });
    expect(existsSync(join(project.folder, "Pulumi.dev.yaml"))).toBe(false);
  });
});
