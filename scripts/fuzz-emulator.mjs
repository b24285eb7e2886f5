/**
 * Attacks an emulator in a separate process, over real sockets, and reports its memory and how long other callers wait during the attack.
 *
 *   npm run build && FUZZ_MINUTES=30 node scripts/fuzz-emulator.mjs
 *
 * FUZZ_SEED repeats a run's choices. FUZZ_ONLY=world,streams runs some attacks. Fails if the emulator exits, reports a bug of its own, or
 * leaves other callers without a response for 10 seconds of its CPU time. Runs of 4 minutes or more also fail if its memory is not flat.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { attacks } from "./fuzz-emulator/attacks.mjs";
import { Random } from "./fuzz-emulator/random.mjs";
import { Target } from "./fuzz-emulator/target.mjs";

const duration = Number(process.env.FUZZ_MINUTES ?? 1) * 60_000;
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const only = process.env.FUZZ_ONLY?.split(",");
const workers = 4;
/** In milliseconds. Other programs may keep the machine busy, so that the emulator's CPU time counts. */
const maxBusy = 10_000;
const maxWait = 60_000;
const resetInterval = 15_000;
const reportInterval = 30_000;
/** In MB. A world at its bound, an export of it and the response need most of that. */
const maxHeap = 2048;

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const child = spawn(
  process.execPath,
  [`--max-old-space-size=${maxHeap}`, main, "emulator", "--port", "0", "--json"],
  {
    stdio: ["ignore", "pipe", "pipe"],
  },
);
let errors = "";
let end;
child.stderr.on("data", (data) => {
  errors = (errors + data).slice(0, 20_000);
});
child.on("exit", (code, signal) => {
  end = `exit code ${code}, signal ${signal}`;
});
const line = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
const { NODECLOUD_BASE_URL } = JSON.parse(line).environment;
const target = new Target(Number(new URL(NODECLOUD_BASE_URL).port));
console.log(`seed ${seed}, process ${child.pid}`);

const began = performance.now();
const elapsed = () => performance.now() - began;
const isOver = () => elapsed() >= duration || end !== undefined || failures.length > 0;
const failures = [];
const counts = new Map();
/** The attack that each worker runs. */
const running = new Map();
const memory = [];
let longestWait = 0;
let longestBusy = 0;
let waits = [];

function residentMegabytes() {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** The CPU time that the emulator has used, in milliseconds. */
function cpuMilliseconds() {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function attack(worker) {
  const random = new Random(seed * 100 + worker);
  const names = Object.keys(attacks).filter((name) => !only || only.includes(name));
  while (!isOver()) {
    const name = random.pick(names);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    running.set(worker, name);
    await attacks[name](target, random).catch(() => undefined);
    await pause(0);
  }
}

/** Another caller, which must get responses in time during every attack. */
async function watch() {
  while (!isOver()) {
    const start = performance.now();
    const cpuBefore = cpuMilliseconds();
    const response = await target.call("GET", "/_emulator/health", { timeout: maxWait });
    const wait = performance.now() - start;
    waits.push(wait);
    longestWait = Math.max(longestWait, wait);
    if (end !== undefined) return;
    const busy = cpuMilliseconds() - cpuBefore;
    longestBusy = Math.max(longestBusy, busy);
    if (busy > 2000)
      console.log(
        `a caller waited ${Math.round(wait)} ms, ${busy} ms of CPU time: ${[...running.values()].join(", ")}`,
      );
    if (response.status !== 200 || busy > maxBusy)
      failures.push(`no response within ${Math.round(wait)} ms, ${busy} ms of CPU time: ${response.text}`);
    if (errors.includes("    at ")) failures.push("the emulator reported a bug of its own");
    await pause(50);
  }
}

/** The emulator's data grows under attack until this empties it, as a user would. */
async function clean() {
  while (!isOver()) {
    await pause(Math.min(resetInterval, Math.max(0, duration - elapsed())));
    target.closeAll();
    for (const name of ["snapshots", "faults"]) {
      const { text } = await target.call("GET", `/_emulator/${name}`, { timeout: maxWait });
      if (name === "faults") await target.call("DELETE", "/_emulator/faults", {});
      else
        for (const one of snapshotNamesIn(text))
          await target.call("DELETE", `/_emulator/snapshots/${one}`, {});
    }
    await target.call("POST", "/_emulator/reset", {});
    await target.call("POST", "/_emulator/clock/speed", { body: '{"speed":1}' });
  }
}

function snapshotNamesIn(text) {
  try {
    return JSON.parse(text).snapshots.map(({ name }) => name);
  } catch {
    return [];
  }
}

async function report() {
  let reported = 0;
  while (!isOver()) {
    await pause(250);
    if (end !== undefined) return;
    memory.push({ at: elapsed(), megabytes: residentMegabytes() });
    if (elapsed() - reported < reportInterval) continue;
    const sorted = waits.toSorted((one, other) => one - other);
    const since = memory.filter(({ at }) => at > reported).map(({ megabytes }) => megabytes);
    console.log(
      `${(elapsed() / 60_000).toFixed(1)} min: memory ${Math.min(...since)} to ${Math.max(...since)} MB, ${target.calls} calls, health p50 ${Math.round(sorted[Math.floor(sorted.length / 2)])} ms, p99 ${Math.round(sorted[Math.floor(sorted.length * 0.99)])} ms, longest ${Math.round(longestWait)} ms and ${longestBusy} ms of CPU time`,
    );
    reported = elapsed();
    waits = [];
  }
}

await Promise.all([
  ...Array.from({ length: workers }, (_, worker) => attack(worker)),
  watch(),
  clean(),
  report(),
]);

if (end !== undefined) failures.push(`the emulator ended: ${end}`);
else {
  target.closeAll();
  await target.call("POST", "/_emulator/reset", {});
  await target.call("DELETE", "/_emulator/requests", {});
  const response = await target.call("GET", "/v4/regions", { timeout: maxWait });
  if (response.status !== 200) failures.push(`the API returns ${response.status} after a reset`);
  console.log(
    `memory at the end: ${residentMegabytes()} MB; highest ${Math.max(...memory.map(({ megabytes }) => megabytes))} MB`,
  );
  // The lowest values: the memory that remains after garbage collection.
  const lowsOf = (from, to) => {
    const part = memory.filter(({ at }) => at >= from * duration && at < to * duration);
    return Math.min(...part.map(({ megabytes }) => megabytes));
  };
  const [early, late] = [lowsOf(0.25, 0.5), lowsOf(0.75, 1)];
  console.log(`lowest memory in the second quarter: ${early} MB; in the last: ${late} MB`);
  if (duration >= 240_000 && late > 1.3 * early + 50) failures.push("the memory is not flat");
}
console.log([...counts].map(([name, count]) => `${name} ${count}`).join(", "));
if (errors !== "") console.log(`standard error of the emulator:\n${errors}`);
for (const failure of failures.slice(0, 10)) console.log(`FAILED: ${failure}`);
if (failures.length === 0)
  console.log(`passed: ${(duration / 60_000).toFixed(2)} minutes, ${target.calls} calls`);
child.kill();
process.exit(failures.length === 0 ? 0 : 1);
