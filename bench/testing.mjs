/**
 * Measures a test of a program with `pulumi-nodecloud/testing`: the first of a process, which loads the SDK and this package, and those
 * that follow. Each creates a stack, runs `up`, reads the world, and runs a preview. Run it after `npm run build`. On a busy machine,
 * compare CPU times only.
 */
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";

const tests = 200;
const require = createRequire(import.meta.url);
const startedAt = usage();
const { Instance } = require("pulumi-nodecloud");
const { testStack } = require("pulumi-nodecloud/testing");

function program() {
  const web = new Instance("web", { region: "us-east", type: "g1-nano-1", tags: ["shop"] });
  return { address: web.ipv4 };
}

async function test() {
  const stack = await testStack();
  await stack.up(program);
  if (stack.world.instances.length !== 1) throw new Error("The program did not create its instance.");
  const { steps } = await stack.preview(program);
  if (steps.length !== 0) throw new Error("A preview without changes has steps.");
}

await test();
const first = since(startedAt);
const later = [];
for (let number = 0; number < tests; number++) {
  const before = usage();
  await test();
  later.push(since(before));
}

console.log(`first test       ${first.wall.toFixed(0)} ms, ${first.cpu.toFixed(0)} ms of CPU`);
for (const [name, share] of [
  ["median", 0.5],
  ["90 %", 0.9],
  ["slowest", 1],
]) {
  const [wall, cpu] = ["wall", "cpu"].map((kind) => later.map((one) => one[kind]).sort((a, b) => a - b));
  const index = Math.ceil(share * tests) - 1;
  console.log(
    `later, ${name.padEnd(10)}${wall[index].toFixed(0)} ms, ${cpu[index].toFixed(0)} ms of CPU; first ${(first.wall / wall[index]).toFixed(1)} times as long`,
  );
}

function usage() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function since({ wall, cpu }) {
  const now = usage();
  return { wall: now.wall - wall, cpu: now.cpu - cpu };
}
