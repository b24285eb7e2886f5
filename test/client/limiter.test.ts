import type { WaitReport } from "../../src/client";
import { Limiter, LimitOpensTooLate, type Permit } from "../../src/client/limiter";
import { letTimePass } from "../passing-time";
import { AdjustableClock } from "./adjustable-clock";

/** A limiter that records reports, and the names of calls in the order in which they were admitted. */
function limiterOf() {
  const clock = new AdjustableClock();
  const reports: WaitReport[] = [];
  const limiter = new Limiter(clock, (report) => reports.push(report));
  const admitted: string[] = [];
  const acquire = (
    operation: string,
    ticket: number,
    options: Partial<Parameters<Limiter["acquire"]>[2]> = {},
  ) => {
    const permit = limiter.acquire(operation, ticket, { maxWait: 600_000, ...options });
    permit.then(
      () => admitted.push(`${operation} ${ticket}`),
      () => undefined,
    );
    return permit;
  };
  /** Occupies the 32 places, each by a call of its own operation. */
  const occupy = async () => {
    const permits: Permit[] = [];
    for (let place = 0; place < 32; place++)
      permits.push(await limiter.acquire(`busy ${place}`, 0, { maxWait: 1 }));
    return permits;
  };
  return { clock, reports, limiter, admitted, acquire, occupy };
}

describe("the limiter", () => {
  it("admits calls in the order of their tickets, not of their arrival", async () => {
    const { clock, limiter, admitted, acquire } = limiterOf();
    limiter.block("view", 1_000);
    for (const ticket of [3, 1, 2]) void acquire("view", ticket);
    await clock.advance(999);
    expect(admitted).toEqual([]);
    await clock.advance(1);
    expect(admitted).toEqual(["view 1", "view 2", "view 3"]);
  });

  it("admits a call whose limit opens while it is being queued", async () => {
    const { clock, limiter, admitted, acquire } = limiterOf();
    letTimePass(clock, 1);
    for (let blockedFor = 0; blockedFor < 8; blockedFor++) {
      const operation = `blocked for ${blockedFor} ms`;
      limiter.block(operation, blockedFor);
      void acquire(operation, 1);
      await clock.advance(20);
      expect(admitted).toContain(`${operation} 1`);
    }
  });

  it("waits no longer when the clock is set back", async () => {
    const { clock, limiter, reports, admitted, acquire } = limiterOf();
    limiter.block("view", 20_000);
    void acquire("view", 1);
    await clock.advance(5_000);
    clock.adjustment = -3_600_000;
    await clock.advance(14_999);
    expect(admitted).toEqual([]);
    await clock.advance(1);
    expect(admitted).toEqual(["view 1"]);
    limiter.block("view", 5_000);
    void acquire("view", 2);
    expect(reports.at(-1)).toEqual({ operation: "view", until: clock.now() + 5_000 });
    await expect(acquire("view", 3, { maxWait: 5_000 })).rejects.toEqual(
      new LimitOpensTooLate(clock.now() + 5_000),
    );
  });

  it("gives a free place to the lowest ticket of the operations that are not blocked", async () => {
    const { clock, limiter, admitted, acquire, occupy } = limiterOf();
    const permits = await occupy();
    limiter.block("delete", 10_000);
    void acquire("delete", 1);
    void acquire("list", 3);
    void acquire("view", 2);
    void acquire("list", 4);
    await clock.advance(0);
    expect(admitted).toEqual([]);
    for (const permit of permits.slice(0, 2)) permit.release();
    await clock.advance(0);
    expect(admitted).toEqual(["view 2", "list 3"]);
  });

  it("frees one place for a permit that is released twice", async () => {
    const { clock, admitted, acquire, occupy } = limiterOf();
    const [permit] = await occupy();
    void acquire("view", 1);
    void acquire("list", 2);
    permit?.release();
    permit?.release();
    await clock.advance(0);
    expect(admitted).toEqual(["view 1"]);
  });
});

describe("a call whose signal is aborted", () => {
  it("before it asks is rejected with the signal's reason and never admitted", async () => {
    const { clock, admitted, acquire, occupy } = limiterOf();
    const permits = await occupy();
    await expect(acquire("view", 1, { signal: AbortSignal.abort("interrupted") })).rejects.toBe(
      "interrupted",
    );
    void acquire("view", 2);
    permits[0]?.release();
    await clock.advance(0);
    expect(admitted).toEqual(["view 2"]);
  });

  it("while it waits is rejected with the signal's reason, and the others keep their places", async () => {
    const { clock, limiter, admitted, acquire } = limiterOf();
    limiter.block("view", 1_000);
    const stop = new AbortController();
    void acquire("view", 1);
    const aborted = acquire("view", 2, { signal: stop.signal });
    void acquire("view", 3);
    stop.abort("interrupted");
    await expect(aborted).rejects.toBe("interrupted");
    await clock.advance(1_000);
    expect(admitted).toEqual(["view 1", "view 3"]);
  });

  it("while it waits alone leaves no timer that would keep the process alive", async () => {
    const { clock, limiter, acquire } = limiterOf();
    limiter.block("view", 1_000);
    const stop = new AbortController();
    const aborted = acquire("view", 1, { signal: stop.signal });
    expect(clock.next()).toBe(clock.now() + 1_000);
    stop.abort();
    await expect(aborted).rejects.toThrow();
    expect(clock.next()).toBeUndefined();
  });

  it("after it was admitted or refused leaves the waiting calls alone", async () => {
    const { clock, limiter, admitted, acquire } = limiterOf();
    const [granted, refused] = [new AbortController(), new AbortController()];
    void acquire("view", 1, { signal: granted.signal });
    limiter.block("view", 1_000);
    const tooLate = acquire("view", 2, { signal: refused.signal, maxWait: 10 });
    await expect(tooLate).rejects.toThrow(LimitOpensTooLate);
    void acquire("view", 3);
    granted.abort();
    refused.abort();
    await clock.advance(1_000);
    expect(admitted).toEqual(["view 1", "view 3"]);
  });
});

describe("a wait for a limit", () => {
  it("is refused if the limit opens when the call cannot wait any longer, and names that moment", async () => {
    const { clock, limiter, admitted, acquire } = limiterOf();
    limiter.block("view", 5_000);
    await expect(acquire("view", 1, { maxWait: 5_000 })).rejects.toMatchObject({
      opensAt: clock.now() + 5_000,
    });
    void acquire("view", 2, { maxWait: 5_001 });
    await clock.advance(5_000);
    expect(admitted).toEqual(["view 2"]);
  });

  it("uses one timer however many calls wait", async () => {
    const { clock, limiter, admitted, acquire } = limiterOf();
    limiter.block("view", 1_000);
    void acquire("view", 1);
    void acquire("view", 2);
    limiter.block("view", 2_000);
    void acquire("view", 3);
    expect(clock.next()).toBe(clock.now() + 2_000);
    await clock.advance(2_000);
    expect(admitted).toEqual(["view 1", "view 2", "view 3"]);
    expect(clock.next()).toBeUndefined();
  });

  it("is reported from three seconds on, and again only if its end moves by more than a second and a half", async () => {
    const { clock, limiter, reports, acquire } = limiterOf();
    const begun = clock.now();
    const ends = [2_999, 3_000, 4_500, 4_501].map((ms, ticket) => {
      limiter.block("view", ms);
      void acquire("view", ticket);
      return reports.map(({ until }) => until - begun);
    });
    expect(ends).toEqual([[], [3_000], [3_000], [3_000, 4_501]]);
    expect(reports[0]).toEqual({ operation: "view", until: begun + 3_000 });
  });
});
