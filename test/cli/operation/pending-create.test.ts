/** @jest-environment node */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createEmulator, type Emulator, type Listening } from "../../../src/emulator";
import { connectionTo } from "../../whole/project";
import { type ProgramFunctions, startInstancePlugin } from "../in-process-engine";
import { InProcessProject } from "../in-process-project";

const origin = { project: "whole", stack: "dev", type: "Instance", name: "web" };
const mockFunctions: ProgramFunctions = {
  program: async ({ env: { ADOPT, STACK = "dev" } }, register) => {
    const adopt = ADOPT === undefined ? {} : { adopt: Number(ADOPT) };
    const own = { ...origin, stack: STACK };
    const inputs = { __provider: "instance", origin: own, region: "us-east", type: "g1-nano-1", ...adopt };
    await register({ type: "pulumi-nodejs:dynamic/nodecloud:Instance", name: "web", inputs });
    return {};
  },
  startPlugin: startInstancePlugin,
};
jest.mock("../../../src/engine/grpc", () =>
  jest.requireActual("../in-process-engine").grpcInProcess({
    program: (...args: Parameters<ProgramFunctions["program"]>) => mockFunctions.program(...args),
    startPlugin: () => mockFunctions.startPlugin?.(),
  }),
);

const stateFile = ".pulumi/stacks/whole/dev.json";

describe("an instance whose create is pending in the state", () => {
  let emulator: Emulator;
  let server: Listening;
  let project: InProcessProject;
  beforeEach(async () => {
    emulator = createEmulator({ speed: 200, settings: { listLagSeconds: 0 } });
    server = await emulator.listen();
    project = new InProcessProject({ "index.js": "" });
    expect(await nodecloud(["up", "--yes"])).toMatchObject({ code: 0, stderr: "" });
    loseInstance();
  });
  afterEach(async () => {
    await server.close();
    project.remove();
  });

  const home = () => join(project.folder, "home/.nodecloud");
  const nodecloud = ([command = "", ...args]: readonly string[], changes: Record<string, string> = {}) =>
    project.run([command, ...(command === "recover" ? [] : ["--engine", "embedded"]), ...args], {
      env: { ...connectionTo(server), PULUMI_BACKEND_URL: `file://${project.folder}`, ...changes },
    });
  const instances = () => emulator.control.world().instances.length;

  /** Restores the state from before the engine recorded the created instance. */
  function loseInstance(): void {
    const state = JSON.parse(project.read(stateFile));
    const { latest } = state.checkpoint;
    const { id: _, outputs: __, ...resource } = latest.resources.pop();
    const [runs = ""] = readdirSync(join(home(), "runs"));
    const [created] = JSON.parse(project.read(`home/.nodecloud/runs/${runs}`));
    latest.pending_operations = [{ type: "creating", resource: { ...resource, created } }];
    project.write(stateFile, JSON.stringify(state));
  }

  it("is created on the machine of the run, where no record means that nothing was sent", async () => {
    rmSync(join(home(), "intents"), { recursive: true });
    const { code, stdout } = await nodecloud(["up", "--yes"]);
    expect(code).toBe(0);
    expect(stdout).toContain("it left no object that the state does not have");
    expect(instances()).toBe(2);
    expect(JSON.parse(project.read(stateFile)).checkpoint.latest.pending_operations ?? []).toEqual([]);
  });

  it("may exist if a record on the machine cannot be read", async () => {
    const [record = ""] = readdirSync(join(home(), "intents"));
    project.write(`home/.nodecloud/intents/${record}`, "");
    expect((await nodecloud(["preview"])).stdout).toContain("it may exist without being in the state");
  });

  it("is searched for if there is a record of it", async () => {
    const state = JSON.parse(project.read(stateFile));
    delete state.checkpoint.latest.pending_operations[0].resource.created;
    project.write(stateFile, JSON.stringify(state));
    expect(await nodecloud(["up", "--yes"])).toMatchObject({ code: 0 });
    expect(instances()).toBe(1);
  });

  it("is left to recover if the record is that of another create", async () => {
    const state = JSON.parse(project.read(stateFile));
    const { resource } = state.checkpoint.latest.pending_operations[0];
    delete resource.created;
    resource.inputs.label = "of-another-machine";
    project.write(stateFile, JSON.stringify(state));
    const { code, stdout } = await nodecloud(["up", "--yes"]);
    expect(code).toBe(1);
    expect(stdout).toContain("this machine has no record of that create");
    expect(instances()).toBe(1);
  });

  it("is adopted on another machine", async () => {
    const [instance] = emulator.control.world().instances;
    const elsewhere = { NODECLOUD_HOME: join(project.folder, "home/elsewhere"), ADOPT: `${instance?.id}` };
    expect(await nodecloud(["up", "--yes"], elsewhere)).toMatchObject({ code: 0 });
    expect(instances()).toBe(1);
  });

  it("is left to recover on another machine", async () => {
    const elsewhere = { NODECLOUD_HOME: join(project.folder, "home/elsewhere") };
    for (const command of [["preview"], ["up", "--yes"]]) {
      const { code, stdout } = await nodecloud([...command, "-C", "home"], elsewhere);
      expect(code).toBe(1);
      expect(stdout).toContain("Run `nodecloud recover --stack dev -C home` to find");
    }
    expect((await nodecloud(["up", "--yes"], elsewhere)).stdout).toContain(
      "`nodecloud recover --stack dev` to find",
    );
    project.write("eu west.yaml", project.read("Pulumi.dev.yaml"));
    expect((await nodecloud(["up", "--yes", "--config-file", "eu west.yaml"], elsewhere)).stdout).toContain(
      "`nodecloud recover --stack dev --config-file 'eu west.yaml'` to find",
    );
    expect(instances()).toBe(1);
    expect(await nodecloud(["recover", "--yes", "--stack", "dev", "-C", "home"], elsewhere)).toMatchObject({
      code: 0,
    });
    expect(await nodecloud(["up", "--yes"], elsewhere)).toMatchObject({ code: 0 });
    expect(instances()).toBe(1);
  });

  it("is left to recover when the stack is in another backend", async () => {
    const folder = join(project.folder, "home/stacks");
    const env = { PULUMI_BACKEND_URL: `file://${folder}` };
    project.write("home/stacks/.pulumi/stacks/whole/dev.json", project.read(stateFile));
    project.write("home/stacks/.pulumi/meta.yaml", "version: 1\n");
    expect((await nodecloud(["up", "--yes"], env)).stdout).toContain("may exist and be billed");
    expect(instances()).toBe(1);
  });

  it("is left to recover if the Pulumi CLI has renamed the stack", async () => {
    const renamed = project.read(stateFile).replaceAll("urn:pulumi:dev::", "urn:pulumi:prod::");
    project.write(stateFile.replace("dev", "prod"), renamed);
    rmSync(join(project.folder, stateFile));
    const run = (...args: readonly string[]) =>
      nodecloud([...args, "--stack", "prod", "--yes"], { STACK: "prod" });
    const refused = await run("up");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout + refused.stderr).toContain("`nodecloud recover --stack prod");
    expect(instances()).toBe(1);
    expect(await run("recover")).toMatchObject({ code: 0 });
    const { stdout } = await project.run(["doctor", "--stack", "prod"], { env: connectionTo(server) });
    expect(stdout.match(/^\w+ +creates .*$/gm)).toEqual(["ok       creates     none is unresolved."]);
    expect(await run("up")).toMatchObject({ code: 0 });
    expect(instances()).toBe(1);
  });
});
