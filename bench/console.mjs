/**
 * Measures the cost of an open console for the emulator's callers: the time of views at 200 calls a second, alternately without and with a
 * console that reads the event stream. If a Chromium starts, it also measures how long the page takes to show the world. Run it after
 * `npm run build`. Each figure is printed with its target. A missed target is not an error.
 */
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { chromium } from "playwright-core";

const { createEmulator, wellKnownTokens } = await import("../dist/emulator/index.js");
const headers = { Authorization: `Bearer ${wellKnownTokens.full}` };
const rounds = 6;
const callsPerRound = 600;
const interval = 5;
const instances = 200;

function report(what, figure, unit, bound) {
  const target = bound === undefined ? "" : ` of ${bound} (${(figure / bound).toFixed(2)})`;
  console.log(`${what}: ${figure.toFixed(2)}${target} ${unit}`);
}

const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];

const emulator = createEmulator({ settings: { rateLimits: "off" } });
const server = await emulator.listen();
const origin = new URL(server.url).origin;
for (let index = 0; index < instances; index++) {
  await emulator.fetch(
    new Request(`${server.url}/node/instances`, {
      method: "POST",
      headers,
      body: JSON.stringify({ region: "us-east", type: "g1-nano-1" }),
    }),
  );
}

const agent = new Agent({ keepAlive: true });

function view(id) {
  return new Promise((resolve, reject) => {
    get(`${server.url}/node/instances/${id}`, { agent, headers }, (response) => {
      response.resume();
      response.on("end", resolve);
    }).on("error", reject);
  });
}

async function viewTimes() {
  const times = [];
  const began = performance.now();
  for (let index = 0; index < callsPerRound; index++) {
    const due = began + index * interval - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    const start = performance.now();
    await view(1 + (index % instances));
    times.push(performance.now() - start);
  }
  return times;
}

/** A console in a thread of its own, as a browser is a process of its own. */
function openConsole() {
  const code = `const { get } = require("node:http");
    get(${JSON.stringify(`${origin}/_emulator/events`)}, (response) => {
      response.on("data", (data) => { if (data.includes('"complete"')) require("node:worker_threads").parentPort.postMessage("complete"); });
    });`;
  const worker = new Worker(code, { eval: true });
  return new Promise((resolve) => worker.once("message", () => resolve(worker)));
}

await viewTimes();
const without = [];
const withConsole = [];
for (let round = 0; round < rounds; round++) {
  without.push(...(await viewTimes()));
  const console = await openConsole();
  withConsole.push(...(await viewTimes()));
  await console.terminate();
}
report("view at 200 calls a second, p50", median(without), "ms");
report("the same with one console open, p50", median(withConsole), "ms");
report("p50 with one console open compared with none", median(withConsole) / median(without), "", 1.2);
agent.destroy();

report("the page", statSync(new URL("../dist/console.html", import.meta.url)).size / 1000, "KB", 150);
const finder = fileURLToPath(new URL("../test/find-browser.cjs", import.meta.url));
const { path, args, reason } = JSON.parse(execFileSync(process.execPath, [finder], { encoding: "utf8" }));
if (path) {
  const browser = await chromium.launch({ executablePath: path, args });
  const times = [];
  for (let round = 0; round < 5; round++) {
    const page = await browser.newPage();
    const start = performance.now();
    await page.goto(origin);
    await page.locator(".rows .row").first().waitFor();
    times.push(performance.now() - start);
    await page.close();
  }
  report(`the page shows ${instances} instances, median of 5`, median(times) / 1000, "s", 1);
  await browser.close();
} else {
  console.log(`The page was not opened: ${reason}`);
}
await server.close();
emulator.close();
