import { clustersOf, lanesOf, ticksOf, timelineWidth } from "../../src/console/model/timeline";
import { instanceRow, start } from "./builders";

const minute = 60_000;
const span = { from: start, to: start + 10 * minute };
const change = (instance: number, status: string | null, minutes: number, account = 1) => ({
  account,
  instance,
  label: `web-${instance}`,
  status,
  at: start + minutes * minute,
});
const shownBars = (lanes: ReturnType<typeof lanesOf>) =>
  lanes.map(({ label, bars }) => [label, ...bars.map(({ status, x, width }) => `${status} ${x}+${width}`)]);

it("draws the statuses of each instance to scale, the latest instance first", () => {
  const statuses = [
    change(1, "provisioning", 1),
    change(2, "provisioning", 2),
    change(1, "booting", 3),
    change(1, "running", 4),
    change(9, "running", 1, 2),
  ];
  expect(shownBars(lanesOf([instanceRow(1), instanceRow(2)], statuses, 1, span))).toEqual([
    ["web-2", "provisioning 200+800"],
    ["web-1", "provisioning 100+200", "booting 300+100", "running 400+600"],
  ]);
});

it("cuts bars at the edges, and leaves out bars that are outside", () => {
  const statuses = [
    change(1, "running", -5),
    change(1, "offline", -2),
    change(1, "running", 2),
    change(1, "offline", 12),
  ];
  expect(shownBars(lanesOf([instanceRow(1)], statuses, 1, span))).toEqual([
    ["web-1", "offline 0+200", "running 200+800"],
  ]);
});

it("shows a deleted instance until it was deleted, and not at all later", () => {
  const statuses = [
    change(1, "running", -5),
    change(1, null, 5),
    change(2, "running", -5),
    change(2, null, -1),
  ];
  expect(shownBars(lanesOf([], statuses, 1, span))).toEqual([["web-1", "running 0+500"]]);
});

it("shows an instance without a history with its status since it was last changed", () => {
  const row = instanceRow(1, { json: { label: "old", status: "offline", updated: "2022-03-21T09:05:00" } });
  expect(shownBars(lanesOf([row], [], 1, span))).toEqual([["old", "offline 500+500"]]);
});

it("groups events at about the same time", () => {
  const moments = [0, 1000, 5000, 300_000, 300_500, -1, 600_001].map((ms) => start + ms);
  const clusters = clustersOf(moments, (moment) => moment, span);
  expect(clusters.map(({ x, items }) => [x, items.length])).toEqual([
    [0, 2],
    [8, 1],
    [500, 2],
  ]);
  expect(clustersOf([span.to], (moment) => moment, span)).toEqual([{ x: timelineWidth, items: [span.to] }]);
  expect(clustersOf([Number.NaN], (moment) => moment, span)).toEqual([]);
});

it.each([
  [10 * minute, 8, 5 * minute],
  [60 * minute, 8, 10 * minute],
  [60 * minute, 4, 30 * minute],
  [1000 * 24 * 60 * minute, 8, 125 * 24 * 60 * minute],
])("marks round moments of %d ms, at most %d", (length, max, step) => {
  const from = start + 12_345;
  const ticks = ticksOf({ from, to: from + length }, max);
  expect(ticks.length).toBe(Math.floor((from + length) / step) - Math.floor(from / step));
  for (const { moment, x } of ticks) {
    expect(moment % step).toBe(0);
    expect(x).toBeCloseTo(((moment - from) / length) * timelineWidth);
  }
});
