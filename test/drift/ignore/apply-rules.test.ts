import { applyIgnoreRules } from "../../../src/drift/ignore/apply-rules";
import type { IgnoreFile } from "../../../src/drift/ignore/ignore-files";
import { parseIgnoreRules } from "../../../src/drift/ignore/parse-rules";
import type { DriftReport } from "../../../src/drift/types.generated";
import { verdictOf } from "../../../src/drift/verdict";
import { everyKind, findingOf, objectFinding, problemOf, reportOf } from "../report-builder";
import { stackNamed } from "./named-stack";

const now = Date.parse("2026-11-22T09:00:00Z");

function fileOf(text: string, stacks = [stackNamed("shop", "dev")]): IgnoreFile {
  return { rules: parseIgnoreRules(text, ".nodecloudignore"), stacks };
}

function apply(report: DriftReport, text: string, at = now) {
  return applyIgnoreRules(report, [fileOf(text)], at);
}

const idsOf = (findings: readonly { readonly id: string | null }[]) => findings.map(({ id }) => id);

describe("a finding that a rule ignores", () => {
  const findings = [findingOf({ id: "1" }), findingOf({ id: "2", field: "tags" })];

  it("leaves the findings, with the reason, and the verdict", () => {
    const { report } = apply(reportOf({ findings }), "- { id: 1, reason: known }\n- { id: 2, reason: too }");
    expect(report).toMatchObject({ verdict: "inSync", isComplete: true, findings: [], warnings: [] });
    expect(report.ignored).toEqual([
      { ...findings[0], ignoredBecause: "known" },
      { ...findings[1], ignoredBecause: "too" },
    ]);
  });

  it("does not take others with it", () => {
    const { report } = apply(reportOf({ findings }), "- { field: t?gs, reason: x }");
    expect([idsOf(report.findings), idsOf(report.ignored)]).toEqual([["1"], ["2"]]);
    expect(report.verdict).toBe("drift");
  });

  it("has to meet all conditions of a rule", () => {
    for (const condition of [
      "type: Image",
      "id: 2",
      "label: db",
      "urn: urn:*:x",
      "field: tags",
      "stack: a/b",
    ]) {
      const { report } = apply(
        reportOf({ findings: [findingOf({ id: "1" })] }),
        `- { finding: changed, ${condition}, reason: x }`,
      );
      expect([condition, idsOf(report.findings)]).toEqual([condition, ["1"]]);
    }
    const all = "type: Inst*, id: 1, label: web, urn: 'urn:*::web-1', field: type, stack: shop/dev";
    const { report } = apply(
      reportOf({ findings: [findingOf({ id: "1" })] }),
      `- { finding: changed, ${all}, reason: x }`,
    );
    expect(report.findings).toEqual([]);
  });

  it("has the reason of the first rule that matches", () => {
    const { report } = apply(
      reportOf({ findings }),
      "- { id: 1, reason: first }\n- { type: Instance, reason: second }",
    );
    expect(report.ignored.map(({ ignoredBecause }) => ignoredBecause)).toEqual(["first", "second"]);
  });

  it("does not make its resource clean", () => {
    const { report } = apply(reportOf({ findings }), "- { id: 1, reason: x }");
    expect(report.clean).toEqual([]);
  });
});

describe("what was not read or not compared", () => {
  it("cannot be ignored, so an incomplete report stays incomplete", () => {
    const findings = [...everyKind];
    const report = reportOf({ findings, problems: [problemOf()] });
    const kinds = ["changed", "deleted", "unmanaged", "notOurs", "unfinished", "informational"];
    const files = kinds.map((kind) => fileOf(`- { finding: ${kind}, reason: x }`));
    const applied = applyIgnoreRules(report, files, now).report;
    expect(applied.findings.map(({ kind }) => kind)).toEqual(["inMotion"]);
    expect(applied.problems).toEqual([problemOf()]);
    expect(applied).toMatchObject({ verdict: "incomplete", isComplete: false });
    const withoutProblem = applyIgnoreRules({ ...report, problems: [] }, files, now).report;
    expect(withoutProblem).toMatchObject({ verdict: "incomplete", isComplete: false });
    expect(apply(report, "- { type: Instance, reason: x }").report.findings).toContainEqual(
      expect.objectContaining({ kind: "inMotion" }),
    );
  });

  it("determines the verdict if nothing is ignored", () => {
    for (const finding of everyKind) {
      const report = reportOf({ findings: [finding] });
      const applied = applyIgnoreRules(report, [], now).report;
      expect(applied).toMatchObject(verdictOf([finding], []));
    }
  });
});

describe("the end date of a rule", () => {
  const report = reportOf({ findings: [findingOf({ id: "1" })] });
  const text = "- { id: 1, reason: x, until: 2026-11-22 }";

  it("is its last day, in UTC", () => {
    const last = apply(report, text, Date.parse("2026-11-22T23:59:59.999Z"));
    expect([last.report.findings, last.report.warnings]).toEqual([[], []]);
    const ended = apply(report, text, Date.parse("2026-11-23T00:00:00Z"));
    expect(idsOf(ended.report.findings)).toEqual(["1"]);
    expect(ended.report).toMatchObject({ verdict: "drift", ignored: [] });
  });

  it("is reported once it has passed, with the findings that are no longer ignored", () => {
    const after = Date.parse("2026-12-01T00:00:00Z");
    const ended = apply(report, `${text}\n- { id: 7, reason: x, until: 2026-01-01 }`, after);
    expect(ended.report.warnings).toEqual([
      ".nodecloudignore:1, rule 1 ended on 2026-11-22, so 1 finding is no longer ignored. Remove it or change its date.",
      ".nodecloudignore:2, rule 2 ended on 2026-01-01. Remove it or change its date.",
    ]);
    expect(ended.unmatched).toEqual([]);
  });
});

it("a rule without a reason filled in is reported, and applies", () => {
  const { report } = apply(
    reportOf({ findings: [findingOf()], warnings: ["earlier"] }),
    "- type: Instance\n  reason: ...",
  );
  expect(report.findings).toEqual([]);
  expect(report.warnings).toEqual([
    "earlier",
    ".nodecloudignore:1, rule 1 has no reason yet. Explain why its findings do not matter.",
  ]);
});

it("rules that match nothing are listed, and rules that others precede are not among them", () => {
  const { unmatched } = apply(
    reportOf({ findings: [findingOf({ id: "1" })] }),
    "- { id: 1, reason: x }\n- { type: Instance, reason: x }\n- { id: 2, reason: x }",
  );
  expect(unmatched.map(({ rule }) => rule.place)).toEqual([".nodecloudignore:3, rule 3"]);
});

describe("the rules of a project", () => {
  const stack = (name: string, account: string | null) => {
    return { name, account, source: "x", resources: 1 };
  };
  const unmanaged = (id: string, account: string | null) =>
    objectFinding({ kind: "unmanaged", id, stack: null, account });
  const report = reportOf({
    stacks: [
      stack("shop/dev", "one"),
      stack("shop/prod", "one"),
      stack("billing/dev", "one"),
      stack("lab/dev", "two"),
    ],
    findings: [
      findingOf({ id: "1", stack: "shop/dev" }),
      findingOf({ id: "2", stack: "shop/prod" }),
      findingOf({ id: "3", stack: "billing/dev" }),
      unmanaged("4", "one"),
      unmanaged("5", "two"),
    ],
  });
  const text = "- { type: Instance, reason: x }";

  it("apply to the findings of its stacks, and to the unmanaged objects of their accounts", () => {
    const shop = fileOf(text, [stackNamed("shop", "dev"), stackNamed("shop", "prod")]);
    const applied = applyIgnoreRules(report, [shop], now).report;
    expect(idsOf(applied.ignored)).toEqual(["1", "2", "4"]);
    expect(idsOf(applied.findings)).toEqual(["3", "5"]);
  });

  it("ignore an unmanaged object if those of one project in its account do", () => {
    const billing = fileOf("- { finding: unmanaged, reason: billing }", [stackNamed("billing", "dev")]);
    const lab = fileOf("- { finding: unmanaged, reason: lab }", [stackNamed("lab", "dev")]);
    const applied = applyIgnoreRules(report, [billing, lab], now).report;
    expect(applied.ignored.map(({ id, ignoredBecause }) => [id, ignoredBecause])).toEqual([
      ["4", "billing"],
      ["5", "lab"],
    ]);
  });
});
