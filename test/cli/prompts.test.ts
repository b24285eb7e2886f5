import { join } from "node:path";
import { Project } from "../whole/project";

const terminal = { NODE_OPTIONS: `--require=${join(__dirname, "fake-terminal.cjs")}` };
const endOfInput = "\u0004";

let project: Project;
beforeAll(async () => {
  project = new Project({});
  expect((await project.run(["stack", "init", "dev"])).code).toBe(0);
});
afterAll(() => project.remove());

const press = (keys: string, command: string, more: object = {}) =>
  project.run(command.split(" "), { input: keys, env: { ...terminal, ...more } });

it.each([
  ["stack rm dev", {}, 8, "Nothing was done."],
  ["config set size", {}, 1, "Nothing was done."],
  ["stack init", {}, 2, "Nothing was done."],
  ["stack select", {}, 6, "nothing was done."],
  ["new", {}, 1, "Nothing was written."],
  ["config set --secret pin 1234", { PULUMI_CONFIG_PASSPHRASE: undefined }, 1, "Nothing was done."],
])(
  "Ctrl-D at the prompt of `%s` does nothing, and does not count as success",
  async (command, env, code, text) => {
    const ended = await press(endOfInput, command, env);
    expect({ code: ended.code, output: ended.stdout + ended.stderr }).toEqual({
      code,
      output: expect.stringContaining(text),
    });
    expect((await project.run(["stack", "ls", "--json"])).stdout).toMatch(
      /^\[\s*\{\s*"name": "dev"[^}]*\}\s*\]\n$/,
    );
    expect((await project.run(["config", "--json"])).stdout).toBe("{}\n");
  },
);

it("prompts for a value on standard error, because standard output may be a pipe", async () => {
  const { code, stdout, stderr } = await press("large\r", "config set size");
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: expect.stringContaining("size") });
  expect((await project.run(["config", "get", "size"])).stdout).toBe("large\n");
});

it("does not prompt for a value with --non-interactive", async () => {
  const { code, stdout, stderr } = await press("large\r", "config set color --non-interactive");
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error: No value was given for color, and it cannot be prompted for. Nothing was done. Pass it as an argument or through standard input.\n",
  });
  expect((await project.run(["config", "get", "color"])).code).toBe(1);
});
