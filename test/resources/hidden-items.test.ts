import { wellKnownTokens } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { callsTo, emptyProgram, failuresOf, instancesIn, stepsOf, webInstance } from "./programs";

const web = webInstance({ timeouts: { create: "5m" } });
const createsOf = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/node/instances").length;
const counts =
  /The list of instances counts 1 more than it contains, perhaps because the token's user lacks a grant, so the result of the create request is unclear: use the token of an unrestricted user\./;

/** A stack with the token of a restricted user, and an instance on which the user has no grant. */
async function startRestricted(listResults: "shown" | "all") {
  const stack = new TestStack({ settings: { listResults }, token: wellKnownTokens.restricted });
  const { client } = stack.services({ token: wellKnownTokens.full });
  const other = await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
  await advanceUntilIdle(stack);
  stack.emulator.control.forgetRequests();
  stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect: { status: 500 } });
  return { stack, other: other.id };
}

interface List {
  readonly data: readonly unknown[];
  readonly results: number;
}

/** Changes the lists of instances once the first create was sent, which is carried out and whose connection is reset. */
function changeLists(stack: TestStack, change: (list: List, ms: number) => object) {
  const { emulator } = stack;
  let sentAt: number | undefined;
  stack.emulator = {
    ...emulator,
    fetch: async (request) => {
      const isList = new URL(request.url).pathname.endsWith("/node/instances");
      if (isList && request.method === "POST") sentAt ??= stack.clock.now();
      const response = await emulator.fetch(request);
      if (!isList || request.method !== "GET" || sentAt === undefined) return response;
      const list: List = JSON.parse(await response.text());
      return Response.json(change(list, stack.clock.now() - sentAt));
    },
  };
}

describe("a list that counts more items than it contains", () => {
  it("does not prove that a create created nothing", async () => {
    const { stack, other } = await startRestricted("all");
    expect(failuresOf(await stack.up(web)).join()).toMatch(counts);
    expect(failuresOf(await stack.up(web)).join()).toMatch(counts);
    expect(createsOf(stack)).toBe(1);
    expect(failuresOf(await stack.up(web, { token: wellKnownTokens.full }))).toEqual([]);
    expect(createsOf(stack)).toBe(2);
    expect(stepsOf(await stack.up(emptyProgram, { token: wellKnownTokens.full }))).toEqual(["delete web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: other }]);
  });

  it("proves it if the service counts only the items that it returns", async () => {
    const { stack } = await startRestricted("shown");
    expect(failuresOf(await stack.up(web))).toEqual([]);
    expect(createsOf(stack)).toBe(2);
  });

  it("does not keep an unresolved create from being deleted with the object that has its label", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({
      ...{ operation: "instances.create", when: "after", count: 1, effect: { reset: true } },
    });
    let isHidden = true;
    changeLists(stack, ({ data, results, ...list }) => ({
      ...list,
      data: isHidden ? [] : data,
      results: results + (isHidden ? 0 : 1),
    }));
    expect(failuresOf(await stack.up(web)).join()).toMatch(counts);
    expect([createsOf(stack), instancesIn(stack).length]).toEqual([1, 1]);
    isHidden = false;
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(instancesIn(stack)).toEqual([]);
  });

  it.each([
    [1, "again", 2],
    [0, "once if it counts what it shows", 1],
  ])("with %i more is read %s before an unresolved create is deleted", async (hidden, _, reads) => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.create", count: 1, effect: { status: 500 } });
    faults.add({ operation: "instances.list", effect: { status: 500 } });
    expect(failuresOf(await stack.up(web)).join()).toContain("Could not check whether");
    faults.clear();
    let lists = 0;
    const { emulator } = stack;
    stack.emulator = {
      ...emulator,
      fetch: async (request) => {
        const response = await emulator.fetch(request);
        if (!new URL(request.url).pathname.endsWith("/node/instances") || ++lists > 1) return response;
        return Response.json({ ...JSON.parse(await response.text()), results: hidden });
      },
    };
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(lists).toBe(reads);
  });

  it("is read again, because it may have grown while it was read", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.create", count: 1, effect: { status: 500 } });
    let lists = 0;
    changeLists(stack, (list, ms) =>
      ms >= 75_000 && ++lists === 1 ? { ...list, results: list.results + 1 } : list,
    );
    expect(failuresOf(await stack.up(web))).toEqual([]);
    expect(lists).toBeGreaterThan(1);
    expect(createsOf(stack)).toBe(2);
  });
});
