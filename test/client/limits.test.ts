import type { QueueReport } from "../../src/client";
import type { VirtualClock } from "../../src/clock";
import { anInstance, fakeService, type Reply } from "./fake-service";

/** A service that allows `limit` calls in a window, counts them when they arrive, and answers after `takes` ms. */
function limited(limit: number, windowMs: number, clock: () => VirtualClock, takes = 200, skewMs = 0): Reply {
  let [used, resetAt, refused] = [0, 0, 0];
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
    refused++;
    return { status: 429, headers: { ...headers, "x-refused": String(refused) }, after: takes };
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
    "keeps a learnt limit without a single 429, the clock wrong by %i ms",
    async (skew) => {
      const service = limitedService(10, 30_000, skew);
      const creates = Array.from({ length: 35 }, () => service.client.instances.create(create));
      await service.run(Promise.all(creates));
      expect(service.statuses.filter((status) => status === 429)).toEqual([]);
      expect(service.times().at(-1)).toBeGreaterThanOrEqual(90_000);
      expect(service.times().at(-1)).toBeLessThan(96_000);
    },
  );

  it("sends at most four calls of an operation until it has answered once", async () => {
    const service = fakeService([{ json: anInstance, after: 1_000 }]);
    const views = Array.from({ length: 10 }, () => service.client.instances.view({ instanceId: 7 }));
    await service.run(Promise.all(views));
    expect(service.times().filter((at) => at === 0)).toHaveLength(4);
    expect(service.times().filter((at) => at === 1_000)).toHaveLength(6);
  });

  it("has at most 32 requests under way", async () => {
    const service = fakeService([{ json: anInstance, after: 1_000 }]);
    const view = () => service.client.instances.view({ instanceId: 7 });
    await service.run(view());
    await service.run(Promise.all(Array.from({ length: 40 }, view)));
    expect(service.times().filter((at) => at === 1_000)).toHaveLength(32);
    expect(service.times().filter((at) => at === 2_000)).toHaveLength(8);
  });

  it("lets a 429 hold back its own operation only", async () => {
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

  it("lets calls go in the order in which they came, those that met a 429 first", async () => {
    let refused = false;
    const service = fakeService([
      () => {
        if (refused) return { json: anInstance };
        refused = true;
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

  it("adds the time spent in the queue to the deadline, and tells of it", async () => {
    const reports: QueueReport[] = [];
    const service = fakeService([limited(1, 30_000, () => service.clock)], {
      hooks: { onQueued: (report) => void reports.push(report) },
    });
    await service.run(service.client.instances.create(create));
    const begun = service.clock.now();
    const deadline = {
      at: begun + 5_000,
      extend(ms: number) {
        this.at += ms;
      },
    };
    await service.run(service.client.instances.create(create, { deadline }));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ operation: "instances.create", queuedAt: begun });
    expect(deadline.at).toBe(begun + 5_000 + reports[0]!.ms);
  });

  it("lets a queued call be ended, and goes on with the others", async () => {
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

  it("goes on when a whole window of calls gets no answer", async () => {
    let broken = false;
    const answers = limited(2, 10_000, () => service.clock);
    const service = fakeService([() => (broken ? { fails: "ECONNRESET" } : answers)]);
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
