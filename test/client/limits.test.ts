import type { QueueReport, WaitReport } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { anInstance, fakeService, type Reply } from "./fake-service";

/** A service that allows `limit` calls in a window, counts them when they arrive, and responds after `takes` ms. */
function limited(limit: number, windowMs: number, clock: () => VirtualClock, takes = 200, skewMs = 0): Reply {
  let [used, resetAt, rejected] = [0, 0, 0];
  return () => {
    const now = clock().now();
    if (now >= resetAt) [used, resetAt] = [0, now + windowMs];
    used++;
    const headers = {
      date: new Date(now + skewMs).toUTCString(),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(Math.max(limit - used, 0)),
      "x-ratelimit-reset": String(Math.ceil((resetAt + skewMs) / 1000)),
    };
    if (used <= limit) return { json: { ...anInstance, id: used }, headers, after: takes };
    rejected++;
    return { status: 429, headers: { ...headers, "x-rejected": String(rejected) }, after: takes };
  };
}

const create = { region: "a", type: "b" };

function limitedService(limit: number, windowMs: number, skewMs = 0) {
  const service = fakeService([limited(limit, windowMs, () => service.clock, 200, skewMs)], {
    hooks: { onAttempt: ({ status }) => void statuses.push(status ?? 0) },
  });
  const statuses: number[] = [];
  return { ...service, statuses };
}

describe("the limiter", () => {
  it.each([0, 3_600_000, -3_600_000])(
    "keeps to a learned limit without a single 429, with a clock that is wrong by %i ms",
    async (skew) => {
      const service = limitedService(10, 30_000, skew);
      const creates = Array.from({ length: 35 }, () => service.client.instances.create(create));
      await service.run(Promise.all(creates));
      expect(service.statuses.filter((status) => status === 429)).toEqual([]);
      expect(service.times().at(-1)).toBeGreaterThanOrEqual(90_000);
      expect(service.times().at(-1)).toBeLessThan(96_000);
    },
  );

  it("sends at most four calls of an operation until its first response", async () => {
    const service = fakeService([{ json: anInstance, after: 1_000 }]);
    const views = Array.from({ length: 10 }, () => service.client.instances.view({ instanceId: 7 }));
    await service.run(Promise.all(views));
    expect(service.times().filter((at) => at === 0)).toHaveLength(4);
    expect(service.times().filter((at) => at === 1_000)).toHaveLength(6);
  });

  it("has at most 32 requests in flight", async () => {
    const service = fakeService([{ json: anInstance, after: 1_000 }]);
    const view = () => service.client.instances.view({ instanceId: 7 });
    await service.run(view());
    await service.run(Promise.all(Array.from({ length: 40 }, view)));
    expect(service.times().filter((at) => at === 1_000)).toHaveLength(32);
    expect(service.times().filter((at) => at === 2_000)).toHaveLength(8);
  });

  it("blocks only the operation that a 429 concerns", async () => {
    const service = fakeService([
      ({ method }) =>
        method === "POST" ? { status: 429, headers: { "retry-after": "60" } } : { json: anInstance },
    ]);
    const creating = service.client.instances.create(create);
    await service.clock.advance(10);
    await service.client.instances.view({ instanceId: 7 });
    expect(service.lines()).toEqual(["POST /node/instances", "GET /node/instances/7"]);
    expect(service.times()).toEqual([0, 10]);
    expect((await service.failure(creating)).attempts).toHaveLength(5);
  });

  it("sends calls in call order, those that got a 429 first", async () => {
    let rejected = false;
    const service = fakeService([
      () => {
        if (rejected) return { json: anInstance };
        rejected = true;
        return { status: 429, headers: { "retry-after": "5" } };
      },
    ]);
    const labels = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
    await service.run(
      Promise.all(labels.map((label) => service.client.instances.create({ ...create, label }))),
    );
    const sent = service.calls
      .filter(({ at }) => at >= 5_000)
      .map(({ request }) => JSON.parse(String(request.body)).label);
    expect(sent).toEqual(["first", "fifth", "sixth", "seventh"]);
  });

  it("adds the time in the queue to the deadline, and reports it", async () => {
    const reports: QueueReport[] = [];
    const service = fakeService([limited(1, 30_000, () => service.clock)], {
      hooks: { onQueued: (report) => void reports.push(report) },
    });
    await service.run(service.client.instances.create(create));
    const begun = service.clock.now();
    const deadline = {
      at: begun + 40_000,
      extend(ms: number) {
        this.at += ms;
      },
    };
    await service.run(service.client.instances.create(create, { deadline }));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ operation: "instances.create", queuedAt: begun });
    expect(deadline.at).toBe(begun + 40_000 + reports[0]!.ms);
  });

  it("can abort a queued call, and continues with the others", async () => {
    const service = fakeService([limited(1, 30_000, () => service.clock)]);
    await service.run(service.client.instances.create(create));
    const stop = new AbortController();
    const ended = service.failure(service.client.instances.create(create, { signal: stop.signal }));
    const other = service.client.instances.create(create);
    stop.abort();
    expect(await ended).toMatchObject({ code: "aborted", effect: "none" });
    await service.run(other);
    expect(service.calls).toHaveLength(2);
  });

  it("continues when no call of a whole window gets a response", async () => {
    let broken = false;
    const limits = limited(2, 10_000, () => service.clock);
    const service = fakeService([() => (broken ? { fails: "ECONNRESET" } : limits)]);
    await service.run(service.client.instances.create(create));
    await service.clock.advance(20_000);
    broken = true;
    for (let call = 0; call < 3; call++) await service.failure(service.client.instances.create(create));
    broken = false;
    await expect(service.run(service.client.instances.create(create))).resolves.toMatchObject({
      label: "web",
    });
  });
});

describe("a limit that resets after the deadline", () => {
  const deadlineIn = (service: { clock: VirtualClock }, ms: number) => {
    const at = service.clock.now() + ms;
    return { at, extend: () => undefined };
  };

  it("fails a queued call immediately, and sends nothing early", async () => {
    const service = fakeService([limited(1, 30_000, () => service.clock)]);
    await service.run(service.client.instances.create(create));
    const begun = service.clock.now();
    const deadline = deadlineIn(service, 20_000);
    const error = await service.failure(service.client.instances.create(create, { deadline }));
    expect(error).toMatchObject({ code: "deadline", effect: "none" });
    expect(error.message).toMatch(
      /rate limit resets at [\d:]+, after the deadline of this call\. Nothing was changed\. Call less often, or later\.$/,
    );
    expect(service.clock.now()).toBe(begun);
    expect(service.calls).toHaveLength(1);
  });

  it("fails a call whose first attempt may have been carried out, and says so", async () => {
    const headers = { "x-ratelimit-limit": "1", "x-ratelimit-remaining": "0", "retry-after": "1" };
    const service = fakeService([
      () => {
        const resetAt = Math.ceil(service.clock.now() / 1000) + 30;
        return { status: 502, headers: { ...headers, "x-ratelimit-reset": String(resetAt) } };
      },
    ]);
    const deadline = deadlineIn(service, 20_000);
    const error = await service.failure(service.client.instances.delete({ instanceId: 7 }, { deadline }));
    expect(error).toMatchObject({ code: "deadline", effect: "unknown" });
    expect(error.message).toMatch(
      /rate limit resets .* Check whether it was carried out before you call again\.$/,
    );
    expect(service.calls).toHaveLength(1);
  });

  it("fails the calls that cannot wait for it, and sends those that can", async () => {
    const service = fakeService([limited(1, 30_000, () => service.clock)]);
    await service.run(service.client.instances.create(create));
    const failing = service.failure(
      service.client.instances.create(create, { deadline: deadlineIn(service, 20_000) }),
    );
    const waiting = service.client.instances.create(create, { deadline: deadlineIn(service, 40_000) });
    expect((await failing).code).toBe("deadline");
    await service.run(waiting);
    expect(service.calls).toHaveLength(2);
  });

  it("fails a queued call when a 429 to another call asks for too long a wait", async () => {
    const service = fakeService([{ status: 429, headers: { "retry-after": "3600" }, after: 100 }]);
    const calls = [1, 2, 3, 4, 5, 6].map(() =>
      service.failure(service.client.instances.create(create, { deadline: deadlineIn(service, 60_000) })),
    );
    const errors = await Promise.all(calls);
    expect(errors.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => "deadline"));
    expect(service.calls).toHaveLength(4);
    expect(service.times().at(-1)).toBe(0);
  });

  it.each([429, 503])("fails a call whose %i asks for a longer wait, and reports its end", async (status) => {
    const service = fakeService([{ status, headers: { "retry-after": "120" } }]);
    const deadline = deadlineIn(service, 60_000);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }, { deadline }));
    expect(error).toMatchObject({ code: "deadline", retryAfter: 120_000 });
    expect(error.message).toMatch(/asks to wait until [\d:]+, after the deadline/);
    expect(service.calls).toHaveLength(1);
  });

  it.each([429, 503])(
    "fails a call without a deadline whose %i asks for a wait of more than ten minutes",
    async (status) => {
      const service = fakeService([{ status, headers: { "retry-after": "601" } }]);
      const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
      expect(error.code).toBe(status === 429 ? "rate_limited" : "unavailable");
      expect(error.message).toMatch(/calls without a deadline wait at most 10 minutes/);
      const patient = fakeService([{ status, headers: { "retry-after": "599" } }, { json: anInstance }]);
      await patient.run(patient.client.instances.view({ instanceId: 7 }));
      expect(patient.times()).toEqual([0, 599_000]);
    },
  );
});

describe("a service that rejects every call with 429 and names no window", () => {
  const rejecting = (headers: Record<string, string>) => fakeService([{ status: 429, headers, after: 100 }]);
  const extendable = (service: { clock: VirtualClock }, ms: number) => ({
    at: service.clock.now() + ms,
    extend(more: number) {
      this.at += more;
    },
  });

  it.each<[string, Record<string, string>, number]>([
    ["without Retry-After", {}, 40],
    ["with Retry-After: 0", { "retry-after": "0" }, 40],
    ["with Retry-After: 20", { "retry-after": "20" }, 10],
  ])(
    "gets few requests until the deadline of the calls, all of which end soon after it: %s",
    async (_, headers, most) => {
      const service = rejecting(headers);
      const creates = Array.from({ length: 50 }, () =>
        service.failure(service.client.instances.create(create, { deadline: extendable(service, 60_000) })),
      );
      const begun = service.clock.now();
      const errors = await Promise.all(creates);
      for (const { code } of errors) expect(code).toBe("deadline");
      // One request may be in flight at its deadline.
      expect(errors.filter(({ effect }) => effect !== "none").length).toBeLessThanOrEqual(1);
      expect(service.clock.now() - begun).toBeLessThanOrEqual(120_000);
      expect(service.calls.length).toBeLessThanOrEqual(most);
    },
  );

  it("does not extend the deadline of a call that it never lets through", async () => {
    const service = rejecting({ "retry-after": "20" });
    const first = service.failure(service.client.instances.view({ instanceId: 7 }));
    await service.clock.advance(200);
    const deadline = extendable(service, 30_000);
    const { at } = deadline;
    expect(
      await service.failure(service.client.instances.view({ instanceId: 7 }, { deadline })),
    ).toMatchObject({
      ...{ code: "deadline", attempts: [] },
      message: expect.stringMatching(/rate limit resets at [\d:]+, after the deadline of this call/),
    });
    expect(deadline.at).toBe(at);
    await first;
  });

  it("extends deadlines as long as it occasionally accepts a call", async () => {
    let acceptsFrom = 0;
    const service = fakeService([
      () => {
        const now = service.clock.now();
        if (now < acceptsFrom) return { status: 429, headers: { "retry-after": "10" } };
        acceptsFrom = now + 40_000;
        return { json: anInstance };
      },
    ]);
    const begun = service.clock.now();
    const creates = Array.from({ length: 5 }, () =>
      service.client.instances.create(create, { deadline: extendable(service, 60_000) }),
    );
    await service.run(Promise.all(creates));
    expect(service.clock.now() - begun).toBeGreaterThanOrEqual(160_000);
  });

  it("is asked until the deadline of a call, and five times by a call without one", async () => {
    const service = rejecting({ "retry-after": "1" });
    jest.spyOn(service.clock, "random").mockReturnValue(0);
    const deadline = extendable(service, 30_000);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }, { deadline }));
    expect(error.attempts.length).toBeGreaterThan(20);
    expect(error).toMatchObject({ code: "deadline", status: 429 });
    const other = await service.failure(service.client.images.list());
    expect(other).toMatchObject({ code: "rate_limited", status: 429, attempts: { length: 5 } });
  });

  it("is asked again by a later call", async () => {
    let accepts = false;
    const service = fakeService([() => (accepts ? { json: anInstance } : { status: 429 })]);
    await service.failure(service.client.instances.create(create));
    await service.clock.advance(3_600_000);
    accepts = true;
    const creates = [1, 2, 3].map(() =>
      service.client.instances.create(create, { deadline: extendable(service, 60_000) }),
    );
    expect(await service.run(Promise.all(creates))).toHaveLength(3);
  });

  it("does not use up the attempts and the retries for other failures", async () => {
    const busy: Reply = { status: 429, headers: { "retry-after": "1" } };
    const service = fakeService([
      ...Array.from({ length: 30 }, () => busy),
      ...Array.from({ length: 4 }, () => ({ status: 500 })),
      { json: anInstance },
    ]);
    const deadline = extendable(service, 600_000);
    await service.run(service.client.instances.view({ instanceId: 7 }, { deadline }));
    expect(service.calls).toHaveLength(35);
  });
});

describe("a wait that the service asks for", () => {
  const waits = async (headers: Record<string, string>, status = 429) => {
    const service = fakeService([{ status, headers }, { json: anInstance }]);
    jest.spyOn(service.clock, "random").mockReturnValue(0.5);
    const result = service.client.instances.view({ instanceId: 7 }).then(
      () => "done",
      ({ code }: { code: string }) => code,
    );
    return { result: await service.run(result), waited: service.clock.now() - new VirtualClock().now() };
  };
  const now = new VirtualClock().now();
  const inSeconds = (seconds: number) => new Date(now + seconds * 1000);

  it.each<[string, string, number]>([
    ["seconds", "7", 7_000],
    ["a fraction of seconds", "1.5", 1_500],
    ["a date of HTTP", inSeconds(9).toUTCString(), 9_000],
    ["a date of ISO 8601", inSeconds(9).toISOString(), 9_000],
    ["a negative number", "-30", 250],
    ["a past date", inSeconds(-60).toUTCString(), 250],
    ["0", "0", 250],
    ["two numbers", "7, 9", 7_000],
    ["a word", "soon", 250],
    ["a word with a number", "retry 5", 250],
    ["nothing", "", 250],
  ])("as %s: Retry-After: %s", async (_, value, expected) => {
    expect(await waits({ "retry-after": value })).toEqual({ result: "done", waited: expected });
  });

  it.each(["1e9", "9".repeat(30), "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "is not waited for if it is huge: Retry-After: %s",
    async (value) => {
      const { result, waited } = await waits({ "retry-after": value });
      expect([result, waited]).toEqual(value === "1e9" ? ["done", 250] : ["rate_limited", 0]);
    },
  );

  it.each<[string, string, number]>([
    ["a moment", String(now / 1000 + 20), 20_000],
    ["a fraction", String(now / 1000 + 1.5), 1_500],
    ["a past moment", String(now / 1000 - 5), 250],
    ["a moment in milliseconds", String(now + 20_000), 20_000],
    ["seconds to go", "30", 30_000],
    ["the same moment twice", `${now / 1000 + 20}, ${now / 1000 + 20}`, 20_000],
    ["a moment in more than a day", String(now / 1000 + 86_401), 250],
    ["a long time to go", "86401", 250],
    ["a huge number", "9".repeat(400), 250],
    ["a negative one", "-5", 250],
    ["garbage", "tomorrow", 250],
  ])("as %s: X-RateLimit-Reset: %s", async (_, value, expected) => {
    expect(await waits({ "x-ratelimit-reset": value })).toEqual({ result: "done", waited: expected });
  });
});

describe("waiting for a limit", () => {
  const reported = (replies: (clock: () => VirtualClock) => readonly Reply[]) => {
    const waits: WaitReport[] = [];
    const service: ReturnType<typeof fakeService> = fakeService(
      replies(() => service.clock),
      { hooks: { onWaiting: (report) => void waits.push(report) } },
    );
    return { service, waits };
  };

  it("is reported once for all waiting calls, with its end", async () => {
    const { service, waits } = reported((clock) => [limited(10, 30_000, clock, 0)]);
    const begun = service.clock.now();
    await service.run(Promise.all(Array.from({ length: 25 }, () => service.client.instances.create(create))));
    expect(waits).toEqual([
      { operation: "instances.create", until: begun + 30_000 },
      { operation: "instances.create", until: begun + 60_000 },
    ]);
  });

  it("is reported once for all calls that get a 503 with Retry-After", async () => {
    const { service, waits } = reported(() => [
      ...Array.from({ length: 8 }, (_, call) => ({
        status: 503,
        headers: { "retry-after": "20" },
        after: 100 * call,
      })),
      { json: anInstance },
    ]);
    const begun = service.clock.now();
    const views = Array.from({ length: 8 }, () => service.client.instances.view({ instanceId: 7 }));
    await service.run(Promise.all(views));
    expect(waits).toEqual([{ operation: "instances.view", until: begun + 20_000 }]);
    expect(service.calls).toHaveLength(16);
  });

  it("leaves no timer behind if its report makes the caller abort", async () => {
    const stop = new AbortController();
    const hooks = { onWaiting: () => stop.abort() };
    const service = fakeService([{ status: 429, headers: { "retry-after": "20" } }], { hooks });
    const view = service.client.instances.view({ instanceId: 7 }, { signal: stop.signal });
    expect(await service.failure(view)).toMatchObject({ code: "aborted", effect: "none" });
    expect(service.clock.next()).toBeUndefined();
  });

  it("is reported for a 503 with Retry-After, but not for one without", async () => {
    const { service, waits } = reported(() => [
      { status: 503, headers: { "retry-after": "20" } },
      { status: 503 },
      { json: anInstance },
    ]);
    const begun = service.clock.now();
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(waits).toEqual([{ operation: "instances.view", until: begun + 20_000 }]);
  });

  it("of less than three seconds is not reported", async () => {
    const { service, waits } = reported(() => [
      { status: 429, headers: { "retry-after": "2" } },
      { json: anInstance },
    ]);
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(waits).toEqual([]);
  });

  it.each([
    ["is not reported", 2, 0],
    ["is reported", 3, 1],
  ])("%s if a 503 asks for a wait of %i s", async (_, seconds, times) => {
    const { service, waits } = reported(() => [
      { status: 503, headers: { "retry-after": String(seconds) } },
      { json: anInstance },
    ]);
    const begun = service.clock.now();
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(service.times()).toEqual([0, seconds * 1000]);
    expect(waits).toEqual(Array(times).fill({ operation: "instances.view", until: begun + seconds * 1000 }));
  });

  it.each([429, 503])("ends immediately on a signal, after a %i", async (status) => {
    const stop = new AbortController();
    const service = fakeService([{ status, headers: { "retry-after": "300" } }]);
    const ended = service.failure(service.client.instances.view({ instanceId: 7 }, { signal: stop.signal }));
    void service.clock.sleep(5_000).then(() => stop.abort());
    expect((await ended).code).toBe("aborted");
    expect(service.clock.now()).toBe(new VirtualClock().now() + 5_000);
    expect(service.calls).toHaveLength(1);
  });
});
