import { fetchTransport } from "../../../src/client";
import { VirtualClock } from "../../../src/clock";
import { type WatchEvent, watchDrift } from "../../../src/drift";
import { createEmulator, wellKnownTokens } from "../../../src/emulator";

/** `WATCH_HOURS=24` watches for a day, as `node bench/drift.mjs` does with 1,000 instances. */
const hours = Number(process.env.WATCH_HOURS ?? 1.5);
const instances = 100;
const changes = 20;
const interval = 30_000;

/** An emulator with instances, and an export of a stack that records them. */
async function createWorld(clock: VirtualClock) {
  const emulator = createEmulator({ clock, settings: { rateLimits: "off" } });
  const headers = { authorization: `Bearer ${wellKnownTokens.full}` };
  const recorded = [];
  for (let index = 0; index < instances; index++) {
    const inputs = { region: "us-east", type: "g1-nano-1", label: `it-${index}`, group: "shop" };
    const init = { method: "POST", headers, body: JSON.stringify(inputs) };
    const response = await emulator.fetch(new Request("http://service/v4/node/instances", init));
    const { id, created } = JSON.parse(await response.text());
    recorded.push({ id: String(id), inputs, created });
  }
  await clock.advance(600_000);
  const { euuid } = emulator.control.world().account;
  const type = "pulumi-nodejs:dynamic/nodecloud:Instance";
  const resources = recorded.map(({ id, inputs, created }) => {
    const urn = `urn:pulumi:dev::shop::${type}::${inputs.label}`;
    const outputs = { identity: { account: euuid, created }, label: inputs.label };
    return { urn, type, custom: true, id, inputs, outputs };
  });
  const text = JSON.stringify({ version: 3, deployment: { manifest: {}, resources } });
  return { emulator, recorded, text };
}

it("costs at most a request per poll, 3 per change and the hourly scans, and reports every change", async () => {
  const clock = new VirtualClock();
  const { emulator, recorded, text } = await createWorld(clock);
  const interruption = new AbortController();
  const events: WatchEvent[] = [];
  const watching = (async () => {
    const watch = watchDrift({
      sources: [{ kind: "export", from: { text } }],
      settings: { baseUrl: "http://service/v4", token: wellKnownTokens.full, brand: "node" },
      env: { NODECLOUD_HOME: "/nonexistent" },
      transport: fetchTransport((request) => emulator.fetch(request)),
      ...{ clock, unmanaged: false, ignoreFiles: false, interrupt: interruption.signal },
    });
    for await (const event of watch) events.push(event);
  })();
  await clock.advance(1000);
  const scanCalls = emulator.control.requests().length;
  expect(events).toMatchObject([
    { event: "scanned", reason: "start", verdict: "inSync", resources: instances },
  ]);
  emulator.control.forgetRequests();

  // The model: which labels and groups differ from the declared ones.
  const drifted = new Set<string>();
  for (let change = 0; change < changes; change++) {
    const one = recorded[Math.floor(clock.random() * 7)];
    if (one === undefined) throw new Error("no instance");
    const field = clock.random() < 0.5 ? "label" : "group";
    const key = `${one.id} ${field}`;
    const isUndone = drifted.has(key);
    events.length = 0;
    emulator.control.changeInstance(Number(one.id), {
      [field]: isUndone ? one.inputs[field] : `other-${change}`,
    });
    if (isUndone) drifted.delete(key);
    else drifted.add(key);
    await clock.advance(interval);
    const reported = events.filter(({ event }) => event !== "scanned");
    expect(reported).toMatchObject([
      {
        event: isUndone ? "resolved" : "found",
        verdict: drifted.size > 0 ? "drift" : "inSync",
        finding: { kind: "changed", id: one.id, field },
      },
    ]);
    await clock.advance((hours * 3_600_000) / changes - interval);
  }

  const requests = emulator.control.requests();
  const polls = requests.filter(({ path }) => path === "/v4/account/events").length;
  expect(polls).toBeGreaterThanOrEqual(Math.floor((hours * 3_600_000) / interval) - 5);
  expect(polls).toBeLessThanOrEqual(Math.ceil((hours * 3_600_000) / interval) + 1);
  const scans = Math.floor(hours);
  expect(requests.length).toBeLessThanOrEqual(polls + 3 * changes + scans * scanCalls);
  interruption.abort();
  await watching;
});
