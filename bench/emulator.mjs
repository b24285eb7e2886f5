/**
 * Measures how long the emulator takes to start, to respond with 10,000 instances in its world and to reset, and its memory.
 * Run it after `npm run build`. Each figure is printed with its target. A missed target is not an error.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const { createEmulator, wellKnownTokens } = await import("../dist/emulator/index.js");
const headers = { Authorization: `Bearer ${wellKnownTokens.full}`, "Content-Type": "application/json" };
const instances = 10_000;

/** Prints a figure with its target and their ratio, which should be below 1. */
function report(what, figure, unit, bound) {
  const target = bound === undefined ? "" : ` of ${bound} (${(figure / bound).toFixed(2)})`;
  console.log(`${what}: ${figure.toFixed(2)}${target} ${unit}`);
}

const at = (times, share) => times.toSorted((one, other) => one - other)[Math.floor(times.length * share)];

/** Starts `nodecloud emulator`, and resolves when its health check responds. */
async function measureReadiness() {
  const began = performance.now();
  const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
  const child = spawn(process.execPath, [main, "emulator", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
  const { NODECLOUD_BASE_URL: url } = JSON.parse(line).environment;
  await fetch(`${url.replace(/\/v4$/, "")}/_emulator/health`).then((response) => response.json());
  return { ms: performance.now() - began, child };
}

/** The resident memory of a process in MB; NaN where the system does not provide it. */
function memoryOf(pid) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

const starts = [];
for (let round = 0; round < 5; round++) {
  const { ms, child } = await measureReadiness();
  starts.push(ms);
  if (round === 4) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    report("idle memory", memoryOf(child.pid), "MB", 120);
  }
  child.kill();
}
report("ready from the start of the process, median of 5", at(starts, 0.5), "ms", 500);

const emulator = createEmulator({ settings: { rateLimits: "off" } });
const server = await emulator.listen();
const agent = new Agent({ keepAlive: true });

function call(url, method = "GET", body = undefined) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers, method }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function measure(calls, one) {
  const times = [];
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    await one(index);
    times.push(performance.now() - start);
  }
  return times;
}

const path = (rest) => `${server.url}/node/instances${rest}`;
const some = (index) => 1 + ((index * 7919) % instances);
const body = JSON.stringify({ region: "us-east", type: "g1-nano-1" });
const creates = await measure(instances, () => call(path(""), "POST", body));
const [first, last] = [creates.slice(500, 1500), creates.slice(-1000)];
report("create, p50 of the last 1,000 compared with an early 1,000", at(last, 0.5) / at(first, 0.5), "", 2);

// The cost of loopback and Node's server alone, for comparison.
const bare = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
await new Promise((resolve) => bare.once("listening", resolve));
const empty = await measure(2000, () => call(`http://127.0.0.1:${bare.address().port}/`));
report("an empty response of a bare server, p50", at(empty, 0.5), "ms");

const views = await measure(3000, (index) => call(path(`/${some(index)}`)));
report("view, p50", at(views, 0.5), "ms", 1);
report("view, p99", at(views, 0.99), "ms", 10);
report("view, p50 as a multiple of an empty response", at(views, 0.5) / at(empty, 0.5), "");
const lists = [
  ["instances, a page of 100", (index) => path(`?page=${1 + (index % 100)}`)],
  ["instances, a page of 500", (index) => path(`?page_size=500&page=${1 + (index % 20)}`)],
  ["events", (index) => `${server.url}/account/events?page=${1 + (index % 100)}`],
  ["notifications", () => `${server.url}/account/notifications`],
  ["images", () => `${server.url}/images`],
];
for (const [name, addressOf] of lists) {
  const times = await measure(200, (index) => call(addressOf(index)));
  report(`list of ${name}, p50`, at(times, 0.5), "ms", 5);
}
const others = [
  ["account", () => [`${server.url}/account`]],
  ["update", (index) => [path(`/${some(index)}`), "PUT", JSON.stringify({ group: `g${index}` })]],
  ["delete", (index) => [path(`/${some(index)}`), "DELETE"]],
];
for (const [name, requestOf] of others) {
  report(`${name}, p50`, at(await measure(200, (index) => call(...requestOf(index))), 0.5), "ms");
}
report("memory with the full world", process.memoryUsage().rss / 2 ** 20, "MB");
const resets = await measure(1, () => emulator.control.reset());
report("full reset", resets[0], "ms", 10);
agent.destroy();
bare.close();
await server.close();
