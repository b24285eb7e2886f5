import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { parseBashLine } from "../../src/cli/completion/bash-line";
import { withoutBooleanValues } from "../../src/cli/flags/flag";
import { operationFlags } from "../../src/cli/flags/operation-flags";
import { createProgram } from "../../src/cli/main";
import { allOperations, operations } from "../../src/contract";
import { api } from "./api/command";
import { runInProcess } from "./in-process";

const folder = mkdtempSync(join(tmpdir(), "nodecloud-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands that the help lists, by their names. `help` has no page of its own, and those of `api` are made from the contract. */
function pathsOf(command: Command, path: readonly string[] = []): string[][] {
  const commands = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");
  return [[...path], ...commands.flatMap((one) => pathsOf(one, [...path, one.name()]))];
}

/** The words of each example of a help page, without `nodecloud`. */
function examplesIn(page: string): string[][] {
  const [, lines = ""] = /\nExamples?:\n(.*)$/s.exec(page) ?? [];
  return lines
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      expect(line).toMatch(/^ {2}nodecloud \S/);
      return parseBashLine(`${line} `, "").words.slice(1);
    });
}

/** Parses a command line as `nodecloud` does, and returns the names of the command that it would run. */
async function parse(words: readonly string[]): Promise<string> {
  const program = createProgram();
  let found = "";
  const visit = (command: Command, path: string) => {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    command.action(() => {
      found = path;
    });
    for (const one of command.commands) visit(one, `${path} ${one.name()}`.trim());
  };
  for (const one of program.commands) visit(one, one.name());
  program.exitOverride();
  await program.parseAsync(withoutBooleanValues(words, operationFlags), { from: "user" });
  return found;
}

it.each(pathsOf(createProgram()).map((path) => [path.join(" ")]))(
  "the help of nodecloud %s has an example that nodecloud accepts",
  async (name) => {
    const path = name === "" ? [] : name.split(" ");
    const { code, stdout } = await runInProcess([...path, "--help"]);
    expect(code).toBe(0);
    const examples = examplesIn(stdout);
    expect(examples.length).toBeGreaterThan(0);
    for (const words of examples) {
      expect(words.slice(0, path.length)).toEqual(path);
      if (!words.includes("--help")) expect((await parse(words)).startsWith(name)).toBe(true);
    }
  },
);

const files = {
  "password.txt": "correct horse battery",
  "card-number.txt": "4111111111111111",
  "cvv.txt": "123",
  "month.txt": "12",
  "year.txt": "2040",
  "card.json": '{"card_number":"4111111111111111","cvv":"123","expiry_month":12,"expiry_year":2040}',
  "logo.png": "\u0089PNG\r\n\u001a\n",
};

describe("the help of nodecloud api", () => {
  const groups = Object.keys(operations);
  const before = process.cwd();
  beforeAll(() => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, "latin1");
    process.chdir(folder);
  });
  afterAll(() => process.chdir(before));

  const env = {
    NODECLOUD_BASE_URL: "http://127.0.0.1:1/v4",
    NODECLOUD_TOKEN: "token",
    NODECLOUD_BRAND: "acme",
  };

  it("for an upload has an example that passes a file", async () => {
    const [example = []] = examplesIn((await api(["images", "upload", "--help"])).stdout);
    expect(example.slice(-2)).toEqual(["--file", "disk.img"]);
  });

  it.each(groups)("for %s has an example that lists or describes", async (group) => {
    const [example = []] = examplesIn((await api([group, "--help"])).stdout);
    expect(example.at(-1)).toBe("--help");
    expect(await api(example.slice(1))).toMatchObject({ code: 0, stderr: "" });
  });

  it.each(allOperations.map(({ name }) => name))(
    "for %s has an example whose arguments are valid, and which repeats no secret",
    async (name) => {
      const [group = "", operation = ""] = name.split(".");
      const [example = []] = examplesIn((await api([group, operation, "--help"], { env })).stdout);
      const { code, stdout, stderr } = await api([...example.slice(1), "--dry-run"], { env });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout)).toHaveProperty("method");
    },
  );
});
