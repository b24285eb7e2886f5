import { anchoredScroll, scrollToRow, visibleRows } from "../../src/console/model/virtual-rows";

it.each([
  ["at the top", 0, { start: 0, end: 29 }],
  ["in the middle", 3200, { start: 92, end: 129 }],
  ["at the bottom", 159_360, { start: 4972, end: 5000 }],
  ["beyond the bottom, after rows were removed", 999_999, { start: 5000, end: 5000 }],
  ["pulled beyond the top", -80, { start: 0, end: 29 }],
])("draws the visible rows and a few more %s", (_, scrollTop, expected) => {
  expect(visibleRows(scrollTop, 640, 32, 5000)).toEqual(expected);
});

it("draws all rows of a short list, and none of an empty one", () => {
  expect(visibleRows(0, 640, 32, 3)).toEqual({ start: 0, end: 3 });
  expect(visibleRows(0, 640, 32, 0)).toEqual({ start: 0, end: 0 });
});

it("scrolls no further than a row needs to be visible", () => {
  expect(scrollToRow(2, 100, 320, 32)).toBe(64);
  expect(scrollToRow(5, 100, 320, 32)).toBe(100);
  expect(scrollToRow(20, 100, 320, 32)).toBe(352);
});

describe("new rows at the top", () => {
  const list = (from: number) => Array.from({ length: from }, (_, index) => from - index);
  const scroll = (before: readonly number[], after: readonly number[], top: number) =>
    anchoredScroll(before, after, String, top, 32);

  it("leave the first visible row where it is", () => {
    expect(scroll(list(100), list(103), 330)).toBe(330 + 3 * 32);
    expect(scroll(list(103), list(100), 330)).toBe(330 - 3 * 32);
    expect(scroll(list(100), list(90), 330)).toBe(330 - 10 * 32);
  });

  it("are shown at the top of the list, and if the first visible row was removed", () => {
    expect(scroll(list(100), list(103), 31)).toBe(31);
    expect(scroll(list(100), [], 330)).toBe(330);
    expect(scroll([], list(100), 330)).toBe(330);
  });
});
