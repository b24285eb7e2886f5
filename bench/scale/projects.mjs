/** Projects on disk, and the runs of an engine in them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./measure.mjs";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The same arguments for instances and for what they are compared with. */
const inputs = `{ region: "us-east", type: "g1-nano-1", image: "node/debian12", tags: ["shop", "web"] }`;

const instances = `
const pulumi = require("@pulumi/pulumi");
const { Instance } = require("pulumi-nodecloud");
for (let index = 0; index < Number(process.env.BENCH_SIZE); index++) {
  new Instance("web-" + index, { ...${inputs}, rootPass: pulumi.secret("correct-horse-battery-1") });
}
`;

/** Dynamic resources as the SDK documents them. It serialises the provider's code into the inputs of each. */
const plain = `
const pulumi = require("@pulumi/pulumi");
const provider = {
  async check(olds, news) { return { inputs: news }; },
  async diff() { return { changes: false }; },
  async create(inputs) { return { id: "an-id", outs: inputs }; },
  async read(id, props) { return { id, props }; },
  async update(id, olds, news) { return { outs: news }; },
  async delete() {},
};
class Thing extends pulumi.dynamic.Resource {
  constructor(name, inputs) { super(provider, name, inputs); }
}
for (let index = 0; index < Number(process.env.BENCH_SIZE); index++) {
  new Thing("thing-" + index, { ...${inputs}, rootPass: pulumi.secret("correct-horse-battery-1") });
}
`;

/** The same with a provider that is only named, which costs the program least. */
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
 * preview, and resolves to what it took.
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
