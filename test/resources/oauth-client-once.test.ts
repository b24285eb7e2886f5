import type { FaultRuleInput } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { lostAnswers } from "./lost-answers";
import { clientsIn, declareClient, declareClients, isAccepted, png, secretOf, shop } from "./oauth-clients";
import { callsTo, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const creates = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/account/oauth-clients");
const lost = (operation: string, effect: FaultRuleInput["effect"], count = 1): FaultRuleInput => ({
  ...{ operation, when: "after", count, effect },
});
const body = { label: "Shop", redirect_uri: "https://shop.example/callback" };
const losses: typeof lostAnswers = [...lostAnswers, ["an answer without an id", { status: 200, body: {} }]];

describe("a create whose answer is lost", () => {
  it.each(losses)("by %s is found among look-alikes and not sent again", async (_, effect) => {
    const stack = new TestStack();
    const { client } = stack.services();
    const theirs = await stack.clock.run(client.oauthClients.create(body));
    stack.emulator.control.forgetRequests();
    stack.emulator.control.faults.add(lost("oauthClients.create", effect));
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(creates(stack)).toHaveLength(1);
    expect(clientsIn(stack)).toHaveLength(2);
    expect(stack.outputs("app")?.clientId).not.toBe(theirs.id);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(isAccepted(stack, theirs.secret)).toBe(true);
  });

  it("is sent again when nothing was made, after looking for half a minute", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({
      operation: "oauthClients.create",
      count: 1,
      effect: { status: 500 },
    });
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    const [first, second] = stack.emulator.control
      .requests()
      .filter(({ operation }) => operation === "oauthClients.create");
    expect(Date.parse(second!.time) - Date.parse(first!.time)).toBeGreaterThanOrEqual(30_000);
    expect(clientsIn(stack)).toHaveLength(1);
  });

  it("is found though lists are stale for a while", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost("oauthClients.create", { reset: true }));
    stack.emulator.control.faults.add({ operation: "oauthClients.list", effect: { staleList: 20_000 } });
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(clientsIn(stack)).toHaveLength(1);
  });

  it("is told apart from its twins in the same program", async () => {
    const stack = new TestStack();
    for (const effect of [{ reset: true }, { status: 500 }] as const) {
      stack.emulator.control.faults.add(lost("oauthClients.create", effect));
    }
    expect(failuresOf(await stack.up(declareClients({ one: shop, two: shop, three: shop })))).toEqual([]);
    const ids = ["one", "two", "three"].map((name) => stack.outputs(name)?.clientId);
    expect(new Set(ids)).toEqual(new Set(clientsIn(stack).map(({ id }) => id)));
    expect(clientsIn(stack)).toHaveLength(3);
  });
});

describe("an answer that is lost after the create", () => {
  it.each(["oauthClients.resetSecret", "oauthClients.updateThumbnail", "oauthClients.update"])(
    "of %s leaves what was declared, and a secret that is accepted",
    async (operation) => {
      for (const [, effect] of losses) {
        const stack = new TestStack();
        const thumbnail = files.write("logo", png);
        stack.emulator.control.faults.add(lost(operation, effect));
        expect(failuresOf(await stack.up(declareClient({ thumbnail })))).toEqual([]);
        expect(
          failuresOf(await stack.up(declareClient({ thumbnail, label: "New", secretVersion: 2 }))),
        ).toEqual([]);
        expect(clientsIn(stack)).toMatchObject([{ label: "New", thumbnail: { content_type: "image/png" } }]);
        expect(isAccepted(stack, secretOf(stack))).toBe(true);
      }
    },
  );
});

it("a thumbnail whose answers are all lost is seen to be there, and not sent once more", async () => {
  const stack = new TestStack();
  stack.emulator.control.faults.add(lost("oauthClients.updateThumbnail", { status: 500 }, 5));
  expect(failuresOf(await stack.up(declareClient({ thumbnail: files.write("logo", png) })))).toEqual([]);
  expect(callsTo(stack).filter((call) => /^PUT .*thumbnail$/.test(call))).toHaveLength(5);
});

describe("a create that stays unresolved", () => {
  /** Somebody else makes the same client while the answer is lost and lists are not answered. */
  async function unresolved() {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost("oauthClients.create", { reset: true }, 2));
    stack.emulator.control.faults.add({ operation: "oauthClients.list", nth: 2, effect: { latency: 5000 } });
    const { client } = stack.services();
    const running = stack.up(declareClient());
    const theirs = stack.clock.run(
      stack.clock.sleep(1000).then(() => client.oauthClients.create(body).catch(() => undefined)),
    );
    const outcome = await running;
    await theirs;
    stack.emulator.control.faults.clear();
    return { stack, outcome };
  }

  it("names both, refuses to go on, and takes the one that the program adopts", async () => {
    const { stack, outcome } = await unresolved();
    const ids = clientsIn(stack).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const [adopt = ""] = ids;
    for (const id of ids) expect(failuresOf(outcome).join()).toContain(id);
    const refused = failuresOf(await stack.up(declareClient())).join();
    for (const id of ids) expect(refused).toContain(id);
    expect(refused).toMatch(/candidates: \w+, \w+\).*adopt: <id>/s);
    expect(failuresOf(await stack.up(declareClient({ adopt })))).toEqual([]);
    expect(stack.outputs("app")).toMatchObject({ clientId: adopt });
    expect(clientsIn(stack)).toHaveLength(2);
  });

  it("deletes nothing when it is destroyed, for nothing proves what it made", async () => {
    const { stack } = await unresolved();
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(clientsIn(stack)).toHaveLength(2);
  });
});

describe("an engine that is killed", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "after write %i leaves nothing that the next up does not find, though the program has changed",
    async (writes) => {
      const stack = new TestStack();
      await stack.killAfterWrites(writes, () => stack.up(declareClient()));
      const changed = declareClient({ label: "Store", redirectUri: "https://store.example/", public: false });
      expect(failuresOf(await stack.up(changed))).toEqual([]);
      expect(clientsIn(stack)).toMatchObject([
        {
          id: stack.outputs("app")?.clientId,
          label: "Store",
          redirect_uri: "https://store.example/",
        },
      ]);
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
      expect(stepsOf(await stack.up(changed))).toEqual([]);
    },
  );

  it("before it had an answer leaves one that is known again by what was sent, though the program has changed", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(lost("oauthClients.create", { reset: true }));
    for (let nth = 2; nth < 100; nth++) {
      stack.emulator.control.faults.add({ operation: "oauthClients.list", nth, effect: { status: 500 } });
    }
    const brief = { timeouts: { create: "1m" } };
    expect(await stack.killAfterWrites(1, () => stack.up(declareClient(brief)))).toBe(true);
    expect(stack.outputs("app")).toBeUndefined();
    expect(clientsIn(stack)).toHaveLength(1);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(declareClient({ redirectUri: "https://store.example/" })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([
      { id: stack.outputs("app")?.clientId, redirect_uri: "https://store.example/" },
    ]);
  });

  it("sends no create any more", async () => {
    const stack = new TestStack();
    stack.engineRuns = false;
    expect(failuresOf(await stack.up(declareClient())).join()).toMatch(/engine of this run has ended/);
    expect(creates(stack)).toEqual([]);
  });
});
