/** Creates an instance, views it many times, 16 at a time, by `ours` or `axios`, and prints how long the views took. */
const http = require("node:http");
const axios = require("axios");
const { createClient } = require("pulumi-nodecloud/client");

const [, , by] = process.argv;
const { NODECLOUD_BASE_URL: baseUrl, NODECLOUD_TOKEN: token, BENCH_CALLS } = process.env;
const calls = Number(BENCH_CALLS);
const concurrency = 16;
const warmUp = 200;

/** The client's own agent has the same options. */
const httpAgent = new http.Agent({ keepAlive: true, scheduling: "lifo", maxFreeSockets: 32 });

const views = {
  ours: () => {
    const client = createClient({ baseUrl, token });
    return (instanceId) => client.instances.view({ instanceId });
  },
  axios: () => {
    const instance = axios.create({
      baseURL: baseUrl,
      httpAgent,
      headers: { Authorization: `Bearer ${token}` },
    });
    return async (id) => (await instance.get(`/node/instances/${id}`)).data;
  },
};

async function repeat(count, call) {
  let started = 0;
  const work = async () => {
    while (started++ < count) await call();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

async function main() {
  const client = createClient({ baseUrl, token });
  const { id } = await client.instances.create({ region: "us-east", type: "g1-nano-1" });
  const view = views[by]();
  const call = async () => {
    if ((await view(id)).id !== id) throw new Error("another instance was returned");
  };
  await repeat(warmUp, call);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await repeat(calls, call);
  const { user, system } = process.cpuUsage(cpu);
  const wallSeconds = (performance.now() - began) / 1000;
  process.stdout.write(JSON.stringify({ wallSeconds, cpuSeconds: (user + system) / 1e6 }));
  httpAgent.destroy();
}

main().then(
  () => process.exit(),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
