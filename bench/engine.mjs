/**
 * Measures how long `nodecloud up` takes when nothing changes, for several numbers of resources, and how much memory and CPU time each of
 * its processes uses. Run it after `npm run build`. Arguments: the numbers of resources (default: 10 100 300 1000). If `pulumi` is on the
 * PATH, it runs the same stack for comparison. On a busy machine, compare only the ratios.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const runs = 3;
const requestedSizes = process.argv.slice(2).map(Number);
const sizes = requestedSizes.length > 0 ? requestedSizes : [10, 100, 300, 1000];
const folder = mkdtempSync(join(tmpdir(), "nodecloud-bench-"));
const usage = join(folder, "usage.jsonl");

const program = `
const pulumi = require("@pulumi/pulumi");
class Thing extends pulumi.CustomResource {
  constructor(name, inputs) {
    const __provider = 'exports.handler = () => require("./provider.js")';
    super("pulumi-nodejs:dynamic/bench:Thing", name, { __provider, address: undefined, ...inputs });
  }
}
for (let index = 0; index < Number(process.env.BENCH_SIZE); index++) {
  new Thing("thing-" + index, { label: "label " + index, region: "us-east", tags: ["a", "b"], alerts: { cpu: 90, io: 10000 } });
}
`;

const provider = `
module.exports = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: inputs.label, outs: { ...inputs, address: "192.0.2.1" } }),
  read: async (id, props) => ({ id, props }),
  delete: async () => undefined,
};
`;

symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
writeFileSync(join(folder, "Pulumi.yaml"), "name: bench\nruntime: nodejs\n");
writeFileSync(join(folder, "package.json"), '{"name":"bench","version":"1.0.0","main":"index.js"}');
writeFileSync(join(folder, "index.js"), program);
writeFileSync(join(folder, "provider.js"), provider);

const engines = {
  embedded: (stack) => [
    process.execPath,
    [
      join(repository, "dist/cli/main.js"),
      "up",
      "--yes",
      "--create",
      "--engine",
      "embedded",
      "--stack",
      stack,
    ],
  ],
  pulumi: (stack) => ["pulumi", ["up", "--yes", "--skip-preview", "--non-interactive", "--stack", stack]],
};
const hasPulumi = spawnSync("pulumi", ["version"]).status === 0;

try {
  const first = new Map();
  for (const size of sizes) {
    for (const engine of hasPulumi ? ["embedded", "pulumi"] : ["embedded"]) {
      const stack = `of${size}`;
      if (engine === "embedded") up(engine, stack, size);
      const times = Array.from({ length: runs }, () => up(engine, stack, size));
      const median = times.sort((one, other) => one.seconds - other.seconds)[Math.floor(runs / 2)];
      const base = first.get(engine) ?? { size, seconds: median.seconds };
      first.set(engine, base);
      const ratio = (median.seconds / base.seconds).toFixed(2);
      console.log(
        `${engine}, ${size} unchanged: ${median.seconds.toFixed(2)} s, ${ratio} times that of ${base.size}; ${median.processes}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function up(engine, stack, size) {
  const [command, args] = engines[engine](stack);
  writeFileSync(usage, "");
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      BENCH_SIZE: String(size),
      BENCH_USAGE: usage,
      NODE_OPTIONS: `--require=${join(repository, "bench/usage.cjs")}`,
      PULUMI_BACKEND_URL: `file://${folder}`,
      PULUMI_CONFIG_PASSPHRASE: "a passphrase",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    },
  });
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`${engine} exited with code ${status}\n${stdout}${stderr}`);
  const processes = readFileSync(usage, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map((note) => `${note.role} ${note.megabytes.toFixed(0)} MB, ${note.seconds.toFixed(2)} s of CPU`)
    .join("; ");
  return { seconds, processes };
}
