/**
 * Measures drift scans of 1,000 resources, in one stack and in 20 stacks: requests, time on loopback, and memory of the process. Also
 * measures the cost of watching them for a day of a virtual clock, and how long `nodecloud drift --help` takes. Run it after `npm run
 * build`. Each figure is printed with its target. A missed target is not an error. On a busy machine, compare only the ratios.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const { createEmulator, wellKnownTokens } = await import("../dist/emulator/index.js");
const { fetchTransport } = await import("../dist/client/index.js");
const { VirtualClock } = await import("../dist/clock.js");
const { watchDrift } = await import("../dist/drift/index.js");

const repository = fileURLToPath(new URL("..", import.meta.url));
const main = join(repository, "dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "nodecloud-bench-"));
const usage = join(folder, "usage.jsonl");
const token = wellKnownTokens.full;
const resources = 1000;
const rounds = 5;

/** Prints a figure with its target and their ratio, which should be below 1. */
function report(what, figure, unit, bound) {
  const target = bound === undefined ? "" : ` of ${bound} (${(figure / bound).toFixed(2)})`;
  console.log(`${what}: ${figure.toFixed(2)}${target} ${unit}`.trimEnd());
}

const median = (figures) => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)];

/** An emulator with 1,000 instances, and how a state records them. */
async function createWorld(clock) {
  const emulator = createEmulator({ settings: { rateLimits: "off" }, ...(clock && { clock }) });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const call = async (path, body) => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await emulator.fetch(new Request(`http://service/v4${path}`, { headers, ...init }));
    return response.json();
  };
  const { euuid } = await call("/account");
  const recorded = [];
  for (let index = 0; index < resources; index++) {
    const inputs = { region: "us-east", type: "g1-nano-1", label: `it-${index}`, tags: ["a-tag", "b-tag"] };
    const { id, created } = await call("/node/instances", inputs);
    recorded.push({
      id: String(id),
      inputs,
      outputs: { identity: { account: euuid, created }, label: inputs.label },
    });
  }
  emulator.control.forgetRequests();
  return { emulator, recorded };
}

/** The output of `stack export` for some of the resources. */
function exportOf(stack, recorded) {
  const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
  const own = recorded.map(({ id, inputs, outputs }) => {
    const urn = `urn:pulumi:${stack}::bench::${type}::${inputs.label}`;
    return { urn, type, custom: true, id, inputs, outputs };
  });
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: own } });
}

/** Runs `nodecloud drift`. Meanwhile, the emulator responds in this process. */
async function run(args, url) {
  writeFileSync(usage, "");
  const began = performance.now();
  const child = spawn(process.execPath, [main, "drift", ...args], {
    cwd: folder,
    env: {
      ...process.env,
      BENCH_USAGE: usage,
      NODE_OPTIONS: `--require=${join(repository, "bench/usage.cjs")}`,
      NODECLOUD_BASE_URL: url,
      NODECLOUD_HOME: folder,
      NODECLOUD_TOKEN: token,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.resume();
  const code = await new Promise((resolve) => child.once("exit", resolve));
  const ms = performance.now() - began;
  const { megabytes } = JSON.parse(readFileSync(usage, "utf8"));
  if (code !== 0) throw new Error(`nodecloud drift ${args.join(" ")} exited with code ${code}`);
  return { ms, megabytes };
}

/** The start-up time of Node.js: how long a process that does nothing takes. */
async function measureStart() {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
    await new Promise((resolve) => child.once("exit", resolve));
    times.push(performance.now() - began);
  }
  return median(times);
}

async function measureScans() {
  const start = await measureStart();
  const { emulator, recorded } = await createWorld();
  const server = await emulator.listen();
  const whole = join(folder, "whole.json");
  writeFileSync(whole, exportOf("dev", recorded));
  const parts = Array.from({ length: 20 }, (_, at) => {
    const file = join(folder, `part-${at}.json`);
    writeFileSync(file, exportOf(`stack-${at}`, recorded.slice(at * 50, at * 50 + 50)));
    return ["--export", file];
  });
  const figures = {};
  const kinds = [
    ["1,000 resources in one stack", ["--export", whole]],
    ["1,000 resources in 20 stacks", parts.flat()],
  ];
  for (const [name, args] of kinds) {
    const runs = [];
    emulator.control.forgetRequests();
    for (let round = 0; round < rounds; round++)
      runs.push(await run([...args, "--no-unmanaged"], server.url));
    const calls = emulator.control.requests().length / rounds;
    figures[name] = median(runs.map(({ ms }) => ms));
    report(`${name}, requests`, calls, "", 12);
    report(`${name}, time`, figures[name] / 1000, "s", 3);
    report(`${name}, time as a multiple of Node.js start-up`, figures[name] / start, "");
    report(`${name}, memory`, Math.max(...runs.map(({ megabytes }) => megabytes)), "MB", 150);
  }
  const [one, other] = Object.values(figures);
  report("time of 20 stacks as a multiple of one", other / one, "");
  const helps = [];
  for (let round = 0; round < rounds; round++) helps.push((await run(["--help"], server.url)).ms);
  report("nodecloud drift --help", median(helps), "ms", 150);
  report("nodecloud drift --help as a multiple of Node.js start-up", median(helps) / start, "");
  await server.close();
}

async function measureWatch() {
  const clock = new VirtualClock();
  const { emulator, recorded } = await createWorld(clock);
  // So that the instances have stopped changing on their own.
  await clock.advance(600_000);
  const interruption = new AbortController();
  const events = [];
  const options = {
    sources: [{ kind: "export", from: { text: exportOf("dev", recorded) } }],
    settings: { baseUrl: "http://service/v4", token, brand: "node" },
    env: { NODECLOUD_HOME: folder },
    transport: fetchTransport((request) => emulator.fetch(request)),
    ...{ clock, unmanaged: false, ignoreFiles: false, interrupt: interruption.signal },
  };
  const done = (async () => {
    for await (const event of watchDrift(options)) events.push(event);
  })();
  await clock.advance(1000);
  const scanCalls = emulator.control.requests().length - 1;
  emulator.control.forgetRequests();
  const began = performance.now();
  const changes = 20;
  for (let change = 0; change < changes; change++) {
    const { id } = recorded[change * 37];
    emulator.control.changeInstance(Number(id), { label: `changed-${change}` });
    await clock.advance((86_400_000 - 1000) / changes);
  }
  const calls = emulator.control.requests().length;
  const polls = emulator.control.requests().filter(({ path }) => path === "/v4/account/events").length;
  const scans = events.filter(({ event }) => event === "scanned").length - 1;
  const found = events.filter(({ event }) => event === "found").length;
  report("changes that a watch reported", found, "", changes);
  report("requests of a watched day", calls, "", polls + 3 * changes + scans * scanCalls);
  report("time of a watched day", (performance.now() - began) / 1000, "s");
  interruption.abort();
  await done;
}

try {
  await measureScans();
  await measureWatch();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
