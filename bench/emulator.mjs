/** How fast the emulator is ready, and how fast it answers over loopback with 10,000 instances. Run after `npm run build`. */
import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";

const began = performance.now();
const { createEmulator, wellKnownTokens } = await import("../dist/emulator/index.js");
const emulator = createEmulator({ settings: { rateLimits: "off" } });
const server = await emulator.listen();
console.log(`ready in ${(performance.now() - began).toFixed(0)} ms`);

const instances = 10_000;
const headers = { Authorization: `Bearer ${wellKnownTokens.full}`, "Content-Type": "application/json" };
for (let index = 0; index < instances; index++) {
  const body = JSON.stringify({ region: "us-east", type: "g1-nano-1" });
  await emulator.fetch(new Request("http://127.0.0.1/v4/node/instances", { method: "POST", headers, body }));
}

const agent = new Agent({ keepAlive: true });

function call(path) {
  return new Promise((resolve, reject) => {
    get(server.url + path, { agent, headers }, (response) => {
      response.resume();
      response.on("end", resolve);
    }).on("error", reject);
  });
}

async function measure(name, calls, pathOf) {
  const times = [];
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    await call(pathOf(index));
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(calls * share)].toFixed(2);
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

await measure("warm up", 500, () => "/regions");
await measure("view", 3000, (index) => `/node/instances/${1 + ((index * 7919) % instances)}`);
await measure("list page of 100", 500, (index) => `/node/instances?page=${1 + (index % 100)}`);
await measure("list page of 500", 100, (index) => `/node/instances?page_size=500&page=${1 + (index % 20)}`);
console.log(`memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`);
agent.destroy();
await server.close();
