import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allOperations } from "../../src/contract";
import type { Settings } from "../../src/emulator";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { testedResources } from "./every-resource";
import type { CountedResources } from "./every-resource/tested-resource";
import { callsTo, failuresOf, smallInstance } from "./programs";

/** The resources of one type. */
interface Case extends CountedResources {
  readonly type: string;
}

const cases: readonly Case[] = Object.values(testedResources).map(({ type, counted }) => ({
  type,
  ...counted,
}));
const instances: Case = { type: "Instance", ...testedResources.Instance.counted };

const listCalls = new Set<string>(
  allOperations.filter(({ operation }) => operation.paged).map(({ operation }) => operation.call),
);

/** How many calls a run sent: views of the account, lists, views of one object, and changes. */
interface CallCounts {
  readonly account: number;
  readonly lists: number;
  readonly views: number;
  readonly changes: number;
}

async function countCalls(stack: TestStack, run: () => Promise<InProcessOutcome>): Promise<CallCounts> {
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await run())).toEqual([]);
  const calls = callsTo(stack);
  const reads = calls.filter((call) => call.startsWith("GET "));
  const account = reads.filter((call) => call === "GET /v4/account").length;
  const lists = reads.filter((call) => listCalls.has(call.replace("/v4", ""))).length;
  return { account, lists, views: reads.length - account - lists, changes: calls.length - reads.length };
}

type Run = "up" | "unchanged" | "refresh" | "destroy";

interface Conditions {
  /** In ms: delays the calls to instances. Default: 0. */
  readonly latency?: number;
  readonly settings?: Partial<Settings>;
  /** The time that passes after each run, in ms. Default: until no instance is busy. */
  readonly pause?: number;
}

/** Prepares a stack and returns what counts the calls of its runs. */
async function prepareRuns(
  { type, count, prepare, inputs }: Case,
  parallel: number,
  { latency = 0, settings = {}, pause }: Conditions = {},
) {
  const stack = new TestStack({ settings });
  await prepare?.(stack);
  if (latency > 0) {
    const operations = ["list", "view", "delete"].map((name) => `instances.${name}`);
    for (const operation of operations)
      stack.emulator.control.faults.add({ operation, when: "before", effect: { latency } });
  }
  const program: ProgramFunction = async (register) => {
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        register(declare(type, `resource-${index}`, inputs(index, stack))),
      ),
    );
    return {};
  };
  const runs: Readonly<Record<Run, () => Promise<InProcessOutcome>>> = {
    up: () => stack.up(program, { parallel }),
    unchanged: () => stack.up(program, { parallel }),
    refresh: () => stack.refresh({ parallel }),
    destroy: () => stack.destroy({ parallel }),
  };
  return async (run: Run) => {
    const counts = await countCalls(stack, runs[run]);
    if (pause === undefined) await advanceUntilIdle(stack);
    else await stack.clock.advance(pause);
    return counts;
  };
}

/** The most calls that a run sends according to docs/calls.md. Undefined if it does not have one row for the run. */
function documentedMaximum({ type, count }: Case, operation: string): CallCounts | undefined {
  const lines = readFileSync(join(__dirname, "../../docs/calls.md"), "utf8").split("\n");
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  const rows = cells.filter(
    ([, kind, number, run]) => kind === type && number === String(count) && run === operation,
  );
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) return undefined;
  const [account = 0, lists = 0, views = 0, changes = 0] = row.slice(4).map(Number);
  return { account, lists, views, changes };
}

function rowOf({ type, count }: Case, operation: string, calls: CallCounts): string {
  const { account, lists, views, changes } = calls;
  return `| ${[type, count, operation, account, lists, views, changes].join(" | ")} |`;
}

describe.each(cases)("$count resources of type $type", (resources) => {
  it("send at most the documented number of calls at --parallel 100", async () => {
    const count = await prepareRuns(resources, 100);
    const up = await count("up");
    const unchanged = await count("unchanged");
    const refresh = await count("refresh");
    const destroy = await count("destroy");
    expect(unchanged).toEqual({ account: 0, lists: 0, views: 0, changes: 0 });
    const counted = Object.entries({ up, refresh, destroy });
    const missingRows = counted
      .filter(([operation]) => documentedMaximum(resources, operation) === undefined)
      .map(([operation, calls]) => rowOf(resources, operation, calls));
    expect(missingRows).toEqual([]);
    for (const [operation, calls] of counted) {
      const maximum = documentedMaximum(resources, operation)!;
      expect({ operation, ...calls }).toMatchObject({ account: maximum.account, changes: maximum.changes });
      expect(calls.lists).toBeLessThanOrEqual(maximum.lists);
      expect(calls.views).toBeLessThanOrEqual(maximum.views);
    }
    expect(destroy.views).toBeLessThanOrEqual(resources.count);
    expect(destroy.lists).toBeLessThanOrEqual(10);
    expect(destroy.changes).toBe(resources.count);
    expect(refresh).toMatchObject({ account: 1, lists: 1, changes: 0 });
  });

  it("are deleted at --parallel 16 with at most 30 lists, and one view of each", async () => {
    const count = await prepareRuns(resources, 16);
    await count("up");
    const destroy = await count("destroy");
    expect(destroy.changes).toBe(resources.count);
    expect(destroy.views).toBeLessThanOrEqual(resources.count);
    expect(destroy.lists).toBeLessThanOrEqual(30);
  });
});

it("creates and immediately deletes 100 instances, while the service is still busy with them, with few lists", async () => {
  const settings = {
    ...{ provisioningSeconds: 10, bootDelaySeconds: 0, busySeconds: 8, listLagSeconds: 3 },
    rateLimits: "off",
  } as const;
  const count = await prepareRuns(instances, 100, { settings, pause: 1000, latency: 20 });
  const up = await count("up");
  expect(up.changes).toBe(100);
  expect(up.account + up.lists + up.views).toBeLessThanOrEqual(25);
  const destroy = await count("destroy");
  expect(destroy.changes).toBeGreaterThan(100);
  expect(destroy).toMatchObject({ account: 1, views: 100 });
  expect(destroy.lists).toBeLessThanOrEqual(9);
});

it("creates instances with declared labels one after the other with one list in 5 s, besides that of the check", async () => {
  const stack = new TestStack();
  const program: ProgramFunction = async (register) => {
    const create = async (index: number) => {
      await stack.clock.sleep(index * 100);
      await register(declare("Instance", `web-${index}`, { ...smallInstance, label: `web-${index}` }));
    };
    await Promise.all(Array.from({ length: 9 }, (_, index) => create(index)));
    return {};
  };
  const startedAt = stack.clock.now();
  expect(failuresOf(await stack.up(program))).toEqual([]);
  const lists = stack.emulator.control
    .requests()
    .filter(({ operation }) => operation === "instances.list")
    .map(({ time }) => Date.parse(time) - startedAt);
  expect(lists.filter((at) => at < 900)).toEqual([0, 0]);
});

it("polls a slow service no more often", async () => {
  const count = await prepareRuns(instances, 100, { latency: 400 });
  await count("up");
  const destroy = await count("destroy");
  expect(destroy).toMatchObject({ account: 1, views: 100, changes: 100 });
  expect(destroy.lists).toBeLessThanOrEqual(10);
});
