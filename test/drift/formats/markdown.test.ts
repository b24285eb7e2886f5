import { formatReport } from "../../../src/drift";
import {
  actionOf,
  coverageOf,
  everyKind,
  findingOf,
  hostileReport,
  hostileStrings,
  manyFindings,
  objectFinding,
  problemOf,
  reportOf,
} from "../report-builder";

const markdown = (report: ReturnType<typeof reportOf>, options = {}) =>
  formatReport(report, "markdown", options);

const everything = { all: true, showIgnored: true };

/** Code spans and blocks, in which Markdown and GitHub look for nothing. */
const code = /^(`{3,})\w*\n[\s\S]*?\n\1$|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)/gm;

/** What may take effect: everything but code. */
const outsideCode = (text: string) => text.replace(code, "CODE");

/** The text in which GitHub looks for mentions and addresses, once Markdown is read. */
const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, unit) => String.fromCharCode(Number(unit)));

test("a comment begins with its mark and the verdict, then the differences", () => {
  const findings = [
    findingOf(),
    objectFinding({ kind: "unmanaged", stack: null, label: "stray", message: "No stack has it." }),
  ];
  expect(markdown(reportOf({ findings }))).toBe(`<!-- nodecloud-drift: drift -->

### Drift: 2 findings on 2 resources (1 changed, 1 unmanaged).

| Finding | Resource | Stack | Difference |
| --- | --- | --- | --- |
| changed | \`Instance\` \`web (123)\` | \`shop/dev\` | \`type\`: \`"g1-nano-1"\` → \`"g1-small-1"\` \`up --refresh\` restores it. |
| unmanaged | \`Instance\` \`stray (123)\` | not in any scanned stack | No stack has it. |

<details><summary>Coverage: 1 of 5 types scanned</summary>

- \`Instance\` 3 of 5 managed, 1 changed

</details>

<details><summary>What to do</summary>

**repair**: Sets the declared values again.

\`\`\`sh
nodecloud up --target 123
\`\`\`

</details>
`);
});

test.each(hostileStrings)("untrusted text stays text: %j", (text) => {
  const document = markdown(hostileReport(text), everything);
  const outside = outsideCode(document);
  const tags = outside.match(/<[^>]*>/g) ?? [];
  expect(
    tags.filter((tag) => !/^<(\/?(details|summary|code)|!-- nodecloud-drift: drift --)>$/.test(tag)),
  ).toEqual([]);
  expect(outside).not.toMatch(/\]\(|[$`]/);
  expect(decoded(outside)).not.toMatch(/@\w|#\d|:\/\/|www\.|GH-\d/i);
  const rows = outside.split("\n").filter((line) => line.startsWith("|"));
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row.split("|")).toHaveLength(6);
});

test("a bar, a backtick and a backslash show as they are", () => {
  const live = "a\\|b";
  const text = markdown(reportOf({ findings: [findingOf({ label: "`x` ``y", live })] }));
  expect(text).toContain("``` `x` ``y (123) ```");
  expect(text).toContain("<code>&#34;a&#92;&#92;&#124;b&#34;</code>");
});

test("a block of code ends where its text ends", () => {
  const actions = [actionOf({ text: "```\n</details>\n@octocat" })];
  expect(markdown(reportOf({ findings: [findingOf({ actions })] }))).toContain(
    "````sh\n```\n</details>\n@octocat\n````\n",
  );
});

test("a difference that only a replacement or the program can remove has its explanation", () => {
  const finding = findingOf({ repair: "program", message: "The program must change, because it must." });
  expect(markdown(reportOf({ findings: [finding] }))).toContain("The program must change, because it must.");
});

test("problems and warnings are listed, and options add ignored findings and clean resources", () => {
  const report = reportOf({
    problems: [problemOf()],
    warnings: ["Rule 3 matches nothing."],
    ignored: [findingOf({ ignoredBecause: "Moves next month." })],
    clean: [{ type: "Instance", id: "5", label: "db", stack: "shop/dev", urn: "urn:a::db" }],
  });
  const brief = markdown(report);
  expect(brief).toContain("### Incomplete: ");
  expect(brief).toContain("- `list of images`: 403: missing scope.\n");
  expect(brief).toContain("- Rule 3 matches nothing.\n");
  expect(brief).toContain("1 finding is ignored by `.nodecloudignore`.");
  expect(brief).not.toMatch(/Moves next month|db \(5\)/);
  const whole = markdown(report, everything);
  expect(whole).toContain("- changed `Instance` `web (123)` `type`: Moves next month.\n");
  expect(whole).toContain("- `Instance` `db (5)`\n");
});

describe("a report that does not fit", () => {
  const many = manyFindings(10_000);
  const findings = [...many, ...everyKind.slice(1)];
  const problems = Array.from({ length: 2000 }, (_, at) => problemOf({ subject: `instance ${at}` }));
  const warnings = Array.from({ length: 2000 }, (_, at) => `Rule ${at} matches nothing.`);
  const types = Array.from({ length: 2000 }, (_, at) => coverageOf({ type: `Type${at}` }));
  const clean = Array.from({ length: 2000 }, (_, at) => ({
    ...{ type: "Instance", id: String(at), label: null, stack: "shop/dev", urn: `urn:a::clean-${at}` },
  }));
  const ignored = manyFindings(2000).map((finding) => ({ ...finding, ignoredBecause: "Known." }));
  const coverage = { typesScanned: 5, typesKnown: 5, types };
  const text = markdown(reportOf({ findings, problems, warnings, coverage, clean, ignored }), everything);
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const omitted = (whole: string, name: string) => {
    const match = new RegExp(`([\\d,]+) of ${whole} ${name}`).exec(text);
    return Number(match?.[1]?.replaceAll(",", ""));
  };

  it("is shorter than 60,000 characters", () => {
    expect(text.length).toBeLessThan(60_000);
    expect(text.length).toBeGreaterThan(50_000);
  });

  it("says exactly how much is left out", () => {
    const rows = count(/^\| (changed|deleted|unmanaged|not ours|unfinished|in motion|informational) \|/gm);
    expect(rows).toBeGreaterThan(100);
    expect(omitted("10,006", "findings")).toBe(10_006 - rows);
    const changed = (10_000 - rows).toLocaleString("en");
    expect(text).toContain(
      `findings (${changed} changed, 1 deleted, 1 unmanaged, 1 not ours, 1 unfinished, 1 in motion, 1 informational)`,
    );
    expect(omitted("2,000", "problems")).toBe(2000 - count(/^- `instance \d+`/gm));
    expect(omitted("2,000", "types")).toBe(2000 - count(/^- `Type\d+`/gm));
    expect(omitted("2,000", "warnings")).toBe(2000 - count(/^- Rule \d+/gm));
    expect(omitted("2,000", "ignored findings")).toBe(2000 - count(/^- changed `Instance`/gm));
    expect(omitted("2,000", "resources without a finding")).toBe(2000 - count(/^- `Instance` `clean-\d+/gm));
  });

  it("stays whole: every table, block and fold that begins also ends", () => {
    expect(count(/<details>/g)).toBe(count(/<\/details>/g));
    expect(count(/^```/gm) % 2).toBe(0);
  });

  it("says how many commands of an advice are left out", () => {
    expect(markdown(reportOf({ findings: manyFindings(25) }))).toContain(
      "5 of 25 are only in the JSON and HTML reports.",
    );
    expect(markdown(reportOf({ findings: manyFindings(20) }))).not.toContain("only in the JSON");
    const actions = [actionOf({ text: "x".repeat(2001) }), actionOf({ text: "y".repeat(2000) })];
    const long = markdown(reportOf({ findings: [findingOf({ actions })] }));
    expect(long).toContain("1 of 2 are only in the JSON and HTML reports.");
    expect(long).toContain("y".repeat(2000));
    expect(long).not.toContain("xx");
  });
});

test("a report that fits leaves nothing out", () => {
  expect(markdown(reportOf({ findings: everyKind }))).not.toContain("Left out");
});
