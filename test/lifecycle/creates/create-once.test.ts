import { NodecloudError } from "../../../src/client";
import { SharedCollection } from "../../../src/lifecycle";
import { createOnce } from "../../../src/lifecycle/creates/create-once";
import { settlingTime } from "../../../src/lifecycle/creates/create-options";
import { deadlineAfter } from "../../../src/lifecycle/deadline";
import { accountsOf } from "../../../src/lifecycle/identity/accounts";
import type { Intent } from "../../../src/lifecycle/records/intents";
import { TestStack } from "../../../src/testing";

interface Thing {
  readonly id: string;
  readonly label: string;
}

const minute = 60_000;
const origin = { project: "shop", stack: "dev", type: "Thing", name: "main" };
const lost = () =>
  new NodecloudError({ code: "connection", message: "The response was lost.", effect: "unknown" });
const rejected = () => new NodecloudError({ code: "rejected", message: "The label is taken." });
const labelTaken = () =>
  new NodecloudError({
    ...{ code: "rejected", message: "The label is taken.", effect: "none" },
    fieldErrors: [{ field: "label", reason: "The label is taken." }],
  });

/** The service's handling of one create request. */
interface Handling {
  /** Milliseconds until lists contain the object that the request creates. Undefined if it creates none. */
  readonly appearsAfter?: number;
  /** Default: the response contains the object. */
  readonly fails?: () => Error;
  readonly isEmpty?: boolean;
}

/** A service that lists its objects late, and the create of one resource. */
class Creating {
  readonly stack = new TestStack();
  readonly clock = this.stack.clock;
  readonly services = this.stack.services();
  readonly #startedAt = this.clock.now();
  readonly #things: (Thing & { readonly visibleAt: number })[] = [];
  /** When each request was sent, in milliseconds after the start. */
  readonly sentAt: number[] = [];
  readonly polledAt: number[] = [];
  /** From when on, and until when, lists fail. */
  failing = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  readonly #collection = new SharedCollection<Thing>(
    {
      kind: "thing",
      idOf: ({ id }) => id,
      view: () => Promise.reject(new Error("not called")),
      pages: () => this.#pages(),
    },
    this.clock,
  );

  /** Milliseconds since the start. */
  get time(): number {
    return this.clock.now() - this.#startedAt;
  }

  get open() {
    return this.services.intents.openRequests(origin, this.services.address);
  }

  get intent() {
    return this.services.intents.find(origin, this.services.address);
  }

  /** Records a request of an earlier run, sent now, which was interrupted. */
  interruptEarlier(intent: Partial<Intent> = {}): Promise<void> {
    const { intents, address } = this.services;
    return intents.save({ origin, address, label: "main", before: [], at: this.clock.now(), ...intent });
  }

  /** Adds an object that lists contain after this many milliseconds. */
  appear(id: string, after: number): void {
    this.#things.push({ id, label: "main", visibleAt: this.time + after });
  }

  /** Runs the create within ten minutes; the service handles each request according to the next entry. */
  run(handlings: readonly Handling[], timeout = "10m", nonce?: string) {
    const { services } = this;
    const task = {
      ...{ services, inputs: {}, applied: undefined, origin, generatedLabel: false },
      deadline: deadlineAfter(this.clock, timeout),
      reportProgress: () => undefined,
    };
    return this.clock.run(
      createOnce<Thing>(task, {
        ...{ kind: "thing", nonce, label: "main" },
        collection: this.#collection,
        idOf: ({ id }) => id,
        createMatcher: {
          labelOf: ({ label }) => label,
          matches: ({ label }, request) => label === request.label,
          mayMatch: () => false,
          isBeingDeleted: () => false,
          deleteCall: "things delete",
        },
        differingFields: () => [],
        idsBefore: async () => [],
        send: async ({ beforeSending }) => {
          await beforeSending?.();
          return this.#handle(handlings[this.sentAt.length] ?? {});
        },
      }),
    );
  }

  #handle({ appearsAfter, fails, isEmpty }: Handling): Thing | undefined {
    this.sentAt.push(this.time);
    const thing = { id: String(this.sentAt.length), label: "main" };
    if (appearsAfter !== undefined) this.#things.push({ ...thing, visibleAt: this.time + appearsAfter });
    if (fails) throw fails();
    return isEmpty ? undefined : thing;
  }

  async *#pages() {
    this.polledAt.push(this.time);
    if (this.time >= this.failing.from && this.time < this.failing.to) throw new Error("The list failed.");
    const data = this.#things.filter(({ visibleAt }) => visibleAt <= this.time);
    yield { data, page: 1, pages: 1, results: data.length };
  }
}

describe("the record of a create", () => {
  /**
   * Creates an object two minutes after a first request for the account, which may fail. Returns the account in the record, and the number of
   * requests during the create.
   */
  const recorded = async (fails: boolean) => {
    const creating = new Creating();
    const { control } = creating.stack.emulator;
    if (fails) control.faults.add({ operation: "account.view", count: 5, effect: { status: 503 } });
    await creating.clock.run(accountsOf(creating.services).ofToken());
    await creating.clock.advance(2 * minute);
    control.forgetRequests();
    await creating.run([{}]);
    return { account: creating.intent?.account, requests: control.requests().length };
  };

  it.each([
    ["came with the response", {}, false],
    ["was found after a lost one", { appearsAfter: 0, fails: lost }, true],
  ])("records that the id %s", async (_, handling: Handling, isFound) => {
    const creating = new Creating();
    expect(await creating.run([handling])).toMatchObject({ id: "1", isFound });
    expect(creating.intent).toMatchObject({ id: "1", isFound });
  });

  it("is complete before the request is sent", async () => {
    const creating = new Creating();
    const { intents } = creating.services;
    const { save } = intents;
    jest.spyOn(intents, "save").mockImplementationOnce(async (intent) => {
      await creating.clock.sleep(1000);
      await save(intent);
    });
    expect(await creating.run([{}])).toMatchObject({ id: "1" });
    expect(creating.sentAt).toEqual([1000]);
  });

  it("keeps the request from being sent if it cannot be written", async () => {
    const creating = new Creating();
    const full = new Error("No space left on the disk.");
    jest.spyOn(creating.services.intents, "save").mockRejectedValueOnce(full);
    await expect(creating.run([{}])).rejects.toThrow(
      /^No space left on the disk\. The request to create the thing was not sent\.$/,
    );
    expect(creating.sentAt).toEqual([]);
  });

  it("has the account that is known", async () => {
    expect(await recorded(false)).toEqual({ account: expect.stringMatching(/^[\dA-F-]{36}$/i), requests: 0 });
  });

  // A create holds one of the 32 slots for requests in flight. If every slot waited for the account, the request for the account would get
  // none.
  it("does not wait for an unknown account", async () => {
    expect(await recorded(true)).toEqual({ account: undefined, requests: 0 });
  });
});

describe("a create that the service accepted without returning its result", () => {
  it("is searched for until the deadline, far beyond the settling time, and sent once", async () => {
    const creating = new Creating();
    const result = await creating.run([{ isEmpty: true, appearsAfter: 9 * minute }]);
    expect(result).toMatchObject({ id: "1" });
    expect(creating.time).toBeGreaterThanOrEqual(9 * minute);
    expect(creating.sentAt).toEqual([0]);
    expect(creating.open).toEqual([]);
  });

  it("leaves the request of an earlier run open, which the service may still carry out", async () => {
    const creating = new Creating();
    const { intents, address } = creating.services;
    const earlier = { label: "main", before: [], at: creating.clock.now() };
    await intents.save({ ...earlier, origin, address, id: "0", open: [earlier] });
    await intents.remove(origin, address);
    await creating.run([{ isEmpty: true, appearsAfter: 0 }]);
    expect(creating.open).toMatchObject([{ label: "main", before: ["0", "1"] }]);
  });

  it("is unresolved if no list contains it before the deadline", async () => {
    const creating = new Creating();
    expect(await creating.run([{ isEmpty: true }])).toMatchObject({
      unresolved: {
        reason: expect.stringMatching(
          /accepted the new thing, but its response does not contain it.*not sent again/,
        ),
        unseen: false,
      },
    });
    expect(creating.time).toBe(10 * minute);
    expect(creating.polledAt.at(-1)).toBe(10 * minute);
    expect(creating.sentAt).toEqual([0]);
    expect(creating.intent).toMatchObject({ isFailed: true, isAccepted: false });
  });

  it("is searched for by the next run when every poll failed", async () => {
    const creating = new Creating();
    creating.failing.from = 0;
    expect(await creating.run([{ isEmpty: true }])).toMatchObject({
      unresolved: { reason: expect.stringMatching(/The list failed.*searches for it again/), unseen: true },
    });
    expect(creating.intent).toMatchObject({ isFailed: true, isAccepted: true });
  });
});

describe("a create whose response is lost", () => {
  it("is not sent again if a list contains its result within the settling time", async () => {
    const creating = new Creating();
    expect(await creating.run([{ fails: lost, appearsAfter: settlingTime - 1 }])).toMatchObject({ id: "1" });
    expect(creating.sentAt).toEqual([0]);
    expect(creating.open).toEqual([]);
    expect(creating.services.claims.isClaimed("thing", "1")).toBe(true);
  });

  it("is sent again as soon as a list requested after the settling time lacks it", async () => {
    const creating = new Creating();
    expect(await creating.run([{ fails: lost }, {}])).toMatchObject({ id: "2" });
    expect(creating.polledAt.at(-1)).toBe(settlingTime);
    expect(creating.sentAt).toEqual([0, settlingTime]);
    // The service may still carry out the first request.
    expect(creating.open).toMatchObject([{ label: "main", before: ["2"] }]);
  });

  it("is searched for again when the second request is rejected, because the first one may have taken the label", async () => {
    const creating = new Creating();
    const handlings = [{ fails: lost, appearsAfter: settlingTime + 10_000 }, { fails: rejected }];
    expect(await creating.run(handlings)).toMatchObject({ id: "1" });
    expect(creating.sentAt).toHaveLength(2);
    expect(creating.open).toEqual([]);
  });

  it("fails with the rejection of the second request if no list contains a result", async () => {
    const creating = new Creating();
    await expect(creating.run([{ fails: lost }, { fails: rejected }])).rejects.toThrow("The label is taken.");
    expect(creating.time).toBe(2 * settlingTime);
    expect(creating.open).toHaveLength(1);
  });

  it.each([
    [
      "the deadline comes before the settling time ends",
      2 * minute,
      "74s",
      /lost. No list contained a thing/,
    ],
    ["every later list fails", 1, "10m", /lost. Could not check whether a thing.*The list failed/],
  ])("is unresolved and sent once when %s", async (_, failsFrom, timeout, reason) => {
    const creating = new Creating();
    creating.failing.from = failsFrom;
    expect(await creating.run([{ fails: lost }], timeout)).toMatchObject({
      unresolved: { reason: expect.stringMatching(reason), unseen: true },
    });
    expect(creating.sentAt).toEqual([0]);
    expect(creating.intent).toMatchObject({ isFailed: true, isAccepted: false });
    expect(creating.open).toHaveLength(1);
  });

  it("is not sent again after the engine has ended", async () => {
    const creating = new Creating();
    const endEngine = () => {
      creating.stack.engineRuns = false;
      return lost();
    };
    await expect(creating.run([{ fails: endEngine }])).rejects.toThrow(
      "The engine of this run has ended, so no further request to create the thing was sent.",
    );
    expect(creating.sentAt).toEqual([0]);
    expect(creating.time).toBe(settlingTime);
  });

  it("is taken from the first list that succeeds again", async () => {
    const creating = new Creating();
    creating.failing = { from: 0, to: 5 * minute };
    expect(await creating.run([{ fails: lost, appearsAfter: 0 }])).toMatchObject({ id: "1" });
    expect(creating.time).toBeLessThan(5 * minute + 8000);
  });
});

describe("a create that is rejected", () => {
  it("fails immediately and leaves no record", async () => {
    const creating = new Creating();
    await expect(creating.run([{ fails: rejected }])).rejects.toThrow("The label is taken.");
    expect(creating.polledAt).toEqual([]);
    expect(creating.intent).toBeUndefined();
    expect(creating.open).toEqual([]);
  });

  it("fails immediately if the label is taken that the program declares", async () => {
    const creating = new Creating();
    await expect(creating.run([{ fails: labelTaken, appearsAfter: 0 }])).rejects.toThrow(
      "The label is taken.",
    );
    expect(creating.polledAt).toEqual([]);
    expect(creating.intent).toBeUndefined();
  });

  it("is searched for if its generated label is taken, because only the same request can have taken it", async () => {
    const creating = new Creating();
    const handlings = [{ fails: labelTaken, appearsAfter: settlingTime - 1 }];
    expect(await creating.run(handlings, "10m", "main")).toMatchObject({ id: "1" });
    expect(creating.sentAt).toEqual([0]);
    expect(creating.open).toEqual([]);
    expect(creating.intent).toMatchObject({ id: "1" });
  });

  it("fails with the rejection of its generated label if no list contains a result", async () => {
    const creating = new Creating();
    await expect(creating.run([{ fails: labelTaken }], "10m", "main")).rejects.toThrow(
      /^The label is taken\. No list contained the thing for 1m15s, so it was probably not created\.$/,
    );
    expect(creating.sentAt).toEqual([0]);
    expect(creating.open).toHaveLength(1);
  });
});

describe("a create after an earlier run was interrupted", () => {
  it("takes an object that a list contains within the settling time, and sends nothing", async () => {
    const creating = new Creating();
    await creating.interruptEarlier();
    creating.appear("9", settlingTime - 1);
    expect(await creating.run([])).toMatchObject({ id: "9", isFromEarlierRun: true });
    expect(creating.sentAt).toEqual([]);
    expect(creating.intent).toMatchObject({ id: "9", open: [] });
    expect(creating.services.claims.isAdopted("thing", "9")).toBe(true);
  });

  it("counts the object as the result of the oldest open request", async () => {
    const creating = new Creating();
    const [first, second] = [1, 2].map((at) => ({ label: "main", before: [], at }));
    await creating.interruptEarlier({ open: [first!, second!] });
    creating.appear("9", 0);
    await creating.run([]);
    // The run was killed, so the result of its latest request is unknown too.
    expect(creating.intent?.open).toMatchObject([second!, { label: "main", at: creating.intent?.at }]);
  });

  it("leaves requests with other labels open", async () => {
    const creating = new Creating();
    const other = { nonce: "main-1111111", label: "main-1111111", before: [], at: 1 };
    await creating.interruptEarlier({ open: [other] });
    creating.appear("9", 0);
    await creating.run([]);
    expect(creating.intent).toMatchObject({ id: "9", open: [other] });
  });

  it("leaves the open requests open if the latest was accepted", async () => {
    const creating = new Creating();
    const open = [{ label: "main", before: [], at: 1 }];
    await creating.interruptEarlier({ open, isFailed: true, isAccepted: true });
    creating.appear("9", 0);
    await creating.run([]);
    expect(creating.intent).toMatchObject({ id: "9", open });
  });

  it("keeps the latest request open when the search for it ends without a proof", async () => {
    const creating = new Creating();
    await creating.interruptEarlier({ isAccepted: true, open: [{ label: "main", before: [], at: 1 }] });
    await creating.run([]);
    expect(creating.intent?.open).toHaveLength(2);
  });

  it("leaves the latest request open if a list lacks its result, unless its run recorded that it was rejected", async () => {
    for (const [isFailed, open] of [
      [false, 2],
      [true, 1],
    ] as const) {
      const creating = new Creating();
      await creating.interruptEarlier({
        open: [{ label: "main", before: [], at: creating.clock.now() - 1 }],
        ...(isFailed ? { isFailed } : {}),
      });
      await creating.run([{}]);
      expect(creating.intent?.open).toHaveLength(open);
    }
  });

  it.each<[string, Partial<Intent>]>([
    ["thing 7", { id: "7", label: "main" }],
    ['a thing labeled "main"', { label: "main" }],
    ["a thing", {}],
  ])("of version 0.1.0 is not taken over, and a warning names %s", async (object, known) => {
    const creating = new Creating();
    const { intents, address } = creating.services;
    const legacy = { origin, address, before: [], at: creating.clock.now(), ...known };
    jest.spyOn(intents, "takeLegacy").mockResolvedValueOnce(legacy);
    creating.appear("7", 0);
    expect(await creating.run([{}])).toMatchObject({ id: "1" });
    expect(creating.sentAt).toEqual([0]);
    expect(creating.stack.messages).toEqual([
      {
        kind: "warn",
        message: `Version 0.1.0 was interrupted while creating ${object} and did not record for which stack, so it is not taken over. If it exists and no stack manages it, set \`adopt: <id>\` or delete it.`,
        about: "main",
      },
    ]);
  });

  it("sends a request if a list after the settling time lacks the result", async () => {
    const creating = new Creating();
    await creating.interruptEarlier();
    expect(await creating.run([{}])).toMatchObject({ id: "1" });
    expect(creating.sentAt).toEqual([settlingTime]);
  });

  it("is unresolved if lists contain no match before the deadline and the earlier request was accepted", async () => {
    const creating = new Creating();
    await creating.interruptEarlier({ isAccepted: true });
    expect(await creating.run([])).toMatchObject({
      unresolved: {
        reason: expect.stringMatching(
          /^An earlier run was interrupted while creating this thing\. No list contained/,
        ),
      },
    });
    expect(creating.time).toBe(10 * minute);
    expect(creating.sentAt).toEqual([]);
    expect(creating.intent).toMatchObject({ isFailed: true, isAccepted: false });
  });

  it.each<[string, Partial<Intent>, number, string, RegExp]>([
    [
      "lists fail",
      {},
      0,
      "10m",
      /^An earlier run was interrupted.*the search for it failed: The list failed\. /,
    ],
    ["lists fail after it was accepted", { isAccepted: true }, 0, "10m", /failed: The list failed\. Nothing/],
    [
      "the deadline comes before the settling time ends",
      {},
      minute * 2,
      "74s",
      /failed: it timed out\. Nothing/,
    ],
    [
      "the earlier run failed",
      { isFailed: true },
      0,
      "10m",
      /^An earlier run could not tell whether this thing/,
    ],
  ])("fails without a request when %s", async (_, intent, failsFrom, timeout, message) => {
    const creating = new Creating();
    creating.failing.from = failsFrom;
    await creating.interruptEarlier(intent);
    await expect(creating.run([], timeout)).rejects.toThrow(message);
    expect(creating.sentAt).toEqual([]);
    expect(creating.intent).toMatchObject(intent);
  });

  it("names all candidates, and leaves the decision to the user", async () => {
    const creating = new Creating();
    await creating.interruptEarlier();
    creating.appear("8", 0);
    creating.appear("9", 0);
    expect(await creating.run([])).toMatchObject({ unresolved: { candidates: ["8", "9"] } });
    expect(creating.sentAt).toEqual([]);
  });
});
