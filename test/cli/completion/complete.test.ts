import type { Command } from "commander";
import { complete } from "../../../src/cli/completion/complete";
import type { Completions } from "../../../src/cli/completion/completions";
import { commandSources } from "../../../src/cli/completion/source-names";
import { createProgram } from "../../../src/cli/main";
import { allOperations } from "../../../src/contract";
import { resourceClasses } from "../../../src/resources/resource-class";
import { setConfiguration } from "../../../src/state";
import { Project } from "../../whole/project";
import { runInProcess } from "../in-process";

const project = new Project({});
afterAll(() => project.remove());

const stackUrn = "urn:pulumi:dev::whole::pulumi:pulumi:Stack::whole-dev";
const oddUrn = 'urn:pulumi:dev::whole::t:t:T::it\'s a\\b "$(touch evil)"';

beforeAll(async () => {
  const resources = [
    { urn: stackUrn, type: "pulumi:pulumi:Stack", outputs: { address: "x", "two words": "y" } },
    { urn: oddUrn, type: "t:t:T", outputs: {} },
  ];
  project.write(".pulumi/meta.yaml", "version: 1\n");
  for (const [stack, own] of Object.entries({ dev: resources, prod: [] })) {
    const latest = { manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "" }, resources: own };
    const text = JSON.stringify({ version: 3, checkpoint: { stack, latest } });
    project.write(`.pulumi/stacks/whole/${stack}.json`, text);
  }
  const address = { cwd: project.folder, stack: "dev", env: project.optionsFor({}).env ?? {} };
  await setConfiguration(address, "size", "secret-canary", { secret: false });
});

async function found(line: string, env: Readonly<Record<string, string>> = {}): Promise<Completions> {
  const words = line.split(" ");
  const environment = { ...project.optionsFor({}).env, ...env };
  const cwd = ["--cwd", project.folder];
  const [first = "", ...rest] = words.slice(0, -1);
  // The options of the project follow the command's name.
  const before =
    words.length === 1
      ? []
      : ["new", "api", "completion"].includes(first)
        ? [first, ...rest]
        : [first, ...cwd, ...rest];
  return complete(createProgram(), before, words.at(-1) ?? "", environment);
}

const values = async (line: string, env?: Readonly<Record<string, string>>) =>
  (await found(line, env)).candidates.map(({ value }) => value);

it("lists commands with their descriptions, except hidden ones", async () => {
  const { candidates } = await found("");
  expect(candidates).toContainEqual({ value: "stack", description: "Show and manage stacks" });
  const names = candidates.map(({ value }) => value);
  expect(names).toContain("help");
  expect(names.filter((name) => name.startsWith("_") || name.startsWith("-"))).toEqual([]);
  expect(await values("stack ")).toEqual(expect.arrayContaining(["init", "select", "tag"]));
  expect(await values("stack tag ")).toEqual(expect.arrayContaining(["set", "ls"]));
  expect(await values("help ")).toEqual(expect.arrayContaining(["stack", "up"]));
});

it("lists the options in the help of a command, also when nothing else fits", async () => {
  const options = await values("up -");
  expect(options).toEqual(expect.arrayContaining(["--stack", "--yes", "--help"]));
  expect(options).not.toContain("--policy-pack");
  expect(await values("up ")).toEqual(options);
  expect(await values("up --yes ")).toEqual(options);
  expect(await values("stack init name ")).toContain("--no-select");
  expect(await values("stack init ")).toEqual([]);
});

it("names no subcommand after another word", async () => {
  expect(await values("stack nothing tag ")).toContain("--show-ids");
});

it("treats words after -- as arguments, and options before it as options", async () => {
  expect(await values("stack rm -- ")).toEqual(["dev", "prod"]);
  expect(await values("stack rm -- -")).toEqual(["dev", "prod"]);
});

it.each([
  ["up --stack ", ["dev", "prod"]],
  ["up -s ", ["dev", "prod"]],
  ["up --stack --x=", ["dev", "prod"]],
  ["up --refresh --stack ", ["dev", "prod"]],
  ["up --yes --stack=", ["--stack=dev", "--stack=prod"]],
  ["stack select ", ["dev", "prod"]],
  ["stack rm --force ", ["dev", "prod"]],
  ["cancel ", ["dev", "prod"]],
  ["up --target ", [stackUrn, oddUrn]],
  ["up --stack prod --target ", []],
  ["up -sprod --target ", []],
  ["up --stack=prod --target ", []],
  ["state delete some-urn ", [stackUrn, oddUrn]],
  ["stack output ", ["address", "two words"]],
  ["config get ", ["whole:size"]],
  ["up --engine ", ["auto", "pulumi", "embedded"]],
  ["up --refresh ", ["true", "false"]],
  ["drift --type ", resourceClasses],
  ["completion ", ["bash", "zsh", "fish"]],
  ["stack nothing ", []],
  ["up --message ", []],
])("completes %j from the project and the commands", async (line, expected) => {
  const names = await values(line);
  const isOptions = names.includes("--help");
  expect(isOptions ? [] : names).toEqual(expected);
});

it("suggests options again after an option's optional value, or in place of that value", async () => {
  expect(await values("up --refresh -")).toContain("--stack");
  expect(await values("up --refresh true -")).toContain("--stack");
});

it("leaves files and folders to the shell", async () => {
  expect(await found("emulator --world ")).toEqual({ kind: "files", candidates: [] });
  expect(await found("up --cwd=")).toEqual({ kind: "folders", candidates: [] });
  expect(await found("config get --config-file ")).toEqual({ kind: "files", candidates: [] });
  expect(await found("new backups ")).toEqual({ kind: "folders", candidates: [] });
});

it("describes the examples", async () => {
  const { candidates } = await found("new ");
  expect(candidates).toContainEqual({
    value: "quickstart",
    description: expect.stringMatching(/\w/),
  });
});

it("finds nothing, and does not fail, if there is no project or its stacks are elsewhere", async () => {
  const elsewhere = { PULUMI_BACKEND_URL: "s3://states" };
  expect(await values("up --stack ", elsewhere)).toEqual([]);
  const nowhere = await complete(createProgram(), ["up", "--cwd", "/", "--stack"], "", process.env);
  expect(nowhere.candidates).toEqual([]);
});

describe("of nodecloud api", () => {
  it("completes groups, operations, their options and choices", async () => {
    expect(await values("api ")).toEqual(expect.arrayContaining(["instances", "oauth-clients"]));
    expect(await values("api instances ")).toEqual(expect.arrayContaining(["list", "create"]));
    expect(await values("api paymentMethods ")).toContain("add");
    const options = await values("api instances create --");
    expect(options).toEqual(expect.arrayContaining(["--region", "--root-pass", "--booted", "--dry-run"]));
    expect(await values("api payment-methods add --type ")).toEqual(["credit_card"]);
    expect(await values("api payment-methods add --type=")).toEqual(["--type=credit_card"]);
    expect(await found("api images upload --file ")).toMatchObject({ kind: "files" });
  });

  it("completes the brand's names", async () => {
    const options = await values("api instances clone --", { NODECLOUD_BRAND: "acme" });
    expect(options).toContain("--acme-id");
  });

  it("completes every operation", async () => {
    const groups = await values("api ");
    const all = await Promise.all(groups.map((group) => values(`api ${group} `)));
    expect(all.flat()).toHaveLength(allOperations.length);
  });

  it.each(["api nothing ", "api instances nothing --", "api instances list --nothing x "])(
    "finds nothing after the wrong words %j",
    async (line) => expect(await values(line)).toEqual([]),
  );
});

/** Options and arguments that take any string. Add a new one here, or to source-names.ts. */
const freeText = [
  "--allowed-host --brand --color --config --control-token --exec --full-scan-interval --host --interval --message",
  "--output --page --page-size --parallel --port --seed --speed",
].join(" ");
const freeArguments = ["config set value", "stack init name", "stack rename new-name", "state rename name"];
const tagArguments = /^stack tag (get|set|rm) (name|value)$/;

it("knows values for every option and argument, or takes any string", () => {
  const unknown: string[] = [];
  const visit = (command: Command, path: readonly string[]) => {
    for (const option of command.createHelp().visibleOptions(command)) {
      const { long = "", required, optional, argChoices } = option;
      const isKnown = argChoices || commandSources.options[long] || freeText.split(" ").includes(long);
      if ((required || optional) && !isKnown) unknown.push(`${path.join(" ")} ${long}`);
    }
    for (const argument of command.registeredArguments) {
      const name = [...path, argument.name()].join(" ");
      const isFree = freeArguments.includes(name) || tagArguments.test(name);
      if (!argument.argChoices && !commandSources.arguments[name] && !isFree) unknown.push(name);
    }
    for (const one of command.createHelp().visibleCommands(command)) {
      if (!["api", "help"].includes(one.name())) visit(one, [...path, one.name()]);
    }
  };
  visit(createProgram(), []);
  expect(unknown).toEqual([]);
});

describe("nodecloud __complete", () => {
  const ask = (shell: string, parts: readonly string[]) =>
    runInProcess(["__complete", shell], {
      cwd: project.folder,
      input: parts.map((part) => `${part}\0`).join(""),
    });

  it("prints what each shell reads", async () => {
    const urns = ["nodecloud", "up", "--target"];
    expect((await ask("fish", [...urns, ""])).stdout).toBe(`values\n${stackUrn}\n${oddUrn}\n`);
    const escaped = [stackUrn, oddUrn].map((urn) => urn.replaceAll("\\", "\\\\").replaceAll(":", "\\:"));
    expect((await ask("zsh", [...urns, ""])).stdout).toBe(`values\n${escaped.join("\n")}\n`);
    expect((await ask("zsh", ["nodecloud", "sta"])).stdout).toContain("\nstack:Show and manage stacks\n");
    expect((await ask("fish", ["nodecloud", "sta"])).stdout).toContain("\nstack\tShow and manage stacks\n");
    expect((await ask("bash", ["nodecloud sta", ""])).stdout).toBe("values\nstack\nstate\n");
    expect((await ask("bash", ["nodecloud emulator --data ", ""])).stdout).toBe("folders\n");
  });

  it("leaves out what would not stay on its line", async () => {
    const outputs = { "a\nb": 1, "c\u001b[31m": 1, "d\u202e": 1, fine: 1 };
    const latest = { resources: [{ urn: stackUrn, type: "pulumi:pulumi:Stack", outputs }] };
    project.write(".pulumi/stacks/whole/odd.json", JSON.stringify({ version: 3, checkpoint: { latest } }));
    const { stdout } = await ask("fish", ["nodecloud", "stack", "output", "-s", "odd", ""]);
    expect(stdout).toBe("values\nfine\n");
  });

  it("prints nothing on standard error", async () => {
    for (const words of [[], [""], ["nodecloud", "api", "nothing", ""]]) {
      expect(await ask("fish", words)).toMatchObject({ code: 0, stderr: "" });
    }
  });
});
