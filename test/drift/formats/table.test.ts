import { formatReport } from "../../../src/drift";
import {
  actionOf,
  coverageOf,
  everyKind,
  findingOf,
  manyFindings,
  objectFinding,
  problemOf,
  reportOf,
} from "../report-builder";

const lines = (...[report, options]: Parameters<typeof shown>) => shown(report, options).split("\n");
const shown = (report: ReturnType<typeof reportOf>, options = {}) => formatReport(report, "table", options);

test("rows appear under their stack, with both values, the reason and who did it", () => {
  const who = { user: "alice", time: "2026-11-21T17:04:11", action: "node_update" };
  const finding = findingOf({ who });
  expect(
    shown(reportOf({ findings: [finding, findingOf({ field: "tags", declared: ["a"], live: null })] })),
  ).toBe(
    `shop/dev  12 resources, read from file /srv/shop
  ~ Instance web (123): changed
      type  "g1-nano-1" → "g1-small-1"
            type was changed outside the program.
            By alice, 2026-11-21 17:04:11 UTC, node_update.
      tags  ["a"] → none
            type was changed outside the program.

  What to do
    repair: Sets the declared values again.
      nodecloud up --target 123

Coverage  1 of 5 types scanned
  Instance 3 of 5 managed, 1 changed

Drift: 2 findings on 1 resource (2 changed).
`,
  );
});

test("every kind has its mark, and the verdict is the last line", () => {
  const printed = lines(reportOf({ findings: everyKind }));
  const marks = printed.filter((line) => /^ {2}\S /.test(line)).map((line) => line.trim().slice(0, 1));
  expect(marks).toEqual(["~", "-", "!", "*", ">", "i", "+"]);
  expect(printed.at(-2)).toBe(
    "Drift: 7 findings on 7 resources (1 changed, 1 deleted, 1 unmanaged, 1 not ours, 1 unfinished, 1 in motion, 1 informational).",
  );
  expect(printed).toContain("Not in any scanned stack");
});

test("a value that is long or secret is not printed whole", () => {
  const long = findingOf({ live: "x".repeat(200) });
  const secret = findingOf({ id: "9", isSecret: true });
  const text = shown(reportOf({ findings: [long, secret] }));
  expect(text).toContain(`"${"x".repeat(119)}… (82 more characters)`);
  expect(text).toContain("type  [secret] → [secret]");
});

test("the same message and advice are printed once, and what to run for up to ten resources", () => {
  const printed = lines(reportOf({ findings: manyFindings(12) }));
  const count = (text: string) => printed.filter((line) => line.includes(text)).length;
  expect(count("~ Instance")).toBe(12);
  expect(count("type was changed outside the program.")).toBe(1);
  expect(count("Sets the declared values again.")).toBe(1);
  expect(count("nodecloud up --target")).toBe(10);
  expect(count("2 more are in the JSON and HTML reports")).toBe(2);
  const one = objectFinding({
    kind: "unmanaged",
    actions: [actionOf({ form: "code", text: "first\n  second\n" })],
  });
  expect(shown(reportOf({ findings: [one] }))).toContain("      first\n        second\n\n");
});

test("exactly ten are printed in full", () => {
  const text = shown(reportOf({ findings: manyFindings(10) }));
  expect(text.match(/nodecloud up --target/g)).toHaveLength(10);
  expect(text).not.toContain("more");
});

test("clean resources are listed by --all only", () => {
  const urn = "urn:pulumi:dev::shop::t::db";
  const clean = [{ type: "Instance", id: "5", label: "db", stack: "shop/dev", urn }];
  expect(shown(reportOf({ clean }))).not.toContain("db (5)");
  expect(shown(reportOf({ clean }), { all: true })).toContain("= shop/dev  Instance db (5)");
  expect(lines(reportOf({ clean })).at(-2)).toBe("In sync: 1 resource of 1 stack without a finding.");
  expect(shown(reportOf(), { all: true })).not.toContain("Without a finding");
});

test("ignored findings are counted, and listed with their reason by --show-ignored only", () => {
  const report = reportOf({ ignored: [findingOf({ ignoredBecause: "Moves next month." })] });
  expect(shown(report)).toContain("1 finding is ignored by .nodecloudignore. --show-ignored lists them.");
  expect(shown(report)).not.toContain("Moves next month.");
  expect(shown(report, { showIgnored: true })).toContain("Ignored: Moves next month.");
  expect(shown(report, { showIgnored: true })).not.toContain("--show-ignored");
  expect(shown(reportOf())).not.toContain("ignored");
});

test("coverage is plain fractions", () => {
  const types = [
    coverageOf({ changed: 0 }),
    coverageOf({ type: "PaymentMethod", isScanned: false }),
    coverageOf({ type: "Image", managed: 1234, existing: 5678, changed: 1 }),
  ];
  const printed = lines(reportOf({ coverage: { typesScanned: 2, typesKnown: 5, types } }));
  const at = printed.indexOf("Coverage  2 of 5 types scanned");
  expect(printed.slice(at + 1, at + 4)).toEqual([
    "  Instance      3 of 5 managed",
    "  PaymentMethod not scanned",
    "  Image         1,234 of 5,678 managed, 1 changed",
  ]);
});

test("an incomplete scan lists its problems and never says in sync", () => {
  const problems = [problemOf(), problemOf({ subject: "instance 5", stack: "shop/dev" })];
  const text = shown(reportOf({ problems, warnings: ["Rule 3 matches nothing."] }));
  expect(text).toContain(
    "  ! list of images: 403: missing scope.\n  ! instance 5 of shop/dev: 403: missing scope.\n",
  );
  expect(text).toContain("Warnings\n  ! Rule 3 matches nothing.\n");
  expect(text).toMatch(/Incomplete: not everything could be read and compared\. The rest has no drift\.\n$/);
  const drift = shown(reportOf({ problems, findings: [findingOf()] }));
  expect(drift).toMatch(/\(1 changed\)\. The scan is incomplete, so there may be more\.\n$/);
});

test("colors are optional, and change nothing else", () => {
  const report = reportOf({ findings: everyKind, problems: [problemOf()], warnings: ["w"] });
  const colored = shown(report, { color: true });
  expect(colored).toContain("\u001b[31mDrift: 7 findings");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is removed
  expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(shown(report));
  expect(shown(report)).not.toContain("\u001b");
});

test("in color, the coverage of a type that was not scanned is yellow", () => {
  const types = [coverageOf({ changed: 0 }), coverageOf({ type: "Image", isScanned: false })];
  const coverage = { typesScanned: 1, typesKnown: 5, types };
  const printed = shown(reportOf({ coverage }), { color: true }).split("\n");
  expect(printed).toContain("  Instance 3 of 5 managed");
  expect(printed).toContain("  Image    \u001b[33mnot scanned\u001b[0m");
});
