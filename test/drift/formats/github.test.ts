import { formatReport } from "../../../src/drift";
import {
  everyKind,
  findingOf,
  hostileReport,
  hostileStrings,
  manyFindings,
  problemOf,
  reportOf,
} from "../report-builder";

/** Reads the commands of a log as the runner does. */
function commandsIn(log: string) {
  return log
    .trimEnd()
    .split("\n")
    .map((line) => {
      const match = /^::(error|warning|notice) title=([^:,]*)::(.*)$/.exec(line);
      if (!match) throw new Error(`Not a command: ${line}`);
      const [, level, title = "", message = ""] = match;
      return { level, title: decode(title), message: decode(message) };
    });
}

function decode(text: string): string {
  const codes: Record<string, string> = { "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%" };
  return text.replace(/%(0D|0A|3A|2C|25)/g, (code) => codes[code] ?? code);
}

const commands = (report: ReturnType<typeof reportOf>) => commandsIn(formatReport(report, "github"));

test("the verdict comes first, then problems, then one annotation for each resource", () => {
  const report = reportOf({ findings: [findingOf(), findingOf({ field: "tags" }), ...everyKind.slice(1)] });
  const list = commands({ ...report, problems: [problemOf()], warnings: ["Rule 3 matches nothing."] });
  expect(list.map(({ level, title }) => `${level} ${title}`)).toEqual([
    "error Drift",
    "error list of images",
    "warning Instance web (123): 2 changed",
    "warning Image base (private/7): 1 deleted",
    "warning Instance db (9): 1 not ours",
    "warning Instance new: 1 unfinished",
    "warning Instance worker (11): 1 in motion",
    "warning Instance stray (77): 1 unmanaged",
    "notice Instance web (12): 1 informational",
    "notice Drift scan",
  ]);
  expect(list[2]?.message).toBe(
    [
      "shop/dev",
      'type: "g1-nano-1" → "g1-small-1". type was changed outside the program.',
      'tags: "g1-nano-1" → "g1-small-1". type was changed outside the program.',
      "repair: nodecloud up --target 123",
    ].join("\n"),
  );
  expect(list[7]?.message).toMatch(/^Not in any scanned stack\nNo scanned stack records it\./);
});

test("annotations name who made a change", () => {
  const who = { user: "alice", time: "2026-11-21T17:04:11", action: "node_update" };
  const [, annotation] = commands(reportOf({ findings: [findingOf({ who })] }));
  expect(annotation?.message).toContain(
    "outside the program. By alice, 2026-11-21 17:04:11 UTC, node_update.\n",
  );
});

test("ignored findings are counted, and on request listed as notices with their reason", () => {
  const report = reportOf({ ignored: [findingOf({ ignoredBecause: "Moves next month." })] });
  const counted = {
    ...{ level: "notice", title: "Drift" },
    message: "In sync: 0 resources of 1 stack without a finding. 1 finding is ignored by .nodecloudignore.",
  };
  expect(commands(report)).toEqual([counted]);
  expect(commandsIn(formatReport(report, "github", { showIgnored: true }))).toEqual([
    counted,
    {
      ...{ level: "notice", title: "Instance web (123): 1 changed, ignored" },
      message:
        'shop/dev\ntype: "g1-nano-1" → "g1-small-1". type was changed outside the program. Ignored: Moves next month.',
    },
  ]);
});

test("a report in sync is a notice", () => {
  expect(commands(reportOf())).toEqual([
    { level: "notice", title: "Drift", message: "In sync: 0 resources of 1 stack without a finding." },
  ]);
  expect(commands(reportOf({ problems: [problemOf()] }))[0]?.level).toBe("error");
});

test.each(hostileStrings)("untrusted text starts no command and ends no property: %j", (text) => {
  const list = commands(hostileReport(text));
  expect(list).toHaveLength(5);
  expect(list.filter(({ level }) => level === "error")).toHaveLength(2);
});

test("escapes are read back as what was written", () => {
  const label = "100%, a:b %0A::error::x";
  expect(commands(reportOf({ findings: [findingOf({ label })] }))[1]?.title).toBe(
    `Instance ${label} (123): 1 changed`,
  );
});

test("what GitHub would drop is counted", () => {
  const warnings = (count: number) =>
    commands(reportOf({ findings: manyFindings(count) })).filter(({ level }) => level === "warning");
  expect(warnings(10).map(({ title }) => title)).not.toContain("Drift");
  expect(warnings(10)).toHaveLength(10);
  expect(warnings(25)).toHaveLength(10);
  expect(warnings(25).at(-1)?.message).toBe(
    "16 more annotations are not shown. The other reports list everything.",
  );
});
