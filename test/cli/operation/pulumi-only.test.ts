/** @jest-environment node */
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { InProcessProject } from "../in-process-project";
import { projectWithPulumi, state, stateFile, unsupportedByEngine } from "../unsupported-by-engine";

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

function projectWith(files: Readonly<Record<string, string>>): InProcessProject {
  const project = projectWithPulumi('echo "$@" >> "$(dirname "$0")/../asked.log"\n', files);
  projects.push(project);
  return project;
}

const withPulumi = (project: InProcessProject, more = {}) => ({
  env: { PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}`, ...more },
});
const withoutPassphrase = { PULUMI_CONFIG_PASSPHRASE: undefined };

describe.each(Object.entries(unsupportedByEngine))("%s", (_, files) => {
  it.each([[[]], [["--stack", "dev"]]])("is left to the Pulumi CLI by `up` (%j)", async (named) => {
    const project = projectWith(files);
    const up = await project.run(["up", "--yes", "--engine", "pulumi", ...named], withPulumi(project));
    expect(up).toMatchObject({ code: 0, stderr: "" });
    expect(project.read("asked.log")).toBe("up --stack dev --yes\n");
  });

  it("is left to the Pulumi CLI on a terminal too", async () => {
    const project = projectWith(files);
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true };
    expect((await project.run(["destroy", "--yes"], options)).code).toBe(0);
    expect(project.read("asked.log")).toBe("destroy --stack dev --yes\n");
  });

  it("is refused by the embedded engine", async () => {
    const project = projectWith(files);
    const { code, stdout, stderr } = await project.run(["up", "--yes", "--engine", "embedded"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/embedded engine/);
  });
});

describe.each([
  ["--secrets-provider", "awskms://alias/stacks", "default, passphrase"],
  ["--color", "raw", "auto, always, never"],
])("the value %s %s", (flag, value, choices) => {
  it("is left to the Pulumi CLI", async () => {
    const project = projectWith({});
    const up = await project.run(["up", "--yes", "--engine", "pulumi", flag, value], withPulumi(project));
    expect(up).toMatchObject({ code: 0, stderr: "" });
    expect(project.read("asked.log")).toBe(`up --stack dev --yes ${flag}=${value}\n`);
  });

  it("is refused by the embedded engine", async () => {
    const project = projectWith({});
    const up = await project.run(["up", "--yes", "--engine", "embedded", flag, value]);
    expect(up).toMatchObject({
      code: 2,
      stderr: `error: \`nodecloud up\` does not support ${flag} "${value}". Nothing was done. The embedded engine accepts ${choices}; the Pulumi CLI (\`--engine pulumi\`) may accept more.\n`,
    });
  });
});

describe("--secrets-provider", () => {
  const keys = "--secrets-provider=awskms://alias/stacks";
  const init = `stack init --non-interactive --no-select ${keys}`;

  it.each([
    ["a stack that --create names", ["--create", "--stack", "new"], "new"],
    ["the first stack of a project", [], "dev"],
  ])("creates %s without a passphrase", async (_, args, stack) => {
    mockAsked.splice(0);
    const project = projectWith({});
    rmSync(join(project.folder, stateFile));
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true };
    const up = await project.run(["up", "--yes", keys, ...args], options);
    expect(up).toMatchObject({ code: 0, stderr: "" });
    expect(project.read("asked.log")).toBe(`${init} ${stack}\nup --stack ${stack} --yes ${keys}\n`);
    expect(mockAsked).toEqual([]);
  });

  it("is not used for a stack that exists, whose passphrase is asked for", async () => {
    mockAsked.splice(0);
    const project = projectWith({});
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true };
    await project.run(["up", "--yes", "--create", "--stack", "dev", keys], options);
    expect(project.read("asked.log")).toBe(`up --stack dev --yes ${keys}\n`);
    expect(mockAsked).toHaveLength(2);
  });

  it.each(["default", "passphrase"])("creates a stack with a passphrase if it is %s", async (provider) => {
    mockAsked.splice(0);
    const project = projectWith({});
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true };
    const args = ["--create", "--stack", "new", "--secrets-provider", provider];
    await project.run(["up", "--yes", ...args], options);
    expect(project.read("asked.log")).toContain(`--no-select --secrets-provider=${provider} new\n`);
    expect(mockAsked).toHaveLength(2);
  });
});

it("the Pulumi CLI receives the file of the passphrase as a path from the current folder", async () => {
  const name = "PULUMI_CONFIG_PASSPHRASE_FILE";
  const echo = `#!/bin/sh\necho "$PWD $${name}" > "$(dirname "$0")/../asked.log"\n`;
  const project = projectWith({ "below/readme": "", "bin/pulumi": echo });
  const options = withPulumi(project, { [name]: "passphrase" });
  const up = await project.run(["up", "--yes"], { ...options, cwd: join(project.folder, "below") });
  expect(up).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("asked.log")).toBe(`${project.folder} ${join(project.folder, "below/passphrase")}\n`);
});

it("an engine that does not exist is refused", async () => {
  const project = projectWith({});
  const up = await project.run(["up", "--yes", "--engine", "other"], withPulumi(project));
  expect(up).toMatchObject({ code: 2, stderr: expect.stringContaining("Allowed choices are auto, pulumi") });
});

describe("the passphrase of a stack that the Pulumi CLI runs", () => {
  const run = async (files: Readonly<Record<string, string>>, stack = "dev") => {
    mockAsked.splice(0);
    const project = projectWith(files);
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true };
    const { code, stderr } = await project.run(["up", "--yes", "--create", "--stack", stack], options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
    return mockAsked.map((text) => text.split(" (")[0]);
  };
  const salts = async () => {
    const project = projectWith({ [stateFile]: "" });
    await project.run(["stack", "init", "other"]);
    const { latest } = JSON.parse(project.read(".pulumi/stacks/whole/other.json")).checkpoint;
    return { settings: project.read("Pulumi.other.yaml"), provider: latest.secrets_providers };
  };

  it("is asked for once, and checked by the configuration's salt or that of the state", async () => {
    const { settings, provider } = await salts();
    const asked = ['Enter the passphrase of the stack "dev"'];
    expect(await run({ "Pulumi.dev.yaml": settings })).toEqual(asked);
    expect(await run({ [stateFile]: state({}, { secrets_providers: provider }) })).toEqual(asked);
  });

  it("is asked for twice if the stack has none yet", async () => {
    const asked = (stack: string) => [
      `Enter a passphrase to protect the secrets of the new stack "${stack}"`,
      "Enter it again",
    ];
    expect(await run({}, "new")).toEqual(asked("new"));
    expect(await run({})).toEqual(asked("dev"));
  });

  it("is not asked for if the stack encrypts in another way, or only the CLI can tell", async () => {
    for (const name of [
      "a stack with another secrets provider",
      "a state with another secrets provider",
      "a state compressed with zstd",
    ])
      expect(await run(unsupportedByEngine[name]!)).toEqual([]);
  });

  it("is not asked for if standard error, which would show the prompt, is not a terminal", async () => {
    mockAsked.splice(0);
    const project = projectWith({});
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true, isErrorTerminal: false };
    await project.run(["up", "--yes", "--create", "--stack", "dev"], options);
    expect(mockAsked).toEqual([]);
  });

  it("is not asked for if the stack does not exist", async () => {
    mockAsked.splice(0);
    const project = projectWith({});
    const options = { ...withPulumi(project, withoutPassphrase), isTerminal: true };
    const ended = await project.run(["destroy", "--yes", "--stack", "nobody"], options);
    expect(ended).toMatchObject({ code: 6, stderr: expect.stringContaining('no stack "nobody"') });
    expect(mockAsked).toEqual([]);
  });
});
