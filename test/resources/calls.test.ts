import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { callsTo, failuresOf, smallInstance } from "./programs";

const shop = { redirectUri: "https://shop.example/callback" };

/** A kind, how many of it, and what has to be there first. */
interface Case {
  readonly type: string;
  readonly count: number;
  readonly prepare?: (stack: TestStack) => Promise<unknown>;
  /** Views that the delete of one takes; default: the one that confirms it. */
  readonly viewsEach?: number;
  readonly inputs: (n: number, stack: TestStack) => PropertyMap;
}

const cases: readonly Case[] = [
  { type: "Instance", count: 100, inputs: () => smallInstance },
  {
    ...{ type: "Image", count: 100, prepare: (stack) => makeInstances(stack, 1) },
    inputs: (n, stack) => ({
      diskId: stack.emulator.control.world().disks[0]?.id ?? 0,
      label: `golden-${n}`,
    }),
  },
  { type: "OAuthClient", count: 100, inputs: (n) => ({ ...shop, label: `shop-${n}` }) },
  {
    ...{ type: "BackupSchedule", count: 100, prepare: (stack) => makeInstances(stack, 100) },
    inputs: (n) => ({ instanceId: n + 1, day: "Sunday", window: "W10" }),
  },
  {
    // An account has at most six, and one is there.
    ...{ type: "PaymentMethod", count: 5, viewsEach: 2 },
    // Which one is the default changes with the others, so that no list of before is believed.
    inputs: (n) => ({
      card: { cardNumber: `411111111111111${n}`, expiryMonth: n + 1, expiryYear: 2030, cvv: "123" },
      isDefault: false,
    }),
  },
];

async function makeInstances(stack: TestStack, count: number) {
  const { client } = stack.services();
  for (let n = 0; n < count; n++) {
    const deployment = {
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      root_pass: "long-enough-1",
    };
    await stack.clock.run(client.instances.create({ ...deployment, backups_enabled: false }));
  }
  await stack.clock.advance(600_000);
}

/** What a run cost: the look at the account, lists, views of one thing, and all that changes. */
interface Cost {
  readonly account: number;
  readonly lists: number;
  readonly views: number;
  readonly changes: number;
}

async function costOf(stack: TestStack, run: () => Promise<InProcessOutcome>): Promise<Cost> {
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await run())).toEqual([]);
  const calls = callsTo(stack);
  const reads = calls.filter((call) => call.startsWith("GET "));
  const account = reads.filter((call) => call === "GET /v4/account").length;
  const lists = reads.filter((call) =>
    /\/(instances|images|oauth-clients|payment-methods|regions)$/.test(call),
  ).length;
  return { account, lists, views: reads.length - account - lists, changes: calls.length - reads.length };
}

async function costsOf({ type, count, prepare, inputs }: Case, parallel: number, latency = 0) {
  const stack = new TestStack();
  await prepare?.(stack);
  if (latency > 0) {
    const operations = ["list", "view", "delete"].map((name) => `instances.${name}`);
    for (const operation of operations)
      stack.emulator.control.faults.add({ operation, when: "before", effect: { latency } });
  }
  const program: ProgramFunction = async (register) => {
    const all = Array.from({ length: count }, (_, n) => register(declare(type, `it-${n}`, inputs(n, stack))));
    await Promise.all(all);
    return {};
  };
  const up = await costOf(stack, () => stack.up(program, { parallel }));
  const same = await costOf(stack, () => stack.up(program, { parallel }));
  const refresh = await costOf(stack, () => stack.refresh({ parallel }));
  const destroy = await costOf(stack, () => stack.destroy({ parallel }));
  return { up, same, refresh, destroy };
}

/** What docs/calls.md says that a run costs at most. */
function documented({ type, count }: Case, operation: string): Cost {
  const lines = readFileSync(join(__dirname, "../../docs/calls.md"), "utf8").split("\n");
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  const found = cells.filter(
    ([, kind, number, run]) => kind === type && number === String(count) && run === operation,
  );
  expect(found).toHaveLength(1);
  const [account = 0, lists = 0, views = 0, changes = 0] = (found[0] ?? []).slice(4).map(Number);
  return { account, lists, views, changes };
}

describe.each(cases)("$count of $type", (one) => {
  it("cost at --parallel 100 no more than the docs say", async () => {
    const { up, same, refresh, destroy } = await costsOf(one, 100);
    const nothing = { account: 0, lists: 0, views: 0, changes: 0 };
    expect(same).toEqual(nothing);
    for (const [operation, cost] of Object.entries({ up, refresh, destroy })) {
      const most = documented(one, operation);
      expect({ operation, ...cost }).toMatchObject({ account: most.account, changes: most.changes });
      expect(cost.lists).toBeLessThanOrEqual(most.lists);
      expect(cost.views).toBeLessThanOrEqual(most.views);
    }
    expect(destroy.views).toBeLessThanOrEqual(one.count * (one.viewsEach ?? 1));
    expect(destroy.lists).toBeLessThanOrEqual(10);
    expect(destroy.changes).toBe(one.count);
    expect(refresh).toMatchObject({ account: 1, lists: 1, changes: 0 });
  });

  it("are deleted at 16 at a time with a list a poll, and no view of what is still there", async () => {
    const { destroy } = await costsOf(one, 16);
    expect(destroy.changes).toBe(one.count);
    expect(destroy.views).toBeLessThanOrEqual(one.count * (one.viewsEach ?? 1));
    expect(destroy.lists).toBeLessThanOrEqual(30);
  });
});

it("a slow service is polled no more often", async () => {
  const [instances] = cases;
  if (!instances) throw new Error("no case");
  const { destroy } = await costsOf(instances, 100, 400);
  expect(destroy).toMatchObject({ account: 1, views: 100, changes: 100 });
  expect(destroy.lists).toBeLessThanOrEqual(10);
});
