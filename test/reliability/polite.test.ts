import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { failuresOf, smallInstance } from "../resources/programs";

const minute = 60_000;
const outage = 10 * minute;

/** A program that declares this many instances. */
function instances(count: number, prefix = "web"): ProgramFunction {
  return async (register) => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    await Promise.all(names.map((name) => register(declare("Instance", name, smallInstance))));
    return {};
  };
}

function requestsOf(stack: TestStack) {
  return stack.emulator.control.requests().map((call) => ({ ...call, at: Date.parse(call.time) }));
}

/** How many requests the service received in each minute of an outage that began at `start`. */
function perMinute(
  stack: TestStack,
  start: number,
  isCounted: (call: { readonly method: string }) => boolean = () => true,
): number[] {
  const counts = Array.from({ length: outage / minute }, () => 0);
  for (const { at, method } of requestsOf(stack)) {
    if (!isCounted({ method })) continue;
    const index = Math.floor((at - start) / minute);
    if (index in counts) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Begins an outage after a delay, ends it after ten minutes, and returns when it begins. */
function beginOutage(stack: TestStack, effect: { status: number } | { reset: true }, delay: number): number {
  const { control } = stack.emulator;
  const begin = () => control.faults.add({ operation: "*", effect });
  if (delay === 0) begin();
  else void stack.clock.sleep(delay).then(begin);
  void stack.clock.sleep(delay + outage).then(() => control.faults.clear());
  return stack.clock.now() + delay;
}

describe("in an outage of ten minutes", () => {
  it("a client's retries are at most a tenth of its calls plus 20 a minute", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const { client } = stack.services();
    const start = beginOutage(stack, { status: 503 }, 0);
    const calls = Array.from({ length: outage / minute }, () => 0);
    const caller = async (instanceId: number) => {
      while (stack.clock.now() < start + outage) {
        const index = Math.floor((stack.clock.now() - start) / minute);
        calls[index] = (calls[index] ?? 0) + 1;
        await client.instances.view({ instanceId }).catch(() => undefined);
        await stack.clock.sleep(5000);
      }
    };
    await stack.clock.run(Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(caller)));
    for (const [index, requests] of perMinute(stack, start).entries()) {
      // A call of this minute may be retried in the next one.
      const counted = (calls[index] ?? 0) + (calls[index - 1] ?? 0);
      expect(requests - (calls[index] ?? 0)).toBeLessThanOrEqual(20 + counted / 10);
    }
  });

  it.each([
    ["waits for 30 instances", minute, { status: 503 }],
    ["waits for 30 instances", minute, { reset: true }],
    ["creates 30 instances", 0, { status: 503 }],
  ] as const)(
    "a run that %s sends at most 40 requests a minute besides its creates",
    async (_, delay, effect) => {
      const stack = new TestStack({ settings: { rateLimits: "off", provisioningSeconds: 100 } });
      const start = beginOutage(stack, effect, delay);
      expect(failuresOf(await stack.up(instances(30), { parallel: 30 }))).toEqual([]);
      const [first = 0, ...others] = perMinute(stack, start);
      expect(first).toBeLessThanOrEqual(delay === 0 ? 80 : 40);
      expect(Math.max(...others)).toBeLessThanOrEqual(40);
      expect(stack.emulator.control.world().instances).toHaveLength(30);
    },
  );

  it("a run that changes 30 OAuth clients sends few requests if the service rejects writes only, and all of them afterwards", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    const program =
      (label: string): ProgramFunction =>
      async (register) => {
        await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            register(
              declare("OAuthClient", `app-${index}`, {
                ...{ label, redirectUri: `https://${index}.example.com`, timeouts: { update: "30m" } },
              }),
            ),
          ),
        );
        return {};
      };
    await stack.up(program("before"), { parallel: 30 });
    stack.emulator.control.forgetRequests();
    const start = stack.clock.now();
    stack.emulator.control.faults.add({ operation: "oauthClients.update", effect: { status: 503 } });
    void stack.clock.sleep(outage).then(() => stack.emulator.control.faults.clear());
    expect(failuresOf(await stack.up(program("after"), { parallel: 30 }))).toEqual([]);
    const [first = 0, ...later] = perMinute(stack, start, ({ method }) => method === "PUT");
    // Each is sent once. Of those that are sent again, 20 may fail in a minute, and the client retries 20 and a tenth of its calls.
    const calls = Math.max(...perMinute(stack, start));
    expect(first).toBeLessThanOrEqual(30 + 20 + 20 + calls / 10);
    expect(Math.max(...later)).toBeLessThanOrEqual(20 + 20 + calls / 10);
    expect(calls).toBeLessThanOrEqual(600);
    expect(Math.min(...later)).toBeGreaterThan(0);
    expect(stack.clock.now() - start - outage).toBeLessThanOrEqual(2 * minute);
  });

  it("a run that deletes 30 instances sends at most 40 requests a minute besides its deletes", async () => {
    const stack = new TestStack({ settings: { rateLimits: "off" } });
    await stack.up(instances(30), { parallel: 30 });
    stack.emulator.control.forgetRequests();
    const start = beginOutage(stack, { reset: true }, 100);
    await stack.destroy({ parallel: 30 });
    const isDelete = ({ method }: { readonly method: string }) => method === "DELETE";
    // In the first minute, each delete whose response was lost is followed by one view of its object.
    const [reads = 0, ...laterReads] = perMinute(stack, start, (call) => !isDelete(call));
    expect(reads).toBeLessThanOrEqual(30 + 20);
    expect(Math.max(...laterReads)).toBeLessThanOrEqual(40);
    // Busy at first, then sent in the outage, with the retries of the client.
    const [deletes = 0, ...laterDeletes] = perMinute(stack, start, isDelete);
    expect(deletes).toBeLessThanOrEqual(30 + 30 + 20 + 9);
    expect(Math.max(...laterDeletes)).toBe(0);
  });
});

it("100 instances at 10 creates per 30 s get at most three 429 responses, and are read in the meantime", async () => {
  const stack = new TestStack();
  const start = stack.clock.now();
  expect(failuresOf(await stack.up(instances(100), { parallel: 100 }))).toEqual([]);
  const requests = requestsOf(stack);
  expect(requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(3);
  expect(requests.filter(({ operation }) => operation === "instances.create")).toHaveLength(100);
  // Nine windows pass before the last ten creates. Each of those boots up to 20 s after it was provisioned.
  const end = stack.clock.now() - start;
  expect(end).toBeLessThan(9 * 31_500 + 45_000 + 20_000);
  for (let from = start + 30_000; from < start + end; from += 30_000) {
    const reads = requests.filter(({ method, at }) => method === "GET" && at >= from && at < from + 30_000);
    expect(reads.length).toBeGreaterThan(0);
  }
});

describe("processes that share a token", () => {
  it.each([
    [2, 10],
    [3, 21],
  ])("share the pace of its creates: %i of them", async (count, maxRejected) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.create", effect: { latency: 300 } });
    const others = Array.from(
      { length: count - 1 },
      (_, index) => new TestStack({ beside: stack, backend: `other-${index}` }),
    );
    const runs = [stack, ...others].map((one, index) => one.up(instances(40, `p${index}`), { parallel: 40 }));
    expect((await Promise.all(runs)).flatMap(failuresOf)).toEqual([]);
    const creates = requestsOf(stack).filter(({ operation }) => operation === "instances.create");
    const rejected = creates.filter(({ status }) => status === 429);
    expect(rejected.length).toBeLessThanOrEqual(maxRejected);
    expect(creates.length - rejected.length).toBe(40 * count);
    // Sharing wastes less than a third of the limit.
    const minutes =
      (Math.max(...creates.map(({ at }) => at)) - Math.min(...creates.map(({ at }) => at))) / minute;
    expect(minutes).toBeLessThan(((40 * count) / 20) * 1.5);
  });
});
