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
  ["config set size", {}, 1, ""],
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
