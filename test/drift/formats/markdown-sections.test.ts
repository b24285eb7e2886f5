import { fitSections, type Section } from "../../../src/drift/formats/markdown-sections";

const section = (items: readonly string[], share = 1): Section => ({
  ...{ start: "(", items, end: ")", share },
  omitted: (shown) => `${items.length - shown} items`,
});

const items = (count: number) => Array.from({ length: count }, () => "x".repeat(100));

test("a section takes what fits exactly, and no more", () => {
  // 1,000 characters stay free for the last sentence: 302 of 1,306 hold "head", "(", three items and ")".
  expect(fitSections("head", 1306, [section(items(3))])).toBe(`head(${"x".repeat(300)})`);
  expect(fitSections("head", 1305, [section(items(3))])).toBe(
    `head(${"x".repeat(200)})\nOmitted to fit into a comment: 1 items. The JSON and HTML reports have everything.\n`,
  );
});

test("a section takes no more than its share, and leaves the rest to others", () => {
  const document = fitSections("", 2000, [section(items(9), 0.2), section(["rest"])]);
  expect(document).toContain(`(${"x".repeat(300)})(rest)`);
  expect(document).toContain("Omitted to fit into a comment: 6 items.");
});

test("a section is absent if it has no items or none of them fits", () => {
  expect(fitSections("head", 2000, [section([])])).toBe("head");
  const document = fitSections("head", 1100, [section(items(1)), section(items(2))]);
  expect(document).toMatch(/^head\nOmitted to fit into a comment: 1 items; 2 items\./);
});
