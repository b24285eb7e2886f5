import "../../cheap-keys";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../src/client";
import { createEmulator, type Listening, wellKnownTokens } from "../../../src/emulator";
import { hasPulumi } from "../../whole/engines";
import { runInProcess } from "../in-process";
import { firstResources, instance, origin, password } from "./stack-of-one-instance";

// These runs take real time. Lists that lag are tested on a virtual clock, in test/recovery.
const emulator = createEmulator({ settings: { listLagSeconds: 0 } });

let folder: string;
let server: Listening;
beforeAll(async () => {
  server = await emulator.listen({ port: 0 });
  folder = mkdtempSync(join(tmpdir(), "nodecloud-recover-"));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...{ PATH: process.env.PATH, HOME: join(folder, "home"), PULUMI_HOME: join(folder, "home") },
  ...{
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "secret-passphrase",
  },
  PULUMI_SKIP_UPDATE_CHECK: "1",
});

function pulumi(args: readonly string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync("pulumi", [...args, "--non-interactive"], {
    ...{ cwd: folder, env: environment(), encoding: "utf8" },
    ...(input === undefined ? {} : { input }),
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const exported = () => JSON.parse(pulumi(["stack", "export", "--stack", "dev", "--show-secrets"])).deployment;

/** The instance as recorded by a run whose response was lost, and that ended before it found the object. */
function unresolvedInstance(label: string) {
  const rootPass = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: `"${password}"`,
  };
  const inputs = {
    region: "us-east",
    type: "g1-nano-1",
    image: "node/debian12",
    label,
    generatedLabel: true,
    origin,
  };
  const __provider = 'exports.handler = () => require("pulumi-nodecloud/provider").instance';
  const unresolved = { nonce: label, label, candidates: [], reason: "The connection broke." };
  return {
    ...instance,
    id: `unresolved-${label}`,
    initErrors: ["The connection broke."],
    inputs: { ...inputs, rootPass, __provider },
    outputs: { applied: { ...inputs, rootPass }, unresolved, __provider },
  };
}

(hasPulumi ? it : it.skip)(
  "records what a create request created through `pulumi stack export` and `import`, with its secrets encrypted",
  async () => {
    mkdirSync(join(folder, "backend"));
    mkdirSync(join(folder, "home"));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    pulumi(["stack", "init", "dev", "--secrets-provider", "passphrase"]);
    const client = createClient({ baseUrl: server.url, token: wellKnownTokens.full });
    const place = { region: "us-east", type: "g1-nano-1", image: "node/debian12" };
    await client.instances.create({ ...place, label: "web-a1b2c3d", root_pass: password });
    const empty = JSON.parse(pulumi(["stack", "export", "--stack", "dev"]));
    const resources = [...firstResources, unresolvedInstance("web-a1b2c3d")];
    pulumi(
      ["stack", "import", "--stack", "dev"],
      JSON.stringify({ ...empty, deployment: { ...empty.deployment, resources } }),
    );
    const env = {
      ...environment(),
      ...{ NODECLOUD_BASE_URL: server.url, NODECLOUD_TOKEN: wellKnownTokens.full },
      NODECLOUD_HOME: join(folder, "nodecloud"),
    };
    const recover = () =>
      runInProcess(["recover", "--yes", "--engine", "pulumi", "--stack", "dev"], { cwd: folder, env });
    const first = await recover();
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toContain("Done: Instance web: Record instance 1 in the state.");
    const [, , recorded] = exported().resources;
    expect(recorded).toMatchObject({ id: "1", outputs: { instanceId: 1, unfinished: ["ready"] } });
    expect(JSON.stringify(recorded)).toContain(password);
    expect(pulumi(["stack", "export", "--stack", "dev"])).not.toContain(password);
    expect(await recover()).toMatchObject({ code: 0, stdout: "Nothing is unfinished in shop/dev.\n" });
    expect(emulator.control.requests().filter(({ method }) => method !== "GET")).toHaveLength(1);
  },
  60_000,
);
