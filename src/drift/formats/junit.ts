import type { CleanResource, DriftReport, Finding, Problem } from "../types.generated";
import { groupByResource, type ReportedResource } from "./reported-resource";
import { actorText, comparesValues, kindCounts, kindNames, nameOf, valueText } from "./wording";
import { element, openTag } from "./xml";

type Result = "passed" | "failure" | "error" | "skipped";

interface TestCase {
  /** `project/stack`; null for objects that no stack records. */
  readonly suite: string | null;
  readonly type: string;
  readonly name: string;
  readonly result: Result;
  readonly message: string;
  readonly details: string;
}

/** One test case for each resource: drift is a failure, a resource that was not compared is an error, an ignored one is skipped. */
export function formatJUnit(report: DriftReport): string {
  const cases = casesOf(report);
  const suites = new Map<string | null, TestCase[]>();
  for (const { name } of report.stacks) suites.set(name, []);
  for (const testCase of cases) {
    const suite = suites.get(testCase.suite);
    if (suite === undefined) suites.set(testCase.suite, [testCase]);
    else suite.push(testCase);
  }
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag("testsuites", { name: "nodecloud drift", ...countsOf(cases), time: 0 }),
    ...[...suites].flatMap(([name, own]) => suiteLines(name ?? "account", report.time, own)),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function casesOf({ findings, ignored, clean, problems }: DriftReport): readonly TestCase[] {
  const reported = groupByResource(findings);
  const withFinding = new Set(reported.map(keyOf));
  const omitted = new Map(groupByResource(ignored).map((resource) => [keyOf(resource), resource]));
  const ignoredOf = (resource: ReportedResource) => omitted.get(keyOf(resource))?.findings;
  const skipped = [...omitted.values()].filter((resource) => !withFinding.has(keyOf(resource)));
  return [
    ...problems.map(problemCase),
    ...reported.map((resource) => resourceCase(resource, resultOf(resource.findings), ignoredOf(resource))),
    ...skipped.map((resource) => resourceCase(resource, "skipped")),
    ...clean.map(cleanCase),
  ];
}

function keyOf({ account, stack, type, id, urn }: ReportedResource): string {
  return JSON.stringify([account, stack, type, id, urn]);
}

function resultOf(findings: readonly Finding[]): Result {
  if (findings.some(({ kind }) => kind !== "inMotion" && kind !== "informational")) return "failure";
  return findings.some(({ kind }) => kind === "inMotion") ? "error" : "passed";
}

function resourceCase(
  resource: ReportedResource,
  result: Result,
  ignored: readonly Finding[] = [],
): TestCase {
  const { stack, type, findings, actions } = resource;
  const advice = actions.map(({ purpose, description, text }) => `${purpose}: ${description}\n${text}`);
  return {
    ...{ suite: stack, type, name: nameOf(resource), result, message: kindCounts(findings) },
    details: [...[...findings, ...ignored].map(findingText), ...(result === "skipped" ? [] : advice)].join(
      "\n",
    ),
  };
}

function findingText(finding: Finding): string {
  const { kind, field, declared, live, isSecret, message, who, ignoredBecause } = finding;
  const values = comparesValues(finding)
    ? ` ${field}: ${valueText(declared, isSecret)} -> ${valueText(live, isSecret)}.`
    : "";
  const because = ignoredBecause === null ? "" : ` Ignored: ${ignoredBecause}`;
  return `${kindNames[kind]}:${values} ${message}${who === null ? "" : ` ${actorText(who)}`}${because}`;
}

function problemCase({ stack, type, subject, message }: Problem): TestCase {
  return { suite: stack, type: type ?? "scan", name: subject, result: "error", message, details: message };
}

function cleanCase(resource: CleanResource): TestCase {
  const { stack, type } = resource;
  return { suite: stack, type, name: nameOf(resource), result: "passed", message: "", details: "" };
}

function countsOf(cases: readonly TestCase[]) {
  const count = (wanted: Result) => cases.filter(({ result }) => result === wanted).length;
  return {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}

function suiteLines(name: string, time: string, cases: readonly TestCase[]): readonly string[] {
  const attributes = { name, ...countsOf(cases), time: 0, timestamp: time };
  return [
    openTag("testsuite", attributes),
    ...cases.flatMap((testCase) => caseLines(name, testCase)),
    "</testsuite>",
  ];
}

function caseLines(suite: string, { type, name, result, message, details }: TestCase): readonly string[] {
  const attributes = {
    name: `${type} ${name}`,
    classname: `${suite}.${type}`,
    time: 0,
  };
  if (result === "passed" && details === "") return [element("testcase", attributes)];
  const outcome =
    result === "passed"
      ? element("system-out", {}, details)
      : element(result, { message: message, ...(result !== "skipped" && { type }) }, details);
  return [openTag("testcase", attributes), outcome, "</testcase>"];
}
