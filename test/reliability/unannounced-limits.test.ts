import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { failuresOf, smallInstance } from "../resources/programs";

const second = 1000;

/** A stack of a service that accepts `limit` creates in 30 s, and rejects the others with 429 and these headers only. */
function limitedStack(limit: number, headers: (left: number) => Record<string, string>) {
  const stack = new TestStack({ settings: { rateLimits: "off" } });
  const inner = stack.emulator;
  const counts = { accepted: 0, rejected: 0 };
  let [begun, used] = [0, 0];
  stack.emulator = {
    ...inner,
    fetch: async (request) => {
      if (request.method !== "POST" || !request.url.endsWith("/instances")) return inner.fetch(request);
      const now = stack.clock.now();
      if (now >= begun + 30 * second) [begun, used] = [now, 0];
      if (used < limit) {
        used++;
        counts.accepted++;
        return inner.fetch(request);
      }
      counts.rejected++;
      await stack.clock.sleep(100);
      const left = Math.ceil((begun + 30 * second - now) / second);
      return new Response('{"errors":[{"reason":"Too many requests"}]}', {
        status: 429,
        headers: { "content-type": "application/json", ...headers(left) },
      });
    },
  };
  return { stack, counts };
}

function instances(count: number, timeout: string): ProgramFunction {
  return async (register) => {
    const names = Array.from({ length: count }, (_, index) => `web-${index}`);
    const inputs = { ...smallInstance, timeouts: { create: timeout } };
    await Promise.all(names.map((name) => register(declare("Instance", name, inputs))));
    return {};
  };
}

describe("60 instances at 10 creates per 30 s, 32 at a time", () => {
  it.each<[string, (left: number) => Record<string, string>, number]>([
    ["Retry-After only", (left) => ({ "Retry-After": String(left) }), 30],
    ["no header at all", () => ({}), 90],
  ])("are created although 429 comes with %s", async (_, headers, maxRejected) => {
    const { stack, counts } = limitedStack(10, headers);
    expect(failuresOf(await stack.up(instances(60, "5m"), { parallel: 32 }))).toEqual([]);
    expect(stack.emulator.control.world().instances).toHaveLength(60);
    expect(counts.rejected).toBeLessThanOrEqual(maxRejected);
  });
});
