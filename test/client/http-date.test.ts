/** @jest-environment ./test/tokyo-environment.cjs */
import { trackServerTime } from "../../src/client";
import { timingOf } from "../../src/client/headers";
import { parseHttpDate } from "../../src/client/http-date";
import { VirtualClock } from "../../src/clock";

const moment = Date.UTC(2026, 10, 3, 7, 0, 30);

it("runs in a time zone other than UTC", () => {
  expect(new Date(moment).getTimezoneOffset()).toBe(-540);
});

describe("the date of a header", () => {
  it.each([
    "Tue, 03 Nov 2026 07:00:30 GMT",
    "Tuesday, 03-Nov-26 07:00:30 GMT",
    "Tue Nov  3 07:00:30 2026",
    "2026-11-03T07:00:30Z",
    "2026-11-03T07:00:30",
    "2026-11-03 07:00:30",
    "2026-11-03T07:00:30.000",
    "2026-11-03T08:00:30+01:00",
    "2026-11-03T07:00:30.000+0000",
    "Tue, 03 Nov 2026 02:00:30 -0500",
    "Tue, 03 Nov 2026 02:00:30 EST",
  ])("is UTC unless it names a zone: %s", (text) => {
    expect(parseHttpDate(text)).toBe(moment);
  });

  it.each(["", "soon", "7 o'clock"])("is unknown if it is not a date: %s", (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  it("is read in this way as the end of a wait and as the service's time", async () => {
    const date = "Tue Nov  3 07:00:30 2026";
    expect(timingOf({ date, "retry-after": "2026-11-03T07:00:50" }, 0).retryAfter).toBe(20_000);
    const clock = new VirtualClock();
    const { transport, serverTime } = trackServerTime(
      async () => ({ status: 200, headers: { date }, body: "" }),
      clock,
    );
    await transport({
      ...{ method: "GET", url: "https://service.test/", headers: {}, freshConnection: false },
      ...{ signal: new AbortController().signal, onConnection: () => undefined },
    });
    expect(serverTime.offset).toBe(moment - clock.now());
  });
});
