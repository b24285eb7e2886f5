import { getEventListeners } from "node:events";
import type { AttemptReport, CallOptions } from "../../src/client";
import { anInstance, fakeService, type Reply, rejection } from "./fake-service";

const unavailable: Reply = { status: 500 };
const create = { region: "a", type: "b" };

function deadlineAt(at: number) {
  return {
    at,
    extend(ms: number) {
      this.at += ms;
    },
  };
}

describe("a call that fails", () => {
  it("is sent again if it has the maintenance header but a status other than 503", async () => {
    const service = fakeService([
      { status: 500, headers: { "x-maintenance-mode": "on" } },
      { json: anInstance },
    ]);
    expect(await service.run(service.client.instances.view({ instanceId: 7 }))).toEqual(anInstance);
  });

  it("is tried five times in all if it is idempotent", async () => {
    const service = fakeService([unavailable]);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(service.calls).toHaveLength(5);
    expect(error.code).toBe("unavailable");
    expect(error.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  });

  it("waits with full jitter over half a second, doubled each time", async () => {
    const service = fakeService([unavailable]);
    jest.spyOn(service.clock, "random").mockReturnValue(0.9);
    await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(service.times()).toEqual([0, 450, 1350, 3150, 6750]);
  });

  it.each([408, 429, 500, 502, 503, 504])("is tried again on %i", async (status) => {
    const service = fakeService([{ status }, { json: anInstance }]);
    expect(await service.run(service.client.instances.view({ instanceId: 7 }))).toEqual(anInstance);
  });

  it.each([400, 401, 403, 404, 405, 409, 422])("is final on %i", async (status) => {
    const service = fakeService([{ status }, { json: anInstance }]);
    expect((await service.failure(service.client.instances.view({ instanceId: 7 }))).status).toBe(status);
    expect(service.calls).toHaveLength(1);
  });

  it("is tried again on a success whose body cannot be read", async () => {
    const service = fakeService([{ body: "<html>" }, { json: [] }, { json: {} }, { json: anInstance }]);
    expect(await service.run(service.client.instances.view({ instanceId: 7 }))).toEqual(anInstance);
  });
});

it.each(["", "{}", " null "])(
  "a change whose response succeeds without content is not sent again: %j",
  async (body) => {
    const service = fakeService([{ status: 204, body }, { json: anInstance }]);
    const error = await service.failure(service.client.instances.update({ instanceId: 7, label: "web" }));
    expect(error).toMatchObject({ code: "unreadable", status: 204, effect: "unknown" });
    expect(service.calls).toHaveLength(1);
    const reading = fakeService([{ status: 204, body }, { json: anInstance }]);
    expect(await reading.run(reading.client.instances.view({ instanceId: 7 }))).toEqual(anInstance);
  },
);

it("the error of a response without an id that can be read names what it lacks", async () => {
  const { client, failure } = fakeService([{ json: { id: {} } }]);
  const created = await failure(client.instances.create(create));
  expect(created.message).toContain("its id cannot be read");
  const uploaded = await failure(client.images.upload({ label: "base", region: "us-east" }));
  expect(uploaded.message).toContain("its image has no id that can be read");
});

it.each(["<html>", '{"message":"ok"}'])(
  "a change whose response is of a proxy is sent again: %s",
  async (body) => {
    const service = fakeService([{ status: 200, body }, { json: anInstance }]);
    await service.run(service.client.instances.update({ instanceId: 7, label: "web" }));
    expect(service.calls).toHaveLength(2);
  },
);

describe("a create", () => {
  const ambiguous: readonly (readonly [string, Reply])[] = [
    ["a reset", { fails: "ECONNRESET" }],
    ["a 408", { status: 408 }],
    ["a 502", { status: 502, body: "<html>" }],
    ["a 503", { status: 503 }],
    ["no response in time", "hang"],
    ["a success without an id", { json: { label: "web" } }],
    ["a success with an empty body", { status: 201, body: "" }],
  ];
  it.each(ambiguous)(
    "is sent once on %s, and reports that it may have been carried out",
    async (_, reply) => {
      const service = fakeService([reply, { json: anInstance }]);
      const error = await service.failure(service.client.instances.create(create));
      expect(service.calls).toHaveLength(1);
      expect(error.effect).toBe("unknown");
      expect(error.message).toContain("may have been carried out");
    },
  );

  it.each<[string, Reply]>([
    ["was not sent", { fails: "ECONNREFUSED", sent: false }],
    ["met a limit", { status: 429 }],
  ])("is sent again if it %s", async (_, reply) => {
    const service = fakeService([reply, { json: anInstance }]);
    expect(await service.run(service.client.instances.create(create))).toEqual(anInstance);
    expect(service.calls).toHaveLength(2);
  });

  it("that was never sent has changed nothing", async () => {
    const service = fakeService([{ fails: "ECONNREFUSED", sent: false }]);
    const error = await service.failure(service.client.instances.create(create));
    expect(error).toMatchObject({ code: "connection", effect: "none" });
    expect(error.message).toContain("https://service.test/v4 (ECONNREFUSED)");
  });

  it("that is rejected has changed nothing", async () => {
    const service = fakeService([rejection(400, { reason: "region is not valid", field: "region" })]);
    const error = await service.failure(service.client.instances.create(create));
    expect(error).toMatchObject({ code: "rejected", effect: "none", hasErrorBody: true });
  });

  it("asks for a new connection, and a read does not", async () => {
    const service = fakeService([{ json: anInstance }]);
    await service.run(service.client.instances.create(create));
    await service.run(service.client.instances.view({ instanceId: 7 }));
    await service.run(service.client.events.seen({ eventId: 7 }));
    expect(service.calls.map(({ request }) => request.freshConnection)).toEqual([true, false, false]);
  });
});

describe("the connection of the next attempt", () => {
  it.each<[string, Reply, CallOptions, readonly boolean[]]>([
    ["is new after an attempt without a response", "hang", {}, [false, true]],
    ["may be kept alive after a response", unavailable, {}, [false, false]],
    ["is of the kind that the caller chose", "hang", { freshConnection: false }, [false, false]],
  ])("%s", async (_, first, options, expected) => {
    const service = fakeService([first, { json: anInstance }]);
    await service.run(service.client.instances.view({ instanceId: 7 }, options));
    expect(service.calls.map(({ request }) => request.freshConnection)).toEqual(expected);
  });
});

describe("an operation that is sent again after a check", () => {
  const boot = (options: CallOptions, replies: readonly Reply[]) => {
    const service = fakeService(replies);
    return { service, work: () => service.client.instances.boot({ instanceId: 7 }, options) };
  };

  it("is not sent again without a check", async () => {
    const { service, work } = boot({}, [unavailable, {}]);
    expect((await service.failure(work())).effect).toBe("unknown");
    expect(service.calls).toHaveLength(1);
  });

  it("is sent again when it is still needed", async () => {
    const { service, work } = boot({ stillNeeded: async () => true }, [unavailable, {}]);
    await service.run(work());
    expect(service.calls).toHaveLength(2);
  });

  it("has succeeded if it is no longer needed, which is checked after the delay", async () => {
    let checkedAt = 0;
    const { service, work } = boot(
      {
        stillNeeded: async () => {
          checkedAt = service.clock.now();
          return false;
        },
      },
      [unavailable],
    );
    const begun = service.clock.now();
    expect(await service.run(work())).toEqual({});
    expect(service.calls).toHaveLength(1);
    expect(checkedAt).toBeGreaterThan(begun);
  });

  it("has an unknown effect if the check fails", async () => {
    const { service, work } = boot({ stillNeeded: () => Promise.reject(new Error("no")) }, [unavailable]);
    const error = await service.failure(work());
    expect(error).toMatchObject({ code: "unavailable", effect: "unknown" });
    expect(error.message).toContain("checking whether it was carried out failed too");
  });

  it("has the effect `done` if it was carried out but its response is lost", async () => {
    const service = fakeService([unavailable]);
    const work = service.client.instances.create(create, { stillNeeded: async () => false });
    expect((await service.failure(work)).effect).toBe("done");
  });

  it("is not sent again if the caller forbids it, even if it is idempotent", async () => {
    const service = fakeService([unavailable]);
    await service.failure(service.client.instances.delete({ instanceId: 7 }, { resend: "never" }));
    expect(service.calls).toHaveLength(1);
  });
});

describe("a delete", () => {
  it("succeeds if a second attempt returns 404 and the first may have been carried out", async () => {
    const service = fakeService([{ status: 503 }, rejection(404, { reason: "Not found" })]);
    await expect(service.run(service.client.instances.delete({ instanceId: 7 }))).resolves.toEqual({});
  });

  it("fails if the first attempt returns 404", async () => {
    const service = fakeService([rejection(404, { reason: "Not found" })]);
    expect((await service.failure(service.client.instances.delete({ instanceId: 7 }))).code).toBe(
      "not_found",
    );
  });

  it("fails if the first attempt was not sent and the second returns 404", async () => {
    const service = fakeService([
      { fails: "ECONNREFUSED", sent: false },
      rejection(404, { reason: "Not found" }),
    ]);
    expect((await service.failure(service.client.instances.delete({ instanceId: 7 }))).code).toBe(
      "not_found",
    );
  });

  it("does not treat a proxy's 404 as success", async () => {
    const service = fakeService([{ status: 503 }, { status: 404, body: "<html>" }]);
    const error = await service.failure(service.client.instances.delete({ instanceId: 7 }));
    expect(error).toMatchObject({ code: "not_found", hasErrorBody: false, effect: "unknown" });
  });
});

describe("Retry-After", () => {
  const date = new Date(Date.UTC(2001, 0, 1)).toUTCString();
  const in8s = new Date(Date.UTC(2001, 0, 1, 0, 0, 8)).toUTCString();
  it.each<[string, Record<string, string>, number]>([
    ["in seconds", { "retry-after": "90" }, 90_000],
    ["as a date, by the service's own clock", { "retry-after": in8s, date }, 8_000],
    ["twice", { "retry-after": "90, 90" }, 90_000],
  ])("is obeyed exactly: %s", async (_, headers, wait) => {
    for (const status of [429, 503]) {
      const service = fakeService([{ status, headers }, { json: anInstance }]);
      await service.run(service.client.instances.view({ instanceId: 7 }));
      expect(service.times()).toEqual([0, wait]);
    }
  });

  it.each([200, 500])("is ignored on %i", async (status) => {
    const headers = { "retry-after": "90" };
    const service = fakeService([{ status, headers, json: anInstance }, { json: anInstance }]);
    await service.run(service.client.instances.view({ instanceId: 7 }));
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(service.times().at(-1)).toBeLessThan(1_000);
  });

  it.each<[string, Record<string, string>]>([
    ["0", { "retry-after": "0" }],
    ["negative", { "retry-after": "-5" }],
    ["in the past", { "retry-after": date, date: in8s }],
    ["shorter than the client's own delays", { "retry-after": "0.1" }],
  ])(
    "leaves growing delays to the client, so that the attempts outlast a short outage: %s",
    async (_, headers) => {
      const service = fakeService([{ status: 503, headers }]);
      jest.spyOn(service.clock, "random").mockReturnValue(0.5);
      await service.failure(service.client.instances.view({ instanceId: 7 }));
      expect(service.times()).toEqual([0, 250, 750, 1_750, 3_750]);
    },
  );

  it("that is not valid leaves the delay to the client", async () => {
    const service = fakeService([{ status: 503, headers: { "retry-after": "soon" } }, { json: anInstance }]);
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(service.times()[1]).toBeLessThanOrEqual(500);
  });

  it("past the deadline fails immediately", async () => {
    const service = fakeService([{ status: 429, headers: { "retry-after": "90" } }]);
    const begun = service.clock.now();
    const options = { deadline: deadlineAt(begun + 60_000) };
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }, options));
    expect(service.clock.now()).toBe(begun);
    expect(error).toMatchObject({ code: "deadline", status: 429, retryAfter: 90_000 });
  });

  it("of more than ten minutes fails a call without a deadline as what the service responded", async () => {
    const service = fakeService([{ status: 429, headers: { "retry-after": "601" } }]);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(error).toMatchObject({ code: "rate_limited", status: 429, retryAfter: 601_000 });
    expect(error.message).toContain("calls without a deadline wait at most 10 minutes");
    expect(service.calls).toHaveLength(1);
  });

  it("is in no message about a call that was tried for the last time", async () => {
    const service = fakeService([{ status: 503, headers: { "retry-after": "1" } }]);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(service.calls).toHaveLength(5);
    expect(error.message).not.toContain("asks to wait");
  });

  it("is not waited for under maintenance", async () => {
    const headers = { "x-maintenance-mode": "on", "retry-after": "1" };
    const service = fakeService([{ status: 503, headers }]);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(service.calls).toHaveLength(1);
    expect(error.message).toContain("maintenance");
  });
});

describe("time", () => {
  it("ends a call without a response, whose effect is unknown", async () => {
    const service = fakeService(["hang"], { responseTimeout: 3_000 });
    const begun = service.clock.now();
    const error = await service.failure(service.client.instances.create(create));
    expect(service.clock.now() - begun).toBe(3_000);
    expect(error).toMatchObject({ code: "timeout", effect: "unknown" });
  });

  it("ends a call without a connection, which was not sent", async () => {
    const silent: Reply = (request) => {
      request.onConnection("connecting");
      return "hang";
    };
    const service = fakeService([silent, { json: anInstance }], { connectTimeout: 2_000 });
    await service.run(service.client.instances.create(create));
    expect(service.calls).toHaveLength(2);
    expect(service.times()[1]).toBeGreaterThanOrEqual(2_000);
  });

  it("starts the response timeout once the connection is established", async () => {
    const slow: Reply = (request) => {
      request.onConnection("connecting");
      request.onConnection("connected");
      return { json: anInstance, after: 5_000 };
    };
    const service = fakeService([slow], { connectTimeout: 2_000, responseTimeout: 6_000 });
    await expect(service.run(service.client.instances.create(create))).resolves.toEqual(anInstance);
  });

  it("starts no timeout for a connection that is reported after the response", async () => {
    let report: () => void = () => undefined;
    const early: Reply = (request) => {
      request.onConnection("connecting");
      report = () => request.onConnection("connected");
      return { json: anInstance };
    };
    const service = fakeService([early]);
    await service.run(service.client.instances.create(create));
    report();
    expect(service.clock.next()).toBeUndefined();
  });

  it("aborts a request in flight at the deadline, which may have been extended", async () => {
    const service = fakeService(["hang"]);
    const begun = service.clock.now();
    const deadline = deadlineAt(begun + 1_000);
    const work = service.client.instances.create(create, { deadline });
    void service.clock.sleep(600).then(() => deadline.extend(500));
    const error = await service.failure(work);
    expect(service.clock.now() - begun).toBe(1_500);
    expect(error).toMatchObject({ code: "deadline", effect: "unknown" });
  });

  it("names only the deadline as the reason if it passes during a read", async () => {
    const service = fakeService(["hang"]);
    const options = { deadline: deadlineAt(service.clock.now() + 1_000) };
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }, options));
    expect(error.summary).toMatch(/: the deadline passed$/);
  });

  it("sends nothing after the deadline", async () => {
    const service = fakeService([{ json: anInstance }]);
    const options = { deadline: deadlineAt(service.clock.now()) };
    const error = await service.failure(service.client.instances.create(create, options));
    expect(error).toMatchObject({ code: "deadline", effect: "none", attempts: [] });
    expect(service.calls).toHaveLength(0);
  });

  it.each([1_000, 1_001])(
    "sends nothing if what precedes the request takes until the deadline: %i ms",
    async (ms) => {
      const service = fakeService([{ json: anInstance }]);
      const deadline = deadlineAt(service.clock.now() + 1_000);
      const beforeSending = () => service.clock.sleep(ms);
      const error = await service.failure(
        service.client.instances.create(create, { deadline, beforeSending }),
      );
      expect(error).toMatchObject({ code: "deadline", effect: "none" });
      expect(error.message).toContain("Nothing was changed");
      expect(service.calls).toHaveLength(0);
    },
  );
});

describe("a signal", () => {
  it.each<[string, Reply, object]>([
    ["in flight", "hang", { code: "aborted", effect: "unknown" }],
    ["between two attempts", unavailable, { code: "aborted", effect: "unknown" }],
  ])("ends a call %s", async (_, reply, expected) => {
    const service = fakeService([reply]);
    jest.spyOn(service.clock, "random").mockReturnValue(0.9);
    const stop = new AbortController();
    const work = service.client.instances.delete({ instanceId: 7 }, { signal: stop.signal });
    void service.clock.sleep(100).then(() => stop.abort(new Error("enough")));
    expect(await service.failure(work)).toMatchObject(expected);
    expect(service.calls).toHaveLength(1);
  });

  it("has no listener left after a call, however long the signal exists", async () => {
    const service = fakeService([{ json: anInstance, after: 100 }]);
    const { signal } = new AbortController();
    const work = service.client.instances.view({ instanceId: 7 }, { signal });
    await service.clock.advance(50);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await service.run(work);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("that is already aborted keeps the call from being sent", async () => {
    const service = fakeService([{ json: anInstance }]);
    const options = { signal: AbortSignal.abort() };
    const error = await service.failure(service.client.instances.create(create, options));
    expect(error).toMatchObject({ code: "aborted", effect: "none" });
    expect(service.calls).toHaveLength(0);
  });
});

describe("many failures", () => {
  it("are retried for at most a tenth of the last minute's calls plus 20", async () => {
    const service = fakeService([unavailable]);
    for (let call = 0; call < 30; call++) {
      await service.failure(service.client.instances.view({ instanceId: 7 }));
    }
    expect(service.calls.length - 30).toBeLessThanOrEqual(23);
    expect(service.calls.length - 30).toBeGreaterThanOrEqual(20);
  });

  it("are retried again a minute later", async () => {
    const service = fakeService([unavailable]);
    jest.spyOn(service.clock, "random").mockReturnValue(0);
    for (let call = 0; call < 6; call++)
      await service.failure(service.client.instances.view({ instanceId: 7 }));
    const before = service.calls.length;
    await service.clock.advance(61_000);
    await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(before).toBe(6 + 20);
    expect(service.calls.length - before).toBe(5);
  });
});

describe("hooks", () => {
  it("are called with every attempt and its consequence", async () => {
    const reports: AttemptReport[] = [];
    const hooks = { onAttempt: (report: AttemptReport) => void reports.push(report) };
    const service = fakeService(
      [
        { status: 503, headers: { "retry-after": "2" } },
        { json: anInstance, after: 30 },
      ],
      { hooks },
    );
    const startedAt = service.clock.now();
    await service.run(service.client.instances.view({ instanceId: 7 }));
    const common = { operation: "instances.view", call: "GET /node/instances/{instanceId}" };
    expect(reports).toEqual([
      { ...common, attempt: 1, startedAt, ms: 0, status: 503, failure: "unavailable", willRetryInMs: 2_000 },
      { ...common, attempt: 2, startedAt: startedAt + 2_000, ms: 30, status: 200 },
    ]);
  });

  it("cannot make a call fail", async () => {
    const hooks = {
      onAttempt: () => {
        throw new Error("broken hook");
      },
    };
    const service = fakeService([{ json: anInstance }], { hooks });
    await expect(service.run(service.client.instances.create(create))).resolves.toEqual(anInstance);
  });

  it("cannot terminate the process with a promise that rejects", async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", record);
    const hooks = {
      onAttempt: async () => {
        throw new Error("broken hook");
      },
    };
    const service = fakeService([{ json: anInstance }], { hooks });
    await expect(service.run(service.client.instances.create(create))).resolves.toEqual(anInstance);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", record);
    expect(unhandled).toEqual([]);
  });
});

it("a call that fails before it is sent leaves its place to others", async () => {
  const { client, run } = fakeService([{ json: anInstance }]);
  const stopped = { beforeSending: () => Promise.reject(new Error("stopped")) };
  for (let call = 0; call < 50; call++)
    await expect(run(client.instances.view({ instanceId: 7 }, stopped))).rejects.toThrow("stopped");
  expect(await run(client.instances.view({ instanceId: 7 }))).toEqual(anInstance);
});
