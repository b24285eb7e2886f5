import { NodecloudError } from "../../../src/client";
import { deadlineAfter } from "../../../src/lifecycle/deadline";
import { type Action, runAction } from "../../../src/lifecycle/objects/run-action";
import { SharedCollection } from "../../../src/lifecycle/objects/shared-collection";
import { TestStack } from "../../../src/testing";

interface Thing {
  readonly id: string;
  readonly on: boolean;
}

const minute = 60_000;
const error = (status: number, more: Partial<ConstructorParameters<typeof NodecloudError>[0]> = {}) =>
  new NodecloudError({
    code: status === 404 ? "not_found" : status === 403 ? "forbidden" : "rejected",
    message: `It returned ${status}.`,
    ...{ status, hasErrorBody: true, ...more },
  });
const lost = () =>
  new NodecloudError({ code: "connection", message: "The response was lost.", effect: "unknown" });

/** A thing that an action turns on. `failures` are those of the requests in turn; one that succeeds turns it on. */
class Acting {
  readonly #stack = new TestStack();
  readonly clock = this.#stack.clock;
  readonly #startedAt = this.clock.now();
  thing: Thing | undefined = { id: "5", on: false };
  /** The object in lists that lag behind. */
  lagging: Thing | undefined;
  /** The errors of the next views. */
  readonly failingViews: Error[] = [];
  views = 0;
  lists = 0;
  readonly sentAt: number[] = [];
  sent = 0;
  missing = 0;
  readonly progress: string[] = [];
  readonly collection = new SharedCollection<Thing>(
    {
      kind: "thing",
      idOf: ({ id }) => id,
      view: async () => {
        this.views++;
        const failure = this.failingViews.shift();
        if (failure) throw failure;
        if (!this.thing) throw error(404);
        return this.thing;
      },
      pages: () => this.#pages(),
    },
    this.clock,
  );

  async *#pages() {
    this.lists++;
    const listed = this.lagging ?? this.thing;
    const data = listed ? [listed] : [];
    yield { data, page: 1, pages: 1, results: data.length };
  }

  get time(): number {
    return this.clock.now() - this.#startedAt;
  }

  run(failures: readonly (Error | undefined)[] = [], more: Partial<Action<Thing>> = {}, timeout = "10m") {
    const task = {
      services: this.#stack.services(),
      deadline: deadlineAfter(this.clock, timeout),
      reportProgress: (text: string) => this.progress.push(text),
    };
    return this.clock.run(
      runAction<Thing>(task, {
        ...{ kind: "thing", id: "5", collection: this.collection, verb: "turn on" },
        isDone: ({ on }) => on,
        onSent: () => void this.sent++,
        onMissing: () => void this.missing++,
        send: async () => {
          const failure = failures[this.sentAt.push(this.time) - 1];
          if (failure) throw failure;
          this.thing = { id: "5", on: true };
        },
        ...more,
      }),
    );
  }
}

describe("an action", () => {
  it("is not sent if the object is already as it would leave it", async () => {
    const acting = new Acting();
    acting.thing = { id: "5", on: true };
    expect(await acting.run()).toEqual({ id: "5", on: true });
    expect(acting.sentAt).toEqual([]);
  });

  it("is sent once, and returns the object as it was read afterwards", async () => {
    const acting = new Acting();
    expect(await acting.run([], { isDone: () => false })).toEqual({ id: "5", on: true });
    expect([acting.sentAt, acting.views, acting.sent, acting.missing]).toEqual([[0], 2, 1, 0]);
  });

  it("reads the object neither before it sends, if it was read recently, nor after a delete", async () => {
    const acting = new Acting();
    const recent = { id: "5", on: false };
    expect(await acting.run([], { recent, deletes: true })).toBe(recent);
    expect([acting.views, acting.sent]).toEqual([0, 1]);
  });

  it("marks the object as changed, whether or not the service accepted it", async () => {
    for (const failure of [undefined, error(500)]) {
      const acting = new Acting();
      await acting.clock.run(acting.collection.list());
      await acting.run([failure]).catch(() => undefined);
      acting.thing = undefined;
      expect(await acting.clock.run(acting.collection.read("5"))).toBeUndefined();
    }
  });

  it("marks the object as deleted, so that a view needs no list to confirm it", async () => {
    const acting = new Acting();
    const send = async () => {
      acting.thing = undefined;
    };
    await acting.run([], { send, deletes: true, isDone: () => false });
    expect(await acting.clock.run(acting.collection.view("5"))).toBeUndefined();
    expect([acting.views, acting.lists]).toEqual([2, 0]);
  });

  it("returns undefined and sends nothing when the object does not exist", async () => {
    const acting = new Acting();
    acting.thing = undefined;
    expect(await acting.run()).toBeUndefined();
    expect([acting.sentAt, acting.missing]).toEqual([[], 0]);
  });
});

describe("an accepted action that a read does not reflect yet", () => {
  /** An action that reads reflect this many milliseconds after it was sent. */
  const shownAfter = (acting: Acting, ms: number): Partial<Action<Thing>> => ({
    mayBeOld: (now, before) => now.on === before.on,
    send: async () => {
      acting.sentAt.push(acting.time);
      void acting.clock.sleep(ms).then(() => {
        acting.thing = { id: "5", on: true };
      });
    },
  });

  it("is read again until a read reflects it, and not sent again", async () => {
    const acting = new Acting();
    expect(await acting.run([], shownAfter(acting, 8500))).toEqual({ id: "5", on: true });
    expect(acting.sentAt).toEqual([0]);
    expect(acting.time).toBeLessThan(10_000);
    expect(acting.progress[0]).toBe("waiting for thing 5 to reflect the change");
  });

  it("is read for no longer than 10 s, nor beyond the deadline", async () => {
    const acting = new Acting();
    expect(await acting.run([], shownAfter(acting, minute))).toEqual({ id: "5", on: false });
    expect(acting.time).toBeGreaterThanOrEqual(10_000);
    expect(acting.time).toBeLessThan(12_000);
    const short = new Acting();
    expect(await short.run([], shownAfter(short, minute), "5s")).toEqual({ id: "5", on: false });
    expect(short.time).toBeGreaterThan(3000);
    expect(short.time).toBeLessThanOrEqual(5000);
  });

  it("is read once if the read reflects it or cannot precede it", async () => {
    const shown = new Acting();
    expect(await shown.run([], { mayBeOld: () => true })).toEqual({ id: "5", on: true });
    const other = new Acting();
    expect(await other.run([], { ...shownAfter(other, 1), mayBeOld: () => false })).toEqual({
      id: "5",
      on: false,
    });
    expect([shown.views, other.views]).toEqual([2, 2]);
  });
});

describe("a failed read", () => {
  it("ends the action before anything was sent", async () => {
    const acting = new Acting();
    acting.failingViews.push(error(500));
    await expect(acting.run()).rejects.toThrow("It returned 500.");
    expect(acting.sentAt).toEqual([]);
  });

  it("is repeated after the request, unless the token may not read the object", async () => {
    const send = (acting: Acting, ...failures: readonly Error[]) => ({
      send: async () => void acting.failingViews.push(...failures),
    });
    const acting = new Acting();
    expect(await acting.run([], send(acting, error(500), error(500)))).toEqual({ id: "5", on: false });
    expect(acting.views).toBe(4);
    const shown = "waiting to turn on thing 5 (the last request failed: It returned 500)";
    expect(acting.progress).toEqual([shown, shown]);
    const forbidden = new Acting();
    await expect(forbidden.run([], send(forbidden, error(403)))).rejects.toThrow("It returned 403.");
  });
});

describe("an action whose response is lost", () => {
  it("is not sent again if a list still contains the object that it deleted", async () => {
    const acting = new Acting();
    // Another object that a caller waits for, so that lists serve reads.
    void acting.collection.sleep("6", minute);
    let requests = 0;
    const send = async () => {
      requests++;
      acting.lagging = acting.thing;
      acting.thing = undefined;
      void acting.clock.sleep(5000).then(() => {
        acting.lagging = undefined;
      });
      throw lost();
    };
    expect(await acting.run([], { send, deletes: true, isDone: () => false })).toBeUndefined();
    expect(requests).toBe(1);
  });

  it("is not sent again when a read shows that it was carried out", async () => {
    const acting = new Acting();
    const send = async () => {
      acting.thing = { id: "5", on: true };
      throw lost();
    };
    expect(await acting.run([], { send })).toEqual({ id: "5", on: true });
    expect([acting.views, acting.sent]).toEqual([2, 1]);
  });

  it("is sent again when a read shows that it was not", async () => {
    const acting = new Acting();
    expect(await acting.run([lost()])).toEqual({ id: "5", on: true });
    expect(acting.sentAt).toHaveLength(2);
    expect(acting.sentAt[1]).toBeLessThan(2000);
  });

  it("is sent again only after the time within which a read may not reflect it", async () => {
    const acting = new Acting();
    expect(await acting.run([lost()], { visibleWithin: minute })).toEqual({ id: "5", on: true });
    expect(acting.sentAt).toHaveLength(2);
    expect(acting.sentAt[1]).toBeGreaterThanOrEqual(minute);
    expect(acting.sentAt[1]).toBeLessThan(minute + 5000);
  });

  it("times out with the failure, what was tried and the setting", async () => {
    const acting = new Acting();
    const failures = Array.from({ length: 100 }, lost);
    await expect(acting.run(failures, {}, "1m")).rejects.toThrow(
      "Timed out while trying to turn on thing 5 (set a longer timeout in `timeouts`): The response was lost.",
    );
    expect(acting.time).toBeGreaterThan(50_000);
    expect(acting.time).toBeLessThanOrEqual(minute);
  });
});

describe("an action for which the service returns 404", () => {
  it("reports once that the object no longer existed, if a read confirms it", async () => {
    const acting = new Acting();
    const send = async () => {
      acting.thing = undefined;
      throw error(404);
    };
    expect(await acting.run([], { send })).toBeUndefined();
    expect([acting.missing, acting.sent, acting.time]).toEqual([1, 0, 0]);
  });

  it("does not report it after a request that may have been carried out", async () => {
    const acting = new Acting();
    const send = async () => {
      if (acting.sentAt.push(acting.time) === 1) throw lost();
      acting.thing = undefined;
      throw error(404);
    };
    expect(await acting.run([], { send })).toBeUndefined();
    expect([acting.missing, acting.sent, acting.sentAt.length]).toEqual([0, 1, 2]);
  });

  it("completes a delete if a view may still return the object", async () => {
    const acting = new Acting();
    const recent = { id: "5", on: false };
    acting.thing = undefined;
    const more = { recent, deletes: true, isViewableWhenDeleted: true } as const;
    expect(await acting.run([error(404)], more)).toBeUndefined();
    expect([acting.missing, acting.sent, acting.views]).toEqual([1, 0, 0]);
  });

  it("waits for reads that lag behind, and then reports that the object no longer existed", async () => {
    const acting = new Acting();
    void acting.clock.sleep(50_000).then(() => {
      acting.thing = undefined;
    });
    const always = Array.from({ length: 100 }, () => error(404));
    expect(await acting.run(always, { hint: "Look." })).toBeUndefined();
    expect([acting.missing, acting.sent]).toEqual([1, 0]);
    expect(acting.time).toBeGreaterThanOrEqual(50_000);
    expect(acting.sentAt.length).toBeLessThan(20);
    expect(acting.progress[0]).toBe("waiting to turn on thing 5 (the last request failed: It returned 404)");
  });

  it("is repeated until changes to a new object no longer lag behind", async () => {
    const acting = new Acting();
    expect(await acting.run([error(404), error(404), error(404)])).toEqual({ id: "5", on: true });
    expect([acting.missing, acting.sent, acting.sentAt.length]).toEqual([0, 1, 4]);
    expect(acting.time).toBeGreaterThanOrEqual(2000);
  });

  it("fails after a minute in which reads still return the object", async () => {
    const acting = new Acting();
    const always = Array.from({ length: 100 }, () => error(404));
    await expect(acting.run(always, { hint: "Look." })).rejects.toThrow(
      /^Every attempt to turn on thing 5 failed for 1m, although reads return it: It returned 404\.$/,
    );
    expect(acting.missing).toBe(0);
    expect(acting.time).toBeGreaterThanOrEqual(minute);
    expect(acting.time).toBeLessThan(minute + 10_000);
  });
});

describe("an action that the service rejects", () => {
  const idle = { idleState: () => "off" };
  const forever = Array.from({ length: 1000 }, () => error(409));

  it("fails immediately with the same error, or with the hint", async () => {
    const rejected = error(409);
    await expect(new Acting().run([rejected])).rejects.toBe(rejected);
    await expect(new Acting().run([error(409)], { hint: "Look." })).rejects.toThrow("It returned 409. Look.");
    await expect(new Acting().run([error(500)], idle)).rejects.toThrow("It returned 500.");
    const field = error(400, { fieldErrors: [{ field: "x", reason: "Wrong." }] });
    await expect(new Acting().run([field], idle)).rejects.toBe(field);
  });

  it("is repeated while the object may be busy", async () => {
    const acting = new Acting();
    const busy = error(409, { fieldErrors: [{ reason: "Busy." }] });
    expect(await acting.run([busy, busy], { idleState: () => undefined })).toEqual({ id: "5", on: true });
    expect(acting.sentAt).toHaveLength(3);
    const without = new Acting();
    await without.run([error(409)], { idleState: () => undefined });
    expect([acting.progress[0], without.progress[0]]).toEqual([
      "could not turn on thing 5 yet (409: Busy.); retrying",
      "could not turn on thing 5 yet (409); retrying",
    ]);
    expect([acting.sent, acting.missing]).toEqual([1, 0]);
  });

  it("reads an object whose delete is rejected every 5 s, unless a list has contained it since", async () => {
    const recent = { id: "5", on: false };
    for (const { rejections, listedAt, lists } of [
      { rejections: 4, listedAt: undefined, lists: 0 },
      { rejections: 5, listedAt: undefined, lists: 1 },
      { rejections: 8, listedAt: undefined, lists: 1 },
      { rejections: 8, listedAt: 4000, lists: 1 },
      { rejections: 12, listedAt: undefined, lists: 2 },
    ]) {
      const acting = new Acting();
      const { clock, collection } = acting;
      // A second object that is waited for. One alone is viewed.
      const waits = [collection.sleep("6", 2 * minute)];
      if (listedAt !== undefined) waits.push(clock.sleep(listedAt).then(() => void collection.list()));
      const busy = Array.from({ length: rejections }, () => error(409));
      await acting.run(busy, { idleState: () => undefined, recent, deletes: true });
      expect(acting.sentAt).toHaveLength(rejections + 1);
      expect(acting).toMatchObject({ lists, views: 0 });
      await clock.run(Promise.all(waits));
    }
  });

  it("views an object after a rejected delete that may have followed a successful one", async () => {
    for (const [first, lists] of [
      [lost(), 0],
      [error(404), 1],
    ] as const) {
      const acting = new Acting();
      const recent = { id: "5", on: false };
      // A second object that is waited for, so that a list is read first.
      void acting.collection.sleep("6", minute);
      await acting.run([first, error(409)], { idleState: () => undefined, recent, deletes: true });
      expect(acting).toMatchObject({ views: 2, lists });
    }
  });

  it("fails after two minutes of the same error while the object is idle", async () => {
    const acting = new Acting();
    await expect(acting.run(forever, { ...idle, hint: "Look." })).rejects.toThrow(
      "Every attempt to turn on thing 5 failed for 2m although it is idle: It returned 409. Look.",
    );
    expect(acting.time).toBeGreaterThanOrEqual(2 * minute);
    expect(acting.time).toBeLessThan(2 * minute + 10_000);
  });

  it("restarts the two minutes after a lost response or a failed read", async () => {
    for (const interrupt of ["lost", "read"]) {
      const acting = new Acting();
      const send = async () => {
        const isMiddle =
          acting.time > minute && !acting.progress.join().includes("waiting to turn on thing 5");
        if (isMiddle && interrupt === "lost") throw lost();
        if (isMiddle) acting.failingViews.push(error(500));
        throw error(409);
      };
      await expect(acting.run([], { ...idle, send })).rejects.toThrow("for 2m although it is idle");
      expect(acting.time).toBeGreaterThanOrEqual(3 * minute);
    }
  });

  it("is repeated until the deadline while the object is not idle", async () => {
    const acting = new Acting();
    await expect(acting.run(forever, { idleState: () => undefined })).rejects.toThrow(
      "Timed out while trying to turn on thing 5 (set a longer timeout in `timeouts`): It returned 409.",
    );
    expect(acting.time).toBeGreaterThan(9 * minute);
  });
});

describe("a service that asks to wait before the request is sent again", () => {
  const unavailable = (retryAfter: number) =>
    error(503, { code: "unavailable", effect: "unknown", retryAfter });

  it("is not called with it earlier", async () => {
    const acting = new Acting();
    await acting.run([unavailable(3 * minute)]);
    const [first = 0, second = 0] = acting.sentAt;
    expect(second - first).toBeGreaterThanOrEqual(3 * minute);
    expect(second - first).toBeLessThan(4 * minute);
    // In the meantime, reads may show that it was carried out.
    expect(acting.views).toBeGreaterThan(3);
    expect(acting.views).toBeLessThan(40);
  });

  it("ends the action immediately if the timeout comes first", async () => {
    const acting = new Acting();
    const startedAt = acting.time;
    await expect(acting.run([unavailable(24 * 60 * minute)])).rejects.toThrow(
      "Could not turn on thing 5: It returned 503. The service asks to wait 24h, longer than the timeout. Run the command again after that.",
    );
    expect(acting.time - startedAt).toBeLessThan(minute);
    expect(acting.sentAt).toHaveLength(1);
  });
});

const unreadable = () =>
  new NodecloudError({ code: "unreadable", message: "It is not JSON.", status: 200, effect: "unknown" });

it("is accepted after three responses that cannot be read, unless it is a delete", async () => {
  const failures = [unreadable(), unreadable(), unreadable()];
  const acting = new Acting();
  expect(await acting.run(failures)).toEqual({ id: "5", on: false });
  expect(acting.sent).toBe(3);
  const deleting = new Acting();
  await deleting.run(failures, { deletes: true });
  expect(deleting.sent).toBe(4);
});
