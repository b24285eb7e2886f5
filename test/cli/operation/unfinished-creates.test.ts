/** @jest-environment node */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { realClock } from "../../../src/clock";
import { intentFiles } from "../../../src/lifecycle";
import type { InProcessProject } from "../in-process-project";
import { projectWithPulumi, state, stateFile } from "../unsupported-by-engine";

const origin = { project: "whole", stack: "dev", type: "Instance", name: "web" };
const urn = "urn:pulumi:dev::whole::pulumi-nodejs:dynamic/nodecloud:Instance::web";
const advice =
  "warning: An earlier run was interrupted while creating web (Instance), so objects may exist that were not deleted.";

let project: InProcessProject;
afterEach(() => project.remove());

/** A stack whose last run, on this machine, was interrupted while it created `web`. */
async function prepare(script = "", deployment = {}): Promise<void> {
  project = projectWithPulumi(`${script}\n`, { [stateFile]: state({}, deployment) });
  const folder = join(project.folder, "home/.nodecloud/intents");
  mkdirSync(folder, { recursive: true });
  const intents = intentFiles(folder, `file://${project.folder}`, realClock);
  const intent = { address: "https://api.example/v4", before: [], at: realClock.now(), id: "7" };
  await intents.save({ ...intent, origin });
  await intents.save({ ...intent, origin: { ...origin, stack: "prod" } });
  await intents.save({ ...intent, origin: { ...origin, project: "shop" } });
}

describe.each(["pulumi", "embedded"])("a destroy with the engine %s", (engine) => {
  const destroy = (...flags: readonly string[]) =>
    project.run(["destroy", "--yes", "--engine", engine, "--stack", "dev", ...flags], {
      env: {
        PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}`,
        PULUMI_BACKEND_URL: `file://${project.folder}`,
      },
    });

  it("names the creates of its stack that no run has completed", async () => {
    await prepare();
    expect(await destroy()).toMatchObject({
      code: 0,
      stderr: `${advice} Before you remove the stack, run \`nodecloud recover --stack dev\`, which finds out what was created.\n`,
    });
    expect((await destroy("--preview-only")).stderr).toBe("");
  });

  it("names no create whose object the state has", async () => {
    const provider = "urn:pulumi:dev::whole::pulumi:providers:pulumi-nodejs::default::1";
    const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
    await prepare("", { resources: [{ urn, custom: true, type, id: "7", provider, protect: true }] });
    expect((await destroy("--target", "**::other")).stderr).not.toContain("interrupted");
  });

  if (engine === "pulumi")
    it("names them if only the Pulumi CLI can read the state", async () => {
      await prepare();
      rmSync(join(project.folder, stateFile));
      project.write(`${stateFile}.zst`, "(zstd)");
      expect((await destroy()).stderr).toContain(advice);
    });

  it("names none after a failure", async () => {
    await prepare("exit 1", { pending_operations: 1 });
    const { code, stderr } = await destroy();
    expect(code).not.toBe(0);
    expect(stderr).not.toContain("interrupted");
  });

  it("--remove keeps the stack with the embedded engine, and says how to restore it with the Pulumi CLI", async () => {
    await prepare('rm "$(dirname "$0")/../.pulumi/stacks/whole/dev.json"');
    const { code, stderr } = await destroy("--remove");
    const recover = "`nodecloud recover --stack dev`, which finds out what was created.\n";
    if (engine === "pulumi") {
      const first = "The stack was removed: run `nodecloud stack init dev --no-select`, and then";
      expect({ code, stderr }).toEqual({ code: 0, stderr: `${advice} ${first} ${recover}` });
    } else {
      const refusal = "error: The stack was not removed.\n";
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `${advice} Before you remove the stack, run ${recover}${refusal}`,
      });
      expect(existsSync(join(project.folder, stateFile))).toBe(true);
    }
  });
});

describe("`stack rm`", () => {
  const remove = (...flags: readonly string[]) =>
    project.run(["stack", "rm", "dev", "--yes", ...flags], {
      env: { PULUMI_BACKEND_URL: `file://${project.folder}` },
    });

  it("keeps a stack with a create that no run has completed", async () => {
    await prepare();
    expect(await remove()).toMatchObject({
      code: 1,
      stderr:
        "error: A run was stopped while creating web (Instance), so objects may exist. The stack was not removed; --force removes it. Run `nodecloud recover --stack dev` to find out what was created.\n",
    });
    expect(existsSync(join(project.folder, stateFile))).toBe(true);
  });

  it("with --force removes it, and says how to find out what was created", async () => {
    await prepare();
    expect(await remove("--force")).toMatchObject({
      code: 0,
      stderr: `${advice} The stack was removed: run \`nodecloud stack init dev --no-select\`, and then \`nodecloud recover --stack dev\`, which finds out what was created.\n`,
    });
    expect(existsSync(join(project.folder, stateFile))).toBe(false);
  });
});
