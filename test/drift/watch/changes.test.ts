import type { DriftReport, Finding } from "../../../src/drift";
import { ReportedState } from "../../../src/drift/watch/changes";
import { coverageOf, findingOf, problemOf, reportOf } from "../report-builder";

const label = findingOf({ field: "label" });
const never = () => false;
const urn = String(label.urn);
const clean = { type: "Instance", id: "123", label: "web", stack: "shop/dev", urn };
const unread = problemOf({ subject: "instance 9", type: "Instance", stack: "shop/dev" });

/** What is reported after `label` by a report with these parts. */
function reportedBy(
  parts: Partial<DriftReport>,
  first: Finding = label,
  isHeld: (finding: Finding) => boolean = never,
) {
  const state = new ReportedState();
  expect(state.updateFindings(reportOf({ findings: [first] }), never)).toEqual([
    { event: "found", finding: first },
  ]);
  return state.updateFindings(reportOf({ findings: [], ...parts }), isHeld).map(({ event }) => event);
}

describe("a finding that a report lacks", () => {
  it.each<[string, Partial<DriftReport>, readonly string[]]>([
    ["is resolved by a complete report", {}, ["resolved"]],
    [
      "is resolved if its resource is clean, whatever else could not be read",
      { clean: [clean], problems: [unread] },
      ["resolved"],
    ],
    [
      "is not resolved by a clean resource of another stack",
      { clean: [{ ...clean, stack: "shop/prod" }], problems: [unread] },
      [],
    ],
    [
      "is resolved if its resource has other findings",
      { findings: [findingOf({ field: "tags" })], problems: [unread] },
      ["found", "resolved"],
    ],
    [
      "is not resolved by findings of other resources, and of other stacks",
      {
        findings: [findingOf({ urn: `${urn}2`, id: "124" }), findingOf({ stack: "shop/prod" })],
        problems: [unread],
      },
      ["found", "found"],
    ],
    [
      "is resolved if the rest is ignored",
      { ignored: [findingOf({ field: "tags" })], problems: [unread] },
      ["resolved"],
    ],
    [
      "is not resolved by an object in transition",
      { findings: [findingOf({ kind: "inMotion", field: null })] },
      ["found"],
    ],
    [
      "is not resolved by what the state alone says of its resource, if it could not be read",
      { findings: [findingOf({ kind: "unfinished", field: null })], problems: [unread] },
      ["found"],
    ],
    [
      "is resolved if a complete report only says that its resource is unfinished",
      { findings: [findingOf({ kind: "unfinished", field: null })] },
      ["found", "resolved"],
    ],
    ["is not resolved if its type could not be read", { problems: [{ ...unread, stack: null }] }, []],
    ["is not resolved if its stack could not be compared", { problems: [{ ...unread, type: null }] }, []],
    [
      "is resolved if another type could not be read",
      { problems: [{ ...unread, type: "Image" }] },
      ["resolved"],
    ],
    [
      "is resolved if another stack could not be compared",
      { problems: [{ ...unread, stack: "shop/prod" }] },
      ["resolved"],
    ],
  ])("%s", (_, parts, expected) => {
    expect(reportedBy(parts)).toEqual(expected);
  });

  it("is not resolved while it is held, and a new one is not reported", () => {
    expect(reportedBy({ findings: [findingOf({ field: "tags" })] }, label, () => true)).toEqual([]);
  });

  it("and whose object was in transition is resolved by any other that compares it", () => {
    const inTransition = findingOf({ kind: "inMotion", field: null });
    expect(reportedBy({ findings: [label], problems: [unread] }, inTransition)).toEqual([
      "found",
      "resolved",
    ]);
    const unfinished = findingOf({ kind: "unfinished", field: null });
    expect(reportedBy({ findings: [unfinished], problems: [unread] }, inTransition)).toEqual(["found"]);
  });

  it("and belongs to no stack is resolved by its type alone", () => {
    const unmanaged = findingOf({ kind: "unmanaged", stack: null, field: null });
    const twin = { ...unmanaged, account: "another account" };
    expect(reportedBy({}, unmanaged)).toEqual(["resolved"]);
    expect(reportedBy({ problems: [unread] }, unmanaged)).toEqual([]);
    expect(reportedBy({ findings: [twin], problems: [unread] }, unmanaged)).toEqual(["found"]);
    expect(
      reportedBy({ coverage: { typesScanned: 0, typesKnown: 5, types: [coverageOf()] } }, unmanaged),
    ).toEqual(["resolved"]);
  });
});

describe("a finding whose account cannot be identified", () => {
  const one = findingOf({ kind: "unmanaged", stack: null, field: null });
  const other = { ...one, account: "another account" };
  const unidentified = { ...one, account: null };

  it.each<[string, Finding[], Finding[], readonly string[]]>([
    ["is the reported one", [one], [unidentified], []],
    ["is the one that is identified later", [unidentified], [one], []],
    ["is another one if two are possible", [one, other], [unidentified], ["found"]],
    ["is another one if the account of the reported one is known", [one], [one, unidentified], ["found"]],
    ["is another one if it is identified as that of another account", [one], [other], ["found"]],
    ["differs from one of another id", [one], [{ ...unidentified, id: "124" }], ["found"]],
  ])("%s", (_, before, now, expected) => {
    const state = new ReportedState();
    state.updateFindings(reportOf({ findings: before }), never);
    const report = reportOf({ findings: now, problems: [{ ...unread, stack: null, type: null }] });
    for (const events of [expected, []])
      expect(state.updateFindings(report, never).map(({ event }) => event)).toEqual(events);
  });
});

describe("a finding whose details changed", () => {
  it.each<[string, Partial<Finding>, readonly string[]]>([
    ["another live value", { live: "third" }, ["changed"]],
    ["another declared value", { declared: "third" }, ["changed"]],
    ["another message", { message: "Other." }, ["changed"]],
    ["another label of the object", { label: "renamed" }, []],
    ["other advice", { actions: [] }, []],
    ["who did it", { who: { user: "alice", time: "2026-11-22T09:00:00", action: "node_update" } }, []],
  ])("is reported, but not if only its wording changed: %s", (_, parts, expected) => {
    expect(reportedBy({ findings: [findingOf({ field: "label", ...parts })] })).toEqual(expected);
  });
});

it("reports a problem when it begins and when it ends, whatever its message is in between", () => {
  const state = new ReportedState();
  const later = { ...unread, message: "Something else." };
  expect(state.updateProblems([unread])).toEqual([{ event: "problem", problem: unread }]);
  expect(state.updateProblems([later])).toEqual([]);
  expect(state.problems).toEqual([later]);
  expect(state.updateProblems([])).toEqual([{ event: "problemEnded", problem: later }]);
  expect(
    state.updateProblems([unread, { ...unread, stack: "shop/prod" }, { ...unread, type: "Image" }]),
  ).toHaveLength(3);
});
