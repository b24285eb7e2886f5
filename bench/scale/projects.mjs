/** Projects on disk, and the runs of an engine in them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./measure.mjs";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The same arguments for instances and for the resources that they are compared with. */
const inputs = `{ region: "us-east", type: "g1-nano-1", image: "node/debian12", tags: ["shop", "web"] }`;

const instances = `
const pulumi = require("@pulumi/pulumi");
const { Instance } = require("pulumi-nodecloud");
for (let index = 0; index < Number(process.env.BENCH_SIZE); index++) {
  new Instance("web-" + index, { ...${inputs}, rootPass: pulumi.secret("correct-horse-battery-1") });
}
`;

/** The outputs of an instance. */
const outputs = `{
  instanceId: 123, label: "web-0-4f2a9c1", group: "", tags: ["shop", "web"], region: "us-east", type: "g1-nano-1", image: "node/debian12",
  status: "running", hypervisor: "kvm", ipv4: ["203.0.113.1"], ipv6: "2001:db8::1/128",
  specs: { disk: 25600, memory: 1024, transfer: 1000, vcpus: 1 },
  alerts: { cpu: 90, io: 10000, networkIn: 10, networkOut: 10, transferQuota: 80 },
  backups: { enabled: false, lastSuccessful: null, schedule: { day: null, window: null } },
  watchdogEnabled: true, created: "2022-03-21T09:00:00", updated: "2022-03-21T09:00:00",
}`;

/** Dynamic resources as the SDK documents them, which hold as much as an instance. The SDK serializes the provider's code into each. */
const plain = `
const pulumi = require("@pulumi/pulumi");
const provider = {
  async check(olds, news) { return { inputs: news }; },
  async diff() { return { changes: false }; },
  async create(inputs) { return { id: "an-id", outs: { ...inputs, ...${outputs} } }; },
  async read(id, props) { return { id, props }; },
  async update(id, olds, news) { return { outs: news }; },
  async delete() {},
};
class Thing extends pulumi.dynamic.Resource {
  constructor(name, inputs) {
    const outputs = ${outputs};
    for (const name of Object.keys(outputs)) outputs[name] = undefined;
    super(provider, name, { ...outputs, ...inputs });
  }
}
for (let index = 0; index < Number(process.env.BENCH_SIZE); index++) {
  new Thing("thing-" + index, { ...${inputs}, rootPass: pulumi.secret("correct-horse-battery-1") });
}
`;

/** Resources without outputs whose provider is only named: the minimum cost of dynamic resources. */
const named = `
const pulumi = require("@pulumi/pulumi");
class Thing extends pulumi.CustomResource {
  constructor(name, inputs) {
    const __provider = 'exports.handler = () => require("./provider.js")';
    super("pulumi-nodejs:dynamic/bench:Thing", name, { __provider, ...inputs });
  }
}
for (let index = 0; index < Number(process.env.BENCH_SIZE); index++) {
  new Thing("thing-" + index, { ...${inputs}, rootPass: pulumi.secret("correct-horse-battery-1") });
}
`;

const namedProvider = `
module.exports = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: "an-id", outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => undefined,
};
`;

const programs = { instances, plain, named };

/**
 * A new project with a stack of `size` resources of a kind. Its `run` runs an operation with all resources at a time, without a
 * preview, and resolves to its wall and CPU time.
 */
export async function createProject(context, kind, size, engine = "embedded") {
  const folder = mkdtempSync(join(context.folder, `${kind}-`));
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "Pulumi.yaml"), `name: bench\nruntime: nodejs\n`);
  writeFileSync(join(folder, "package.json"), '{"name":"bench","version":"1.0.0","main":"index.js"}');
  writeFileSync(join(folder, "index.js"), programs[kind]);
  writeFileSync(join(folder, "provider.js"), namedProvider);
  mkdirSync(join(folder, "home"));
  const env = {
    ...process.env,
    ...context.service.environment,
    BENCH_SIZE: String(size),
    NODECLOUD_HOME: join(folder, "home"),
    PULUMI_HOME: join(context.folder, "pulumi"),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: "a passphrase",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  if (engine === "pulumi") await run("pulumi", ["stack", "init", "dev"], { cwd: folder, env });
  return {
    run: (operation, by = engine) => {
      const [command, args] = engines[by](operation);
      return run(command, [...args, "--parallel", String(Math.max(size, 100))], { cwd: folder, env });
    },
  };
}

const engines = {
  embedded: (operation) => [
    process.execPath,
    [
      ...[join(repository, "dist/cli/main.js"), operation, "--yes", "--skip-preview", "--stack", "dev"],
      ...(operation === "up" ? ["--create"] : []),
      ...["--engine", "embedded"],
    ],
  ],
  pulumi: (operation) => [
    "pulumi",
    [operation, "--yes", "--skip-preview", "--non-interactive", "--stack", "dev"],
  ],
};

export function hasPulumi() {
  return spawnSync("pulumi", ["version"]).status === 0;
}
