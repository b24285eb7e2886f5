import { type Transport, type TransportRequest, trackServerTime } from "../../src/client";
import { VirtualClock } from "../../src/clock";

const request: TransportRequest = {
  method: "GET",
  url: "https://service.test/v4/regions",
  headers: {},
  freshConnection: false,
  signal: new AbortController().signal,
  onConnection: () => undefined,
};

/** The known state of the service's clock after responses with these headers. */
async function offsetAfter(...responses: readonly Readonly<Record<string, string>>[]) {
  const left = [...responses];
  const responding: Transport = async () => ({ status: 200, headers: left.shift() ?? {}, body: "" });
  const { transport, serverTime } = trackServerTime(responding, clock);
  for (const _ of responses) await transport(request);
  return serverTime.offset;
}

const clock = new VirtualClock();
const later = (seconds: number) => new Date(clock.now() + seconds * 1000).toUTCString();

describe("the service's clock", () => {
  it("is unknown after a response without a valid date", async () => {
    expect(await offsetAfter({}, { date: "soon" })).toBeUndefined();
  });

  it("is learned from the latest response with a date", async () => {
    expect(await offsetAfter({ date: later(9) }, { date: later(-60) }, {})).toBe(-60_000);
  });

  it.each(["1", "10800", "1, 1"])(
    "is not learned from a cached response, whose date is old: Age: %s",
    async (age) => {
      expect(await offsetAfter({ date: later(9) }, { date: later(-10_800), age })).toBe(9_000);
    },
  );

  it.each(["0", "", "none"])("is learned from a response that was not cached: Age: %s", async (age) => {
    expect(await offsetAfter({ date: later(9), age })).toBe(9_000);
  });
});
