/** @jest-environment node */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ProgramFunctions } from "../in-process-engine";
import { InProcessProject } from "../in-process-project";

const mockAsked: string[] = [];
let mockAnswer = false;
jest.mock("@clack/prompts", () => ({
  updateSettings: () => undefined,
  isCancel: () => false,
  confirm: async ({ message }: { message: string }) => {
    mockAsked.push(message);
    return mockAnswer;
  },
}));

const mockCreated: string[] = [];
const mockFunctions: ProgramFunctions = {
  program: async (_, register) => {
    const type = "pulumi-nodejs:dynamic/test:Thing";
    await register({ type, name: "thing", inputs: { __provider: "thing" } });
    return {};
  },
  startPlugin: () => () => ({
    create: async (inputs) => {
      mockCreated.push("thing");
      return { id: "1", outs: inputs };
    },
  }),
};
jest.mock("../../../src/engine/grpc", () =>
  jest.requireActual("../in-process-engine").grpcInProcess({
    program: (...args: Parameters<ProgramFunctions["program"]>) => mockFunctions.program(...args),
    startPlugin: () => mockFunctions.startPlugin?.(),
  }),
);

let project: InProcessProject;
beforeEach(() => {
  project = new InProcessProject({});
  mockAsked.splice(0);
  mockCreated.splice(0);
});
afterEach(() => project.remove());

const nodecloud = (operation: string, ...flags: readonly string[]) =>
  project.run([operation, "--engine", "embedded", "--color", "never", ...flags], { isTerminal: true });

it("shows a preview on a terminal, and changes nothing when the answer is no", async () => {
  mockAnswer = false;
  const { code, stdout } = await nodecloud("up");
  // Not 0: a command after `&&` must not run.
  expect(code).toBe(8);
  expect(stdout).toMatch(/thing \(Thing\) +to create/);
  expect(stdout).toMatch(/Nothing was done\.\n$/);
  expect({ asked: mockAsked, created: mockCreated }).toEqual({
    asked: ["Perform this update? (stack dev)"],
    created: [],
  });
});

it("says that the values of --config were saved when the answer is no", async () => {
  mockAnswer = false;
  const { code, stdout } = await nodecloud("up", "--config", "size=3");
  expect(code).toBe(8);
  expect(stdout).toMatch(/^Only the values of --config were saved\.\n$/m);
  expect(stdout).not.toContain("Nothing was done");
  expect(project.read("Pulumi.dev.yaml")).toContain('whole:size: "3"');
  expect(mockCreated).toEqual([]);
});

it("applies the changes when the answer is yes", async () => {
  mockAnswer = true;
  expect((await nodecloud("up")).code).toBe(0);
  expect(mockCreated).toEqual(["thing"]);
  expect((await nodecloud("destroy")).code).toBe(0);
  expect(mockAsked).toEqual([
    "Perform this update? (stack dev)",
    "Permanently delete these resources? (stack dev)",
  ]);
});

it.each([["--json"], ["--non-interactive"]])("does not ask with %s", async (flag) => {
  mockAnswer = true;
  const { code, stderr } = await nodecloud("up", flag);
  const reason = `needs confirmation, but ${flag} disables prompts. Nothing was done. Add --yes`;
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
  expect({ asked: mockAsked, created: mockCreated }).toEqual({ asked: [], created: [] });
});

it("removes the configuration of the stack for `destroy --remove`, and no other file", async () => {
  project.write("shared.yaml", "config: {}\n");
  expect((await nodecloud("up", "--yes")).code).toBe(0);
  expect(readdirSync(project.folder)).toEqual(expect.arrayContaining(["Pulumi.dev.yaml", "shared.yaml"]));
  const flags = ["--yes", "--remove", "--config-file", join(project.folder, "shared.yaml")];
  expect((await nodecloud("destroy", ...flags)).code).toBe(0);
  const left = readdirSync(project.folder).filter((name) => /dev|shared/.test(name));
  expect(left).toEqual(["shared.yaml"]);
});

it("keeps the stack for `destroy --remove --preview-only`", async () => {
  expect((await nodecloud("up", "--yes")).code).toBe(0);
  expect((await nodecloud("destroy", "--yes", "--remove", "--preview-only")).code).toBe(0);
  expect((await project.run(["stack", "--show-name"])).stdout).toBe("dev\n");
});

it("says that --non-interactive is why `stack rm` does not ask", async () => {
  await project.run(["stack", "init", "dev"]);
  const { code, stderr } = await project.run(["stack", "rm", "dev", "--non-interactive"], {
    isTerminal: true,
  });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("--non-interactive disables prompts"),
  });
});

it("`destroy --remove` warns if the selected stack cannot be stored", async () => {
  expect((await nodecloud("up", "--yes")).code).toBe(0);
  const line = ["destroy", "--yes", "--remove", "--engine", "embedded", "--stack", "dev"];
  const env = { PULUMI_HOME: `${project.folder}/Pulumi.yaml` };
  const { code, stderr } = await project.run(line, { env });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(
      /^Removed the stack "dev"\.\nwarning: The stack "dev" was removed, but may/,
    ),
  });
});
