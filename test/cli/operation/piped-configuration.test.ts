import { spawnSync } from "node:child_process";
import { Project } from "../../whole/project";
import { commandFile, plainEnvironment } from "../command";

const project = new Project({
  "index.js": 'exports.size = new (require("@pulumi/pulumi").Config)().get("size") ?? "default";',
});
afterAll(() => project.remove());

it("a run uses the configuration from a pipe, although the command reads the configuration several times", async () => {
  expect((await project.run(["stack", "init", "dev"])).code).toBe(0);
  expect((await project.run(["config", "set", "size", "large"])).code).toBe(0);
  const command = [commandFile, "up", "--yes", "--engine", "embedded", "--config-file", "/dev/stdin"];
  const { cwd, env } = project.optionsFor({});
  const ended = spawnSync("sh", ["-c", 'cat Pulumi.dev.yaml | "$@"', "sh", process.execPath, ...command], {
    ...{ cwd, env: { ...plainEnvironment(), ...env }, encoding: "utf8" },
  });
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: "" });
  expect((await project.run(["stack", "output", "size"])).stdout).toBe("large\n");
});
