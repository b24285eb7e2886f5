import { UsageError } from "../../../src/drift";
import { watchTimes } from "../../../src/drift/watch/watch-options";

const times = (interval?: string, fullScanInterval?: string) =>
  watchTimes({ sources: [], interval, fullScanInterval });

it("polls every 30 s and reads everything once an hour by default", () => {
  expect(times()).toEqual({ interval: 30_000, fullScanInterval: 3_600_000 });
});

it.each([
  ["5s", "5m", 5000, 300_000],
  ["1h", "1h", 3_600_000, 3_600_000],
  ["1m30s", "24h", 90_000, 86_400_000],
])("accepts %s and %s", (interval, fullScanInterval, poll, scan) => {
  expect(times(interval, fullScanInterval)).toEqual({ interval: poll, fullScanInterval: scan });
});

it.each([
  ["4s", undefined, 'The interval "4s" is not a duration from 5s to 1h.'],
  ["1h1s", "2h", 'The interval "1h1s" is not'],
  ["30", undefined, 'The interval "30" is not'],
  [undefined, "4m59s", 'The interval between full scans "4m59s" is not a duration from 5m to 24h.'],
  [undefined, "25h", 'The interval between full scans "25h" is not'],
  ["10m", "5m", "The interval is 10m, and the interval between full scans is only 5m."],
])("refuses %s and %s", (interval, fullScanInterval, message) => {
  expect(() => times(interval, fullScanInterval)).toThrow(UsageError);
  expect(() => times(interval, fullScanInterval)).toThrow(message);
});
