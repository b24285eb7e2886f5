import { type Arbitrary, assert, constantFrom, oneof, option, property, record, string } from "fast-check";
import { ignoreRuleOf } from "../../../src/drift/ignore";
import { meetsConditions } from "../../../src/drift/ignore/ignore-rule";
import { parseIgnoreRules } from "../../../src/drift/ignore/parse-rules";
import type { Finding } from "../../../src/drift/types.generated";
import { resourceClasses } from "../../../src/resources/resource-class";
import { findingOf, objectFinding } from "../report-builder";

const text = oneof(
  string({ minLength: 1 }),
  string({ unit: "binary", minLength: 1 }),
  constantFrom("null", "~", "*", "?", "\\", "a*", "private/7", " x ", "- a", "# a", "a: b", "...", "'", '"'),
).filter((one) => one.trim() !== "");
const textOrNone = option(text);

const named = {
  type: constantFrom(...resourceClasses),
  label: textOrNone,
  declared: textOrNone,
  message: string(),
};
const recorded = { ...named, stack: text, urn: text };

/** Findings as scans create them: each kind has its own parts. */
const finding: Arbitrary<Finding> = oneof(
  record({ ...recorded, kind: constantFrom("changed", "informational", "notOurs"), id: text, field: text }),
  record({ ...recorded, kind: constantFrom("deleted"), id: text }),
  record({ ...recorded, kind: constantFrom("unfinished"), id: textOrNone }),
  record({ ...named, kind: constantFrom("unmanaged"), id: text }).map((parts) => ({ ...parts, stack: null })),
).map((parts) => objectFinding({ urn: null, ...parts }));

/** Whether the only rule of a file matches a finding. */
function matcherOf(file: string): (other: Finding) => boolean {
  const [rule, ...others] = parseIgnoreRules(file, ".nodecloudignore");
  expect(others).toEqual([]);
  return (other) => meetsConditions(rule!.conditions, other);
}

const matches = (rule: string, other: Finding) => matcherOf(rule)(other);

const identity = ({ kind, type, id, urn, field }: Finding) => JSON.stringify([kind, type, id, urn, field]);

describe("the rule for a finding", () => {
  it("matches it, and no finding that differs in kind, type, id, URN or field", () => {
    assert(
      property(finding, finding, (one, other) => {
        const matchesRule = matcherOf(ignoreRuleOf(one) ?? "");
        const { kind, type, id, urn, field } = other;
        const changes: Partial<Finding>[] = [{}, { type }, { id }];
        if (one.kind !== "unmanaged" && urn !== null) changes.push({ urn });
        if (one.field !== null && field !== null) changes.push({ field });
        if (one.field !== null && kind === "changed") changes.push({ kind });
        const compared = [other, ...changes.map((change) => ({ ...one, ...change }))];
        expect(compared.map(matchesRule)).toEqual(compared.map((each) => identity(each) === identity(one)));
      }),
    );
  });

  it("still matches when only the label or the values have changed since", () => {
    const rule = ignoreRuleOf(findingOf({ label: "web", live: "g1-small-1" })) ?? "";
    expect(matches(rule, findingOf({ label: "other", live: "g1-large-1" }))).toBe(true);
  });

  it("is readable if the strings allow it", () => {
    expect(ignoreRuleOf(findingOf({ id: "12", urn: "urn:pulumi:dev::shop::a:b:C$d:e/f:G::web" }))).toBe(
      [
        "- finding: changed",
        "  type: Instance",
        "  id: 12",
        "  urn: urn:pulumi:dev::shop::a:b:C$d:e/f:G::web",
        "  field: type",
        "  reason: ...",
        "",
      ].join("\n"),
    );
    expect(ignoreRuleOf(objectFinding({ kind: "unmanaged", stack: null, id: "null" }))).toBe(
      '- finding: unmanaged\n  type: Instance\n  id: "null"\n  reason: ...\n',
    );
  });

  it("escapes wildcards and what a terminal would interpret", () => {
    const rule = ignoreRuleOf(findingOf({ urn: "a*\u001b[31m\u202e" })) ?? "";
    expect(rule).toContain('urn: "a\\\\*\\u001b[31m\\u202e"');
    expect(matches(rule, findingOf({ urn: "a*\u001b[31m\u202e" }))).toBe(true);
  });

  it("leaves out a class that this version does not know, which no file may name", () => {
    const unknown = objectFinding({ kind: "unfinished", type: "Volume", urn: "urn:volume" });
    expect(matches(ignoreRuleOf(unknown) ?? "", unknown)).toBe(true);
  });

  it("does not exist for an object that was not compared", () => {
    expect(ignoreRuleOf(objectFinding({ kind: "inMotion" }))).toBeUndefined();
  });
});
