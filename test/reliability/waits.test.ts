import { gzipSync } from "node:zlib";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { type Inputs, withoutUndefined } from "../resources/declare-all";
import { shop } from "../resources/oauth-clients";
import { visa } from "../resources/payment-methods";
import { emptyProgram, failuresOf, smallInstance } from "../resources/programs";
import { TemporaryFiles } from "../resources/temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());
const file = files.write("golden.img.gz", gzipSync("disk"));

const second = 1000;
const timeouts = { create: "3m", update: "3m", delete: "3m" };
/** A deadline may be exceeded by one poll interval, and the response to a request by a second. */
const tolerance = 11 * second;
const schedule = { instanceId: 1, day: "Sunday", window: "W10" };
const mine = { ...smallInstance, label: "mine" };

/** One resource, before and after the run under test. Undefined if it does not exist. */
const runs: readonly (readonly [string, string, Inputs | undefined, Inputs | undefined])[] = [
  ["creates an instance", "Instance", undefined, { ...smallInstance, alerts: { cpu: 50 } }],
  ["clones an instance", "Instance", undefined, { cloneFrom: { instanceId: 1 }, tags: ["copy"] }],
  ["updates an instance", "Instance", mine, { ...mine, group: "g", backupsEnabled: true }],
  ["boots an instance", "Instance", { ...mine, booted: false }, { ...mine, booted: true }],
  ["deletes an instance", "Instance", smallInstance, undefined],
  ["captures an image", "Image", undefined, { diskId: 1 }],
  ["uploads an image", "Image", undefined, { file, region: "us-east" }],
  ["updates an image", "Image", { diskId: 1, label: "a" }, { diskId: 1, label: "b" }],
  ["deletes an image", "Image", { diskId: 1 }, undefined],
  ["creates an OAuth client", "OAuthClient", undefined, shop],
  ["updates an OAuth client", "OAuthClient", shop, { ...shop, label: "other", secretVersion: 2 }],
  ["deletes an OAuth client", "OAuthClient", shop, undefined],
  ["adds a payment method", "PaymentMethod", undefined, { card: visa, isDefault: true }],
  ["changes a payment method", "PaymentMethod", { card: visa }, { card: visa, isDefault: true }],
  ["deletes a payment method", "PaymentMethod", { card: visa }, undefined],
  ["creates a backup schedule", "BackupSchedule", undefined, schedule],
  ["updates a backup schedule", "BackupSchedule", schedule, { ...schedule, day: "Monday" }],
  ["deletes a backup schedule", "BackupSchedule", schedule, undefined],
];

function programOf(type: string, inputs: Inputs | undefined): ProgramFunction {
  if (inputs === undefined) return emptyProgram;
  return async (register) => {
    await register(declare(type, "it", withoutUndefined({ ...inputs, timeouts })));
    return {};
  };
}

/** A stack of a service that has an instance with a disk, both with id 1, after the run that creates `before`. */
async function prepare(type: string, before: Inputs | undefined): Promise<TestStack> {
  const stack = new TestStack({ settings: { rateLimits: "off", bootDelaySeconds: 5 } });
  const { client } = stack.services();
  const image = { image: "node/debian12", root_pass: "long-enough-1" };
  await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1", ...image }));
  await stack.clock.advance(600 * second);
  if (before !== undefined) expect(failuresOf(await stack.up(programOf(type, before)))).toEqual([]);
  await stack.clock.advance(600 * second);
  stack.emulator.control.forgetRequests();
  return stack;
}

/** All reads fail for 60 s after the first change that the service has carried out. */
function failReadsAfterChange(stack: TestStack): () => number {
  const inner = stack.emulator;
  let changedAt: number | undefined;
  let failed = 0;
  stack.emulator = {
    ...inner,
    fetch: async (request) => {
      const since = changedAt === undefined ? -1 : stack.clock.now() - changedAt;
      if (request.method === "GET" && since >= 0 && since < 60 * second) {
        failed++;
        return new Response("<html>502</html>", { status: 502, headers: { "content-type": "text/html" } });
      }
      const response = await inner.fetch(request);
      if (request.method !== "GET" && response.ok) changedAt ??= stack.clock.now();
      return response;
    },
  };
  return () => failed;
}

describe.each(runs)("a run that %s", (_, type, before, after) => {
  it("is not failed by 60 s of failing reads after its first change", async () => {
    const stack = await prepare(type, before);
    failReadsAfterChange(stack);
    expect(failuresOf(await stack.up(programOf(type, after)))).toEqual([]);
  });

  it.each([
    [{ status: 503 }, 1],
    [{ hang: true }, 1],
    [{ reset: true }, 3],
    [{ hang: true }, 5],
    [{ status: 429, headers: { "Retry-After": "3600" } }, 2],
  ] as const)(
    "ends at its deadline and polls calmly in an outage with %j from call %i on",
    async (effect, from) => {
      const stack = await prepare(type, before);
      stack.emulator.control.faults.add({ operation: "*", from, effect });
      const start = stack.clock.now();
      await stack.up(programOf(type, after));
      expect(stack.clock.now() - start).toBeLessThanOrEqual(180 * second + tolerance);
      const requests = stack.emulator.control
        .requests()
        .map(({ time }) => Math.floor(Date.parse(time) / 10_000));
      for (const window of new Set(requests))
        expect(requests.filter((one) => one === window).length).toBeLessThanOrEqual(40);
    },
  );

  it.each([2, 4, 6])(
    "ends although the service rejects every call with 429 from call %i on",
    async (from) => {
      const stack = await prepare(type, before);
      const effect = { status: 429, headers: { "Retry-After": "20" } };
      stack.emulator.control.faults.add({ operation: "*", from, effect });
      const start = stack.clock.now();
      await stack.up(programOf(type, after));
      // Only the time before the first two attempts of a call extends the deadline.
      expect(stack.clock.now() - start).toBeLessThanOrEqual(2 * 180 * second + tolerance);
    },
  );

  it.each([100, 20_000])("ends within 5 s after an interrupt at %i ms, whatever hangs", async (at) => {
    const stack = await prepare(type, before);
    stack.emulator.control.faults.add({ operation: "*", from: at === 100 ? 2 : 4, effect: { hang: true } });
    const controller = new AbortController();
    let isOver = false;
    const running = stack.up(programOf(type, after), { cancel: controller.signal }).finally(() => {
      isOver = true;
    });
    await stack.clock.advance(at);
    const interruptedAt = stack.clock.now();
    controller.abort();
    await running;
    expect(isOver).toBe(true);
    expect(stack.clock.now() - interruptedAt).toBeLessThanOrEqual(5 * second);
  });
});

it("waits for the account no longer than for the create that needs it", async () => {
  const stack = new TestStack();
  stack.emulator.control.faults.add({ operation: "account.view", effect: { hang: true } });
  const program: ProgramFunction = async (register) => {
    await register(declare("Instance", "it", { ...smallInstance, timeouts: { create: "30s" } }));
    return {};
  };
  const start = stack.clock.now();
  await stack.up(program);
  expect(stack.clock.now() - start).toBeLessThanOrEqual(30 * second + tolerance);
});
