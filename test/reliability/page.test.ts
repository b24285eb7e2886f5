import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const page = readFileSync(join(root, "docs/reliability.md"), "utf8");

/** The rows that name a test, as its file and its title. */
const named = [...page.matchAll(/\| `(test\/[^`]+\.test\.ts)`: (.+?) \|$/gm)].map(
  ([, file = "", title = ""]) => [file, title] as const,
);

/** Matches a title in the text of its test. "…" stands for its parameters. */
function patternOf(title: string): RegExp {
  const parts = title.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`["\`]${parts.join('[^"\\n]+')}["\`]`);
}

it.each(named)("docs/reliability.md names a test that exists: %s: %s", (file, title) => {
  expect(readFileSync(join(root, file), "utf8")).toMatch(patternOf(title));
});

it("every row of the comparison in docs/reliability.md names a test", () => {
  const comparison =
    page.slice(page.indexOf("## Where other tools fall short")).split(/^## (?!Where other)/m)[0] ?? "";
  const rows = comparison.split("\n").filter((line) => /^\| (?!---|what others)/.test(line));
  expect(rows.filter((row) => !/\| `test\/[^`]+\.test\.ts`: .+ \|$/.test(row))).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(40);
});

it("every test that shows only what docs/reliability.md says is named there", () => {
  const source = readFileSync(join(__dirname, "peers.test.ts"), "utf8");
  const titles = source.matchAll(/(?:\bit\(|\]\s*(?:as const)?\)\(|\(allVariants\)\()\s*"([^"]+)"/g);
  const called = [...titles].map(([, title = ""]) => title);
  expect(called.length).toBe(source.match(/\bit(\.each)?\b[(<]/g)?.length);
  const shown = named
    .filter(([file]) => file === "test/reliability/peers.test.ts")
    .map(([, title]) => patternOf(title));
  expect(called.filter((title) => !shown.some((pattern) => pattern.test(`"${title}"`)))).toEqual([]);
});
