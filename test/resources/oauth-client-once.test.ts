import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import { lostResponses } from "./lost-responses";
import { clientsIn, declareClient, declareClients, isAccepted, png, secretOf, shop } from "./oauth-clients";
import { callsTo, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const createCallsTo = (stack: TestStack) =>
  callsTo(stack).filter((call) => call === "POST /v4/account/oauth-clients");
const messagesOf = (stack: TestStack) => stack.messages.map(({ message }) => message).join("\n");
const dropResponses = (operation: string, effect: FaultRuleInput["effect"], count = 1): FaultRuleInput => ({
  ...{ operation, when: "after", count, effect },
});
const body = { label: "Shop", redirect_uri: "https://shop.example/callback" };
const lostCreateResponses: typeof lostResponses = [
  ...lostResponses,
  ["a response without an id", { status: 200, body: {} }],
];

describe("a create whose response is lost", () => {
  it.each(lostCreateResponses)(
    "to %s finds the client among others with equal arguments and sends nothing again",
    async (_, effect) => {
      const stack = new TestStack({ settings: { createdSecret: "plain" } });
      const { client } = stack.services();
      const theirs = await stack.clock.run(client.oauthClients.create(body));
      await advanceUntilIdle(stack);
      stack.emulator.control.forgetRequests();
      stack.emulator.control.faults.add(dropResponses("oauthClients.create", effect));
      expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
      expect(createCallsTo(stack)).toHaveLength(1);
      expect(clientsIn(stack)).toHaveLength(2);
      expect(stack.outputs("app")?.clientId).not.toBe(theirs.id);
      expect(messagesOf(stack)).toContain(
        `took over OAuth client ${stack.outputs("app")?.clientId}: it is the only`,
      );
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
      expect(isAccepted(stack, theirs.secret)).toBe(true);
    },
  );

  it("is still open after the program adopts an equal client that existed before", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    const theirs = await stack.clock.run(client.oauthClients.create(body));
    await advanceUntilIdle(stack);
    const { faults } = stack.emulator.control;
    faults.add(dropResponses("oauthClients.create", { reset: true }));
    faults.add({ operation: "oauthClients.list", from: 2, effect: { status: 500 } });
    await stack.up(declareClient({ timeouts: { create: "2m" } }));
    faults.clear();
    expect(clientsIn(stack)).toHaveLength(2);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(declareClient({ adopt: theirs.id })))).toEqual([]);
    expect(messagesOf(stack)).toContain("The service may still carry out an earlier request");
  });

  it("is sent again after 30 s if no client was created", async () => {
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

  it("finds the client although lists are stale for 20 s", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses("oauthClients.create", { reset: true }));
    stack.emulator.control.faults.add({ operation: "oauthClients.list", effect: { staleList: 20_000 } });
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(clientsIn(stack)).toHaveLength(1);
  });

  it("creates one client for each of several resources with equal arguments", async () => {
    const stack = new TestStack();
    for (const effect of [{ reset: true }, { status: 500 }] as const) {
      stack.emulator.control.faults.add(dropResponses("oauthClients.create", effect));
    }
    expect(failuresOf(await stack.up(declareClients({ one: shop, two: shop, three: shop })))).toEqual([]);
    const ids = ["one", "two", "three"].map((name) => stack.outputs(name)?.clientId);
    expect(new Set(ids)).toEqual(new Set(clientsIn(stack).map(({ id }) => id)));
    expect(clientsIn(stack)).toHaveLength(3);
  });
});

describe("a lost response after the create", () => {
  it.each(["oauthClients.resetSecret", "oauthClients.updateThumbnail", "oauthClients.update"])(
    "to %s leaves the declared arguments and a secret that the service accepts",
    async (operation) => {
      for (const [, effect] of lostCreateResponses) {
        const stack = new TestStack();
        const thumbnail = files.write("logo", png);
        stack.emulator.control.faults.add(dropResponses(operation, effect));
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

it("a thumbnail is not sent again after all responses were lost if the service returns it", async () => {
  const stack = new TestStack();
  stack.emulator.control.faults.add(dropResponses("oauthClients.updateThumbnail", { status: 500 }, 5));
  expect(failuresOf(await stack.up(declareClient({ thumbnail: files.write("logo", png) })))).toEqual([]);
  expect(callsTo(stack).filter((call) => /^PUT .*thumbnail$/.test(call))).toHaveLength(5);
});

describe("an equal client that somebody else created after a create was lost", () => {
  /** The plugin was killed while the create request was on its way, and the service never got it. */
  async function loseCreate() {
    const stack = new TestStack({ settings: { createdSecret: "plain" } });
    stack.emulator.control.faults.add({
      ...dropResponses("oauthClients.create", { reset: true }),
      when: "before",
    });
    await stack.up(declareClient(), { killPlugin: { request: 3, isCarriedOut: false } });
    expect(stack.services().intents.unfinished()).toHaveLength(1);
    stack.emulator.control.faults.clear();
    return stack;
  }
  async function createTheirs(stack: TestStack) {
    const theirs = await stack.clock.run(stack.services().client.oauthClients.create(body));
    await advanceUntilIdle(stack);
    return theirs;
  }
  const hours = 3_600_000;

  it("within a day is taken over, with a message that says so", async () => {
    const stack = await loseCreate();
    await stack.clock.advance(23 * hours);
    const { id } = await createTheirs(stack);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(stack.outputs("app")).toMatchObject({ clientId: id });
    expect(stack.messages.map(({ message }) => message)).toContain(
      `took over OAuth client ${id}: it is the only new one that matches the create request, whose response was lost. If somebody else may have created it, check whether it belongs to this stack.`,
    );
  });

  it("more than a day later stays theirs, and the user decides", async () => {
    const stack = await loseCreate();
    await stack.clock.advance(25 * hours);
    const { id, secret } = await createTheirs(stack);
    expect(failuresOf(await stack.up(declareClient())).join()).toContain(`${id} may be the new OAuth client`);
    expect(clientsIn(stack)).toMatchObject([{ id }]);
    expect(isAccepted(stack, secret)).toBe(true);
  });

  it("more than a day later is a candidate of each lost create", async () => {
    const stack = new TestStack();
    const program = declareClients({ one: shop, two: { ...shop, public: false } });
    await stack.up(program, { killPlugin: { request: 3, isCarriedOut: false } });
    expect(stack.services().intents.unfinished()).toHaveLength(2);
    await stack.clock.advance(25 * hours);
    const { id } = await createTheirs(stack);
    const failures = failuresOf(await stack.up(program)).map(String);
    expect(failures.map((text) => text.includes(`${id} may be the new OAuth client`))).toEqual([true, true]);
    expect(clientsIn(stack)).toMatchObject([{ id }]);
  });
});

describe("two creates of which the service carried out one, whose client matches both requests", () => {
  // Their requests differ, so they are not sent one after the other.
  const program = declareClients({ one: shop, two: { ...shop, public: false } });
  const expectOneEach = async (stack: TestStack) => {
    const ids = ["one", "two"].map((name) => stack.outputs(name)?.clientId);
    expect(new Set(ids)).toEqual(new Set(clientsIn(stack).map(({ id }) => id)));
    expect(clientsIn(stack)).toHaveLength(2);
    expect(["one", "two"].map((name) => isAccepted(stack, secretOf(stack, name)))).toEqual([true, true]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
  };

  it("do not both take over that client when the responses to both are lost", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "oauthClients.create", nth: 1, when: "after", effect: { reset: true } });
    faults.add({ operation: "oauthClients.create", nth: 2, when: "before", effect: { reset: true } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    await expectOneEach(stack);
  });

  it("do not both take over that client in the run after one whose plugin was killed", async () => {
    const stack = new TestStack();
    // The first request of the two. The records of both were saved before.
    await stack.up(program, { killPlugin: { request: 3, isCarriedOut: true } });
    expect(clientsIn(stack)).toHaveLength(1);
    expect(stack.services().intents.unfinished()).toHaveLength(2);
    await stack.clock.advance(120_000);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    await expectOneEach(stack);
  });
});

describe("a create that stays unresolved", () => {
  /** Someone else creates an equal client while the responses to our create are lost. */
  async function leaveUnresolved() {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses("oauthClients.create", { reset: true }, 2));
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

  it("reports both candidates, fails the next up, and is resolved by adopting one", async () => {
    const { stack, outcome } = await leaveUnresolved();
    const ids = clientsIn(stack).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const [adopt = ""] = ids;
    for (const id of ids) expect(failuresOf(outcome).join()).toContain(id);
    const refused = failuresOf(await stack.up(declareClient())).join();
    for (const id of ids) expect(refused).toContain(id);
    expect(refused).toMatch(/candidates: \w+, \w+\).*adopt: <id>/s);
    for (const message of [failuresOf(outcome).join(), refused])
      expect(message).toContain("set `adopt: <id>` and `secretVersion` to take it over");
    expect(failuresOf(await stack.up(declareClient({ adopt })))).toEqual([]);
    expect(stack.outputs("app")).toMatchObject({ clientId: adopt });
    expect(clientsIn(stack)).toHaveLength(2);
  });

  it("stays open after adopting a client that existed before", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    const { id: adopt } = await stack.clock.run(client.oauthClients.create(body));
    await stack.clock.advance(60_000);
    stack.emulator.control.faults.add(dropResponses("oauthClients.create", { reset: true }));
    stack.emulator.control.faults.add({ operation: "oauthClients.list", from: 2, effect: { status: 500 } });
    await stack.up(declareClient({ timeouts: { create: "1m" } }));
    stack.emulator.control.faults.clear();
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(declareClient({ adopt })))).toEqual([]);
    expect(messagesOf(stack)).toContain("The service may still carry out an earlier request to create this");
  });

  it("is announced by a preview, which says what `up` refuses and whether it adopts", async () => {
    const { stack } = await leaveUnresolved();
    const [adopt = ""] = clientsIn(stack).map(({ id }) => id);
    const previewed = async (program: ProgramFunction) => {
      stack.messages.length = 0;
      const steps = stepsOf(await stack.preview(program));
      return { steps, messages: stack.messages.map(({ message }) => message) };
    };
    const refused = await previewed(declareClient());
    expect(refused).toEqual({
      steps: ["update app"],
      messages: [
        "An earlier create of this OAuth client is unresolved. `pulumi up` fails on this resource and lists what you can do.",
      ],
    });
    const { messages } = await previewed(declareClient({ adopt }));
    expect(messages).toEqual([`adopts the existing OAuth client ${adopt} instead of creating one`]);
  });

  it("deletes nothing when it is destroyed, because nothing proves which client it created", async () => {
    const { stack } = await leaveUnresolved();
    expect((await stack.destroy()).result).toBe("succeeded");
    expect(clientsIn(stack)).toHaveLength(2);
  });
});

describe("an engine that is killed", () => {
  /** Nothing but the record of the create shows that there may be a client. */
  async function killWithLostResponse() {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses("oauthClients.create", { reset: true }));
    stack.emulator.control.faults.add({ operation: "oauthClients.list", from: 2, effect: { status: 500 } });
    await stack.killAfterWrites(1, () => stack.up(declareClient({ timeouts: { create: "1m" } })));
    stack.emulator.control.faults.clear();
    return stack;
  }

  it.each([1, 2, 3, 4, 5, 6])(
    "after write %i leaves nothing that the next up cannot find, even if the program changed",
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

  it("before it received a response leaves a client that the next up finds by the sent arguments, even if the program changed", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add(dropResponses("oauthClients.create", { reset: true }));
    stack.emulator.control.faults.add({ operation: "oauthClients.list", from: 2, effect: { status: 500 } });
    const shortTimeout = { timeouts: { create: "1m" } };
    expect(await stack.killAfterWrites(1, () => stack.up(declareClient(shortTimeout)))).toBe(true);
    expect(stack.outputs("app")).toBeUndefined();
    expect(clientsIn(stack)).toHaveLength(1);
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(declareClient({ redirectUri: "https://store.example/" })))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([
      { id: stack.outputs("app")?.clientId, redirect_uri: "https://store.example/" },
    ]);
  });

  it("before the state recorded what a run reported has the next run report it again, until the user asks for another client", async () => {
    const stack = await killWithLostResponse();
    const [candidate = ""] = clientsIn(stack).map(({ id }) => id);
    // Without a creation time, a client that is found so late proves nothing.
    await stack.clock.advance(2 * 86_400_000);
    expect(await stack.killAfterWrites(1, () => stack.up(declareClient()))).toBe(true);
    expect(stack.outputs("app")).toBeUndefined();
    expect(failuresOf(await stack.up(declareClient())).join()).toContain(
      `${candidate} may be the new OAuth client`,
    );
    expect(failuresOf(await stack.up(declareClient())).join()).toContain(`candidates: ${candidate}`);
    expect(clientsIn(stack)).toHaveLength(1);
    expect(failuresOf(await stack.up(declareClient(), { replace: ["**::app"] }))).toEqual([]);
    expect(clientsIn(stack).map(({ id }) => id)).toEqual([candidate, stack.outputs("app")?.clientId]);
  });

  it("ends the search for the reported client if it ended normally, even if the next run replaces immediately", async () => {
    const stack = await killWithLostResponse();
    await stack.clock.advance(2 * 86_400_000);
    expect(failuresOf(await stack.up(declareClient())).join()).toContain("may be the new OAuth client");
    stack.endPlugin();
    expect(stack.services().intents.unfinished()).toMatchObject([{ before: [clientsIn(stack)[0]?.id] }]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "after write %i of a requested replacement that took over a recorded create leaves no wrong secret",
    async (writes) => {
      for (const isRefreshed of [false, true]) {
        const stack = new TestStack();
        await stack.up(declareClient());
        // The plugin has not completed its records: it was killed when the state had the client.
        await stack.killAfterWrites(writes, () => stack.up(declareClient(), { replace: ["**::app"] }));
        if (isRefreshed) expect(failuresOf(await stack.refresh())).toEqual([]);
        expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
        expect(clientsIn(stack)).toMatchObject([{ id: stack.outputs("app")?.clientId }]);
        expect(isAccepted(stack, secretOf(stack))).toBe(true);
        expect(messagesOf(stack)).not.toContain("took over");
        stack.emulator.control.forgetRequests();
        expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
        expect(callsTo(stack).filter((call) => !call.startsWith("GET "))).toEqual([]);
        expect(stack.services().intents.unfinished()).toEqual([]);
      }
    },
  );

  it("during a requested replacement that took over a recorded create leaves no wrong secret if the client is then renamed", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    const urn = stack.store.snapshot.resources.find((one) => one.urn.endsWith("::app"))?.urn ?? "";
    await stack.killAfterWrites(1, () => stack.up(declareClient(), { replace: [urn] }));
    const renamed: ProgramFunction = async (register) => {
      await register(declare("OAuthClient", "renamed", shop, { aliases: [{ urn }] }));
      return {};
    };
    expect(failuresOf(await stack.up(renamed))).toEqual([]);
    expect(stack.messages.map(({ message }) => message)).toContain(
      "An earlier run was interrupted and may have changed the secret of this OAuth client. `pulumi up` resets it.",
    );
    expect(isAccepted(stack, secretOf(stack, "renamed"))).toBe(true);
    expect(stepsOf(await stack.up(renamed))).toEqual([]);
    expect(stack.services().intents.unfinished()).toEqual([]);
  });

  it("when the state has the client keeps its secret", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    // The plugin has not completed its records.
    expect(stack.services().intents.unfinished()).toHaveLength(1);
    expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
  });

  it("during a requested replacement that took over a client other than the one in the state resets only its secret", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    stack.endPlugin();
    const replace = { replace: ["**::app"] };
    await stack.killAfterWrites(1, () => stack.up(declareClient(), replace));
    await stack.killAfterWrites(1, () => stack.up(declareClient(), replace));
    const secret = secretOf(stack);
    expect(isAccepted(stack, secret)).toBe(true);
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(secretOf(stack)).toBe(secret);
  });

  it("sends no further create request", async () => {
    const stack = new TestStack();
    stack.engineRuns = false;
    expect(failuresOf(await stack.up(declareClient())).join()).toMatch(/engine of this run has ended/);
    expect(createCallsTo(stack)).toEqual([]);
  });
});
